import { cipherSuiteNamed } from '#probes/tls/cipher-suites.ts';
import type { TlsReport } from '#probes/tls/inspect.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding } from '../finding.ts';

const listed = (names: readonly string[]) =>
  names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');

/** Broken beyond doubt; the other weak ones only should not be used. */
const naked = new Set(['null', 'anonymous', 'export', 'des', 'rc2']);

/** How versions, ciphers and groups of a server that speaks TLS are judged; empty where it spoke none. */
export function tlsFindings(
  report: TlsReport,
  asset: string,
  part: NonNullable<RatingFinding['effect']['part']>,
  now: Date,
): RatingFinding[] {
  const { protocols, ciphers } = report;
  if (!Object.values(protocols).includes(true)) return [];
  const findings: RatingFinding[] = [];
  const add = (id: FactId, evidence: string) =>
    findings.push(makeFinding(id, asset, evidence, now, { part }));
  const modern = protocols.tls12 || protocols.tls13;
  const seen = ciphers.flatMap(({ name, dhBits }) => {
    const suite = cipherSuiteNamed(name);
    return suite ? [{ suite, dhBits }] : [];
  });
  const names = (matching: typeof seen) => listed([...new Set(matching.map(({ suite }) => suite.name))]);
  const addCiphers = (id: FactId, matching: typeof seen) => {
    if (matching.length > 0) add(id, `Accepted: ${names(matching)}.`);
  };

  add('tls-looked-at', `Accepted versions: ${versionsOf(report)}.`);
  if (protocols.ssl3) add('tls-ssl3', 'The server accepts SSL 3.0.');
  const old = [protocols.tls10 && 'TLS 1.0', protocols.tls11 && 'TLS 1.1'].filter(Boolean).join(' and ');
  if (old && modern) add('tls-old-versions', `Beside newer versions the server accepts ${old}.`);
  if (old && !modern) add('tls-outdated', `The server accepts nothing newer than ${old}.`);

  addCiphers(
    'tls-broken-cipher',
    seen.filter(({ suite }) => suite.weakness !== null && naked.has(suite.weakness)),
  );
  addCiphers(
    'tls-weak-cipher',
    seen.filter(({ suite }) => suite.weakness !== null && !naked.has(suite.weakness)),
  );
  addCiphers(
    'tls-cbc',
    seen.filter(({ suite }) => suite.weakness === null && suite.cbc),
  );
  const lasting = seen.filter(({ suite }) => suite.weakness === null && !suite.forwardSecret);
  const never = !seen.some(({ suite }) => suite.forwardSecret);
  if (lasting.length > 0) addCiphers(never ? 'tls-no-forward-secrecy' : 'tls-static-rsa', lasting);
  const bits = Math.min(...seen.flatMap(({ dhBits }) => dhBits ?? []));
  if (bits < 2048)
    add(bits < 1024 ? 'tls-broken-dh' : 'tls-short-dh', `The Diffie-Hellman group has ${bits} bits.`);

  if (findings.every(({ effect }) => effect.level === 100))
    if (protocols.tls13) add('tls-modern', 'TLS 1.3 is offered, older versions only with strong ciphers.');
    else if (protocols.tls12) add('tls12-strong', 'TLS 1.2 is offered with strong ciphers only.');
  return findings;
}

const versionNames = {
  ssl3: 'SSL 3.0',
  tls10: 'TLS 1.0',
  tls11: 'TLS 1.1',
  tls12: 'TLS 1.2',
  tls13: 'TLS 1.3',
} as const;

const versionsOf = ({ protocols }: TlsReport) =>
  Object.entries(versionNames)
    .filter(([version]) => protocols[version as keyof typeof versionNames])
    .map(([, name]) => name)
    .join(', ');
