import type { CertificateReport } from '#probes/tls/certificate.ts';
import { gradeTls, type TlsProblem } from '#probes/tls/grade.ts';
import type { TlsReport } from '#probes/tls/inspect.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import { isNamesake } from '../look/issuers.ts';
import type { Probe } from '../look/look.ts';
import { ownHosts, webHosts } from '../look/site.ts';

/** The rating cannot be above this while the certificate of the company's own address is not valid. */
const capInvalid = 730;

/** Nothing but an issuer is missing, and it bears the name of a trusted one. */
const lacksIntermediate = ({ chainComplete, issuer }: CertificateReport, ca: readonly string[]) =>
  !chainComplete && isNamesake(issuer, ca);

function factOf(problem: TlsProblem, report: TlsReport, ca: readonly string[]): FactId | null {
  switch (problem.code) {
    case 'expired':
      return 'cert-expired';
    case 'not-yet-valid':
      return 'cert-not-yet-valid';
    case 'name-mismatch':
      return 'cert-wrong-name';
    case 'self-signed':
      return 'cert-self-signed';
    case 'untrusted':
      return report.certificate && lacksIntermediate(report.certificate, ca)
        ? 'cert-chain-incomplete'
        : 'cert-untrusted';
    case 'incomplete-chain':
      // A server that sends an issuer that leads nowhere has left nothing out: nobody trusts it.
      return report.certificate!.chainLength === 1 || lacksIntermediate(report.certificate!, ca)
        ? 'cert-chain-incomplete'
        : 'cert-untrusted';
    case 'weak-signature':
      return 'cert-weak-signature';
    case 'weak-key':
      return problem.severity === 'high' ? 'cert-broken-key' : 'cert-short-key';
    case 'too-long-validity':
      return 'cert-long-lifetime';
    case 'expires-soon':
      return report.certificate && report.certificate.daysLeft < 7 ? 'cert-expires-soon' : null;
    default:
      return null;
  }
}

/** How the certificate of one website is judged; empty where none was read. */
export function certificateFindings(
  host: string,
  report: TlsReport,
  now: Date,
  ca: readonly string[],
  isPrimary: boolean,
): RatingFinding[] {
  const asset = `${host}:443`;
  const { certificate } = report;
  if (!certificate) return [];
  const findings = gradeTls(report, now).flatMap((problem) => {
    const fact = factOf(problem, report, ca);
    if (!fact) return [];
    const finding = makeFinding(fact, asset, problem.detail, now);
    return [
      isPrimary && finding.effect.level === 0
        ? { ...finding, effect: { ...finding.effect, cap: capInvalid } }
        : finding,
    ];
  });
  if (findings.length > 0) return findings;
  const until = `valid until ${certificate.validTo.slice(0, 10)}, ${certificate.keyType.toUpperCase()} ${certificate.keyBits} bits`;
  return [makeFinding('cert-valid', asset, `Issued by ${certificate.issuer}, ${until}.`, now)];
}

/** Certificates of the company's websites, fetched by real handshakes. */
export const sslCertificates: Probe = async (look) => {
  const site = await look.site();
  const hosts = webHosts(site);
  const now = look.reach.now();
  const reports = await Promise.all(hosts.map(async (host) => ({ host, report: await look.tls(host) })));
  // The first that has one: an address that only leads on by HTTP has none of its own.
  const primary = ownHosts(site).find((host) =>
    reports.some((one) => one.host === host && one.report?.certificate),
  );
  const findings = reports.flatMap(({ host, report }) =>
    report ? certificateFindings(host, report, now, look.reach.ca, host === primary) : [],
  );
  if (findings.length > 0) return measured(findings);
  if (hosts.length === 0) return notMeasured(site.none);
  const spoke = reports.some(({ report }) => report && Object.values(report.protocols).includes(true));
  return notMeasured(spoke ? 'No certificate could be read.' : 'No website of the company speaks TLS.');
};
