import type { RatingFinding } from '../../port.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Look, Probe } from '../look/look.ts';
import { ownHosts, webHosts } from '../look/site.ts';
import { isOwn } from '../subject.ts';
import { tlsFindings } from './tlsFindings.ts';

const web = { name: 'web', weight: 1 };
/** Mail servers count half as much as websites. */
const mail = { name: 'mail', weight: 0.5 };

async function judgeWeb({
  site: visit,
  tls,
  reach,
  subject,
}: Look): Promise<{ findings: RatingFinding[]; note: string | null }> {
  const site = await visit();
  const now = reach.now();
  const reports = await Promise.all(webHosts(site).map(async (host) => ({ host, report: await tls(host) })));
  const findings = reports.flatMap(({ host, report }) =>
    report ? tlsFindings(report, `${host}:443`, web, now) : [],
  );
  const { primary } = site;
  if (!primary) return { findings, note: site.none };
  const own = reports.find(({ host }) => host === primary.host)?.report;
  const hosts = ownHosts(site);
  const speaks = reports.some(
    ({ host, report }) => hosts.includes(host) && report && Object.values(report.protocols).includes(true),
  );
  // Somebody who answers but lets every handshake run out of time has said nothing; one who does not answer at all has.
  const silent =
    own && own.reachable && own.unknownProtocols.includes('tls12') && own.unknownProtocols.includes('tls13');
  if (!speaks && silent)
    return { findings, note: 'The website did not finish any encrypted connection in time.' };
  const elsewhere = primary.plain.abroad;
  if (!speaks && elsewhere?.protocol === 'https:' && isOwn(subject, elsewhere.hostname))
    return {
      findings,
      note: `The website leads to ${elsewhere.host}; only the usual ports of websites are looked at.`,
    };
  if (!speaks) {
    const asset = `${primary.host}:443`;
    const why = own?.reachable
      ? 'The port is open but does not speak TLS.'
      : 'Nothing answers there, while the website answers by HTTP.';
    findings.push(makeFinding('tls-looked-at', asset, 'HTTPS was tried.', now, { part: web }));
    findings.push(makeFinding('https-missing', asset, why, now, { part: web }));
  }
  return { findings, note: null };
}

async function judgeMail({ mail: servers, reach }: Look): Promise<RatingFinding[]> {
  const now = reach.now();
  return (await servers()).flatMap(({ host, starttls, report, note }) => {
    const asset = `${host}:25`;
    if (starttls === 'unknown') return [makeFinding('mail-unreachable', asset, note, now)];
    if (starttls === 'offered' && report) return tlsFindings(report, asset, mail, now);
    return [
      makeFinding('tls-looked-at', asset, 'STARTTLS was tried.', now, { part: mail }),
      makeFinding('mail-starttls-missing', asset, note, now, { part: mail }),
    ];
  });
}

/** Versions, ciphers and groups by real handshakes: websites, and mail servers by STARTTLS. */
export const sslConfigurations: Probe = async (look) => {
  const [{ findings, note }, mailFindings] = await Promise.all([judgeWeb(look), judgeMail(look)]);
  const all = [...findings, ...mailFindings];
  if (all.every(({ effect }) => effect.level === undefined))
    return notMeasured(note ?? 'Neither a website nor a mail server was found.');
  return measured(all, note ?? undefined);
};
