import { cipherSuiteNamed } from './cipher-suites.ts';
import type { CertificateReport } from './certificate.ts';
import type { TlsReport } from './inspect.ts';

export const tlsProblemCodes = [
  'ssl3',
  'tls10',
  'tls11',
  'no-tls12',
  'weak-cipher',
  'anon-or-null-cipher',
  'no-forward-secrecy',
  'small-dh',
  'expired',
  'not-yet-valid',
  'expires-soon',
  'name-mismatch',
  'self-signed',
  'untrusted',
  'weak-key',
  'weak-signature',
  'incomplete-chain',
  'too-long-validity',
] as const;
type TlsProblemCode = (typeof tlsProblemCodes)[number];
/** `detail` is one sentence of evidence. */
export type TlsProblem = {
  code: TlsProblemCode;
  severity: 'high' | 'medium' | 'low';
  detail: string;
};

const problem = (code: TlsProblemCode, severity: TlsProblem['severity'], detail: string): TlsProblem => ({
  code,
  severity,
  detail,
});

const dayMs = 86_400_000;

/** Longest life allowed for a public certificate, by the date of issue (CA/Browser Forum, ballots SC31 and SC81). */
const lifetimes: readonly [from: string, days: number][] = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
  ['2018-03-01', 825],
];

/** Days that a public certificate issued at `from` may live; undefined before the rules of 2018. */
export function allowedLifetimeDays(from: Date): number | undefined {
  return lifetimes.find(([since]) => from.getTime() >= Date.parse(`${since}T00:00:00Z`))?.[1];
}

function protocolProblems({ protocols, unknownProtocols }: TlsReport): TlsProblem[] {
  const problems: TlsProblem[] = [];
  if (protocols.ssl3)
    problems.push(problem('ssl3', 'high', 'The server accepts SSL 3.0, which can be decrypted (POODLE).'));
  if (protocols.tls10)
    problems.push(problem('tls10', 'medium', 'The server accepts TLS 1.0, retired in 2021 (RFC 8996).'));
  if (protocols.tls11)
    problems.push(problem('tls11', 'medium', 'The server accepts TLS 1.1, retired in 2021 (RFC 8996).'));
  const old = protocols.ssl3 || protocols.tls10 || protocols.tls11;
  const newUnknown = unknownProtocols.includes('tls12') || unknownProtocols.includes('tls13');
  if (old && !protocols.tls12 && !protocols.tls13 && !newUnknown)
    problems.push(problem('no-tls12', 'high', 'The server accepts neither TLS 1.2 nor TLS 1.3.'));
  return problems;
}

/** The first few names, so that a sentence stays a sentence. */
const listed = (names: Iterable<string>) => {
  const all = [...new Set(names)];
  return all.length > 4 ? `${all.slice(0, 4).join(', ')} and ${all.length - 4} more` : all.join(', ');
};

function cipherProblems({ ciphers, protocols }: TlsReport): TlsProblem[] {
  const problems: TlsProblem[] = [];
  const seen = ciphers.flatMap((cipher) => {
    const suite = cipherSuiteNamed(cipher.name);
    return suite ? [{ ...cipher, suite }] : [];
  });
  const naked = seen.filter(({ suite }) => suite.weakness === 'anonymous' || suite.weakness === 'null');
  if (naked.length)
    problems.push(
      problem(
        'anon-or-null-cipher',
        'high',
        `Accepted without encryption or without proof of identity: ${listed(naked.map(({ name }) => name))}.`,
      ),
    );
  const weak = seen.filter(
    ({ suite }) =>
      (suite.weakness && !naked.some((other) => other.suite === suite)) || suite.name.endsWith('_MD5'),
  );
  if (weak.length) {
    const breakable = weak.some(
      ({ suite }) => suite.weakness === 'export' || suite.weakness === 'des' || suite.weakness === 'rc2',
    );
    problems.push(
      problem(
        'weak-cipher',
        breakable ? 'high' : 'medium',
        `Accepted although weak: ${listed(weak.map(({ name, reason }) => `${name} (${reason ?? 'weak'})`))}.`,
      ),
    );
  }
  const lasting = seen.filter(({ suite }) => !suite.forwardSecret);
  if (lasting.length) {
    const never = !protocols.tls13 && seen.every(({ suite }) => !suite.forwardSecret);
    const detail = `${never ? 'No accepted suite has forward secrecy' : 'Accepted without forward secrecy'}: ${listed(lasting.map(({ name }) => name))}.`;
    problems.push({ code: 'no-forward-secrecy', severity: never ? 'medium' : 'low', detail });
  }
  const sizes = seen.flatMap(({ dhBits }) => (dhBits !== undefined && dhBits < 2048 ? [dhBits] : []));
  if (sizes.length) {
    const smallest = Math.min(...sizes);
    problems.push(
      problem(
        'small-dh',
        smallest < 1024 ? 'high' : 'medium',
        `The Diffie-Hellman group has ${smallest} bits; 2048 are needed.`,
      ),
    );
  }
  return problems;
}

function trustProblems(certificate: CertificateReport): TlsProblem[] {
  if (certificate.trusted) return [];
  if (certificate.selfSigned)
    return [
      problem(
        'self-signed',
        'high',
        'The certificate is signed by itself, not by an authority that browsers trust.',
      ),
    ];
  // A certificate that names its issuer's address comes from a real hierarchy: what is missing is an intermediate.
  if (!certificate.chainComplete && certificate.issuerUrl)
    return [
      problem(
        'incomplete-chain',
        'medium',
        `The server does not send the certificate of “${certificate.issuer}”, so many programs cannot check its own.`,
      ),
    ];
  return [
    problem(
      'untrusted',
      'high',
      `The certificate does not lead to a trusted authority (${certificate.trustError ?? 'unknown reason'}).`,
    ),
  ];
}

function keyProblems({ keyType, keyBits, signatureAlgorithm, selfSigned }: CertificateReport): TlsProblem[] {
  const problems: TlsProblem[] = [];
  const factoring = keyType.startsWith('rsa') || keyType === 'dsa';
  if (keyBits > 0 && keyBits < (factoring ? 2048 : 224))
    problems.push(
      problem(
        'weak-key',
        keyBits < (factoring ? 1024 : 160) ? 'high' : 'medium',
        `The key is ${keyType.toUpperCase()} with ${keyBits} bits; ${factoring ? 2048 : 256} are needed.`,
      ),
    );
  // Nobody relies on the signature that a certificate puts under itself.
  if (!selfSigned && /md2|md5|sha1(?!\d)/i.test(signatureAlgorithm))
    problems.push(
      problem(
        'weak-signature',
        'high',
        `The certificate is signed with ${signatureAlgorithm}, which can be forged.`,
      ),
    );
  return problems;
}

function certificateProblems(certificate: CertificateReport, now: Date): TlsProblem[] {
  const problems: TlsProblem[] = [];
  const from = new Date(certificate.validFrom);
  const to = new Date(certificate.validTo);
  const day = (instant: Date) => instant.toISOString().slice(0, 10);
  if (now > to) problems.push(problem('expired', 'high', `The certificate expired on ${day(to)}.`));
  else if (now < from)
    problems.push(problem('not-yet-valid', 'high', `The certificate is valid only from ${day(from)}.`));
  else if (certificate.daysLeft < 15)
    problems.push(
      problem(
        'expires-soon',
        certificate.daysLeft < 7 ? 'medium' : 'low',
        `The certificate expires on ${day(to)}, in ${certificate.daysLeft === 1 ? '1 day' : `${certificate.daysLeft} days`}.`,
      ),
    );
  if (!certificate.nameMatches)
    problems.push(
      problem(
        'name-mismatch',
        'high',
        `The certificate is for ${listed(certificate.names) || 'no name at all'}, not for this host.`,
      ),
    );
  problems.push(...trustProblems(certificate), ...keyProblems(certificate));
  const limit = allowedLifetimeDays(from);
  const days = (to.getTime() - from.getTime()) / dayMs;
  if (certificate.trusted && limit !== undefined && days > limit)
    problems.push(
      problem(
        'too-long-validity',
        'low',
        `The certificate lives ${Math.ceil(days)} days; one issued on ${day(from)} may live ${limit}.`,
      ),
    );
  return problems;
}

export function gradeTls(report: TlsReport, now: Date): TlsProblem[] {
  return [
    ...protocolProblems(report),
    ...cipherProblems(report),
    ...(report.certificate ? certificateProblems(report.certificate, now) : []),
  ];
}
