import { cipherSuiteNamed } from '#probes/tls/cipher-suites.ts';
import type { TlsReport } from '#probes/tls/inspect.ts';
import { defineRule, type Check, type Report, type Rule } from '../../rule.ts';

const modernConfig = `nginx:
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305;
Apache:
  SSLProtocol -all +TLSv1.2 +TLSv1.3
  SSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20
On a load balancer or content network, choose its current "TLS 1.2 and newer" security policy.`;

const references = [
  'https://www.rfc-editor.org/rfc/rfc9325',
  'https://wiki.mozilla.org/Security/Server_Side_TLS',
];

const ssl3 = defineRule({
  id: 'tls.ssl3',
  title: 'The outdated protocol SSL 3.0 is accepted',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-327',
  pci: '4.2.1',
  pciAutoFail: true,
  explanation:
    'SSL 3.0 is the encryption of the 1990s and is broken. Someone on the same network as a visitor can force the connection down to it and read cookies and passwords (the POODLE attack).',
  fix: `1. Switch SSL 3.0 off.\n2. Allow TLS 1.2 and TLS 1.3 only.\n${modernConfig}\n3. Restart the server and scan again.`,
  references: ['https://www.rfc-editor.org/rfc/rfc7568', ...references],
});

const oldTls = (version: '1.0' | '1.1') =>
  defineRule({
    id: `tls.tls${version.replace('.', '')}`,
    title: `The outdated protocol TLS ${version} is accepted`,
    vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
    cwe: 'CWE-327',
    pci: '4.2.1',
    pciAutoFail: true,
    explanation: `TLS ${version} was withdrawn in 2021: it relies on methods that no longer protect well. All browsers since 2020 use newer versions, so visitors lose nothing when it is switched off, and the card industry does not accept it.`,
    fix: `1. Allow TLS 1.2 and TLS 1.3 only.\n${modernConfig}\n2. Restart the server and scan again.`,
    references: ['https://www.rfc-editor.org/rfc/rfc8996', ...references],
  });
const tls10 = oldTls('1.0');
const tls11 = oldTls('1.1');

const brokenCipher = defineRule({
  id: 'tls.broken-cipher',
  title: 'Connections without real encryption are accepted',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-327',
  pci: '4.2.1',
  pciAutoFail: true,
  explanation:
    'The server agrees to cipher suites that do not encrypt, do not check who is on the other side, or use keys short enough to be broken in hours. A visitor who is tricked into using one has no protection.',
  fix: `1. Remove all NULL, EXPORT, anonymous and single-DES suites from the list of ciphers.\n${modernConfig}\n2. Restart the server and scan again.`,
  references,
});

const weakCipher = defineRule({
  id: 'tls.weak-cipher',
  title: 'Weak encryption is accepted',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: 'CWE-327',
  pci: '4.2.1',
  explanation:
    'The server still agrees to encryption with known weaknesses. With enough recorded traffic, parts of it such as session cookies can be recovered.',
  fix: `1. Remove RC4 and 3DES suites from the list of ciphers, and DHE suites unless their group has 2048 bits or more.\n${modernConfig}\n2. Restart the server and scan again.`,
  references: ['https://www.rfc-editor.org/rfc/rfc7465', 'https://sweet32.info/', ...references],
});

const noForwardSecrecy = defineRule({
  id: 'tls.no-forward-secrecy',
  title: 'Some connections have no forward secrecy',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-326',
  pci: '4.2.1',
  explanation:
    "With these cipher suites all recorded traffic can be read later by whoever obtains the server's private key. Suites with ECDHE use a fresh key for each visit and do not have this problem.",
  fix: `1. Offer only suites whose names begin with ECDHE, and TLS 1.3.\n${modernConfig}\n2. Restart the server and scan again.`,
  references,
});

function cipherRule(cipher: TlsReport['ciphers'][number]): Rule | null {
  const suite = cipherSuiteNamed(cipher.name);
  if (!suite) return cipher.weak ? weakCipher : null;
  if (suite.weakness !== null)
    return ['rc4', '3des', 'idea'].includes(suite.weakness) ? weakCipher : brokenCipher;
  if (!suite.forwardSecret) return noForwardSecrecy;
  return cipher.weak ? weakCipher : null;
}

export function judgeProtocols(tls: TlsReport, url: string, report: Report): void {
  const place = { url, method: 'TLS' };
  for (const [accepted, rule, name] of [
    [tls.protocols.ssl3, ssl3, 'SSL 3.0'],
    [tls.protocols.tls10, tls10, 'TLS 1.0'],
    [tls.protocols.tls11, tls11, 'TLS 1.1'],
  ] as const) {
    if (accepted)
      report(rule, { ...place, parameter: name, evidence: `A handshake with ${name} succeeded.` });
  }
  const groups = new Map<Rule, string[]>();
  for (const cipher of tls.ciphers) {
    const rule = cipherRule(cipher);
    if (rule) groups.set(rule, [...(groups.get(rule) ?? []), cipher.name]);
  }
  for (const [rule, names] of groups)
    report(rule, {
      ...place,
      parameter: '',
      evidence: `Accepted: ${[...new Set(names)].slice(0, 12).join(', ')}${names.length > 12 ? ` and ${names.length - 12} more` : ''}.`,
    });
}

export const protocols: Check = {
  name: 'TLS protocols and ciphers',
  rules: [ssl3, tls10, tls11, brokenCipher, weakCipher, noForwardSecrecy],
  level: 'lightning',
  activity: 'Checking the encryption of connections',
  run: async (scan) => {
    const tls = await scan.tls();
    if (!tls?.report.reachable) return 'not-run';
    judgeProtocols(tls.report, tls.url, scan.report);
    return undefined;
  },
};
