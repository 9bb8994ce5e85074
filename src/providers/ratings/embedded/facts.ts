import type { FindingGrade } from '../port.ts';
import type { VectorId } from '../vectors.ts';

/** One kind of observation. `means` is what it says, for an operator; the texts for customers are kept by the id in content/ratings. */
export type Fact = {
  vector: VectorId;
  grade: FindingGrade;
  /** The score cannot be above this while the fact is there. */
  level?: number;
  /** Taken from the score. */
  minus?: number;
  /** Facts of a group together take at most so much. */
  group?: { name: string; most: number };
  /** The rating itself cannot be above this while the fact is there. */
  cap?: number;
  means: string;
};

type Worth = Omit<Fact, 'vector' | 'grade' | 'means'>;

const byVector = {
  botnet_infections: {
    'botnet-match': ['BAD', 'A machine of the company was seen in a botnet', { minus: 60, cap: 630 }],
    'botnet-clean': ['GOOD', 'Not in the botnet reports of the last 60 days'],
  },
  spam_propagation: {
    'spam-match': ['BAD', 'A machine of the company was seen sending spam', { minus: 60, cap: 630 }],
    'spam-clean': ['GOOD', 'Not in the spam reports of the last 60 days'],
  },
  malware_servers: {
    'malware-match': ['BAD', 'A server of the company was seen spreading malware', { minus: 60, cap: 630 }],
    'malware-clean': ['GOOD', 'Not in the malware reports of the last 60 days'],
  },
  unsolicited_comm: {
    'unsolicited-match': [
      'BAD',
      'A machine of the company was seen probing or attacking others',
      { minus: 60, cap: 630 },
    ],
    'unsolicited-clean': ['GOOD', 'Not in the reports of unsolicited connections of the last 60 days'],
  },
  potentially_exploited: {
    'exploited-match': [
      'BAD',
      'A machine of the company shows signs of unwanted software',
      { minus: 60, cap: 630 },
    ],
    'exploited-clean': ['GOOD', 'Not in the reports of exploited machines of the last 60 days'],
  },
  spf: {
    'spf-hard-fail': ['GOOD', 'SPF refuses all other senders (-all)', { level: 100 }],
    'spf-soft-fail-enforced': ['GOOD', 'SPF ends with ~all, and DMARC enforces it', { level: 100 }],
    'spf-no-mail': ['GOOD', 'The domain takes no mail (null MX), and SPF lets nobody send', { level: 100 }],
    'spf-soft-fail': ['FAIR', 'SPF only marks other senders (~all)', { level: 80 }],
    'spf-neutral-end': ['WARN', 'SPF says nothing about other senders (?all)', { level: 50 }],
    'spf-no-end': ['WARN', 'SPF does not say what becomes of other senders', { level: 50 }],
    'spf-too-many-lookups': ['WARN', 'SPF needs more than 10 DNS look-ups and fails', { level: 50 }],
    'spf-too-many-voids': ['WARN', 'SPF names more than 2 things that do not exist', { level: 50 }],
    'spf-several-records': ['WARN', 'More than one SPF record: none of them counts', { level: 50 }],
    'spf-invalid': ['WARN', 'The SPF record has an error and fails', { level: 50 }],
    'spf-pass-all': ['BAD', 'SPF lets anybody send in the name of the domain (+all)', { level: 0 }],
    'spf-missing': ['BAD', 'No SPF record', { level: 0 }],
  },
  dkim: {
    'dkim-strong': ['GOOD', 'A strong DKIM key', { level: 100 }],
    'dkim-none-found': ['WARN', 'No DKIM key under the usual names', { level: 65 }],
    'dkim-short-key': ['WARN', 'A DKIM key of less than 2048 bits', { level: 65 }],
    'dkim-testing': ['WARN', 'DKIM is only being tested (t=y)', { level: 50 }],
    'dkim-weak-key': ['BAD', 'A DKIM key of less than 1024 bits', { level: 0 }],
    'dkim-malformed': ['BAD', 'A DKIM record that cannot be read', { level: 0 }],
    'dkim-revoked': ['NEUTRAL', 'A DKIM key that was withdrawn'],
  },
  dmarc: {
    'dmarc-reject': ['GOOD', 'DMARC rejects forged mail, with reports', { level: 100 }],
    'dmarc-reject-unreported': ['FAIR', 'DMARC rejects forged mail, but nobody gets reports', { level: 85 }],
    'dmarc-quarantine': ['FAIR', 'DMARC puts forged mail into quarantine, with reports', { level: 85 }],
    'dmarc-quarantine-unreported': [
      'WARN',
      'DMARC puts forged mail into quarantine, but nobody gets reports',
      { level: 65 },
    ],
    'dmarc-testing': ['WARN', 'DMARC is only being tested (t=y)', { level: 65 }],
    'dmarc-partial': ['WARN', 'DMARC applies to a part of the mail only (pct)', { level: 65 }],
    'dmarc-none': ['WARN', 'DMARC only watches (p=none), with reports', { level: 50 }],
    'dmarc-none-unreported': ['BAD', 'DMARC does nothing: p=none without reports', { level: 0 }],
    'dmarc-weak-subdomains': ['WARN', 'DMARC is weaker for subdomains (sp): one grade down'],
    'dmarc-missing': ['BAD', 'No DMARC record', { level: 0 }],
    'dmarc-several-records': ['BAD', 'More than one DMARC record: none of them counts', { level: 0 }],
    'dmarc-invalid': ['BAD', 'The DMARC record has an error and counts as missing', { level: 0 }],
  },
  ssl_certificates: {
    'cert-valid': ['GOOD', 'A valid certificate', { level: 100 }],
    'cert-expired': ['BAD', 'The certificate has expired', { level: 0 }],
    'cert-not-yet-valid': ['BAD', 'The certificate is valid only from a later day', { level: 0 }],
    'cert-self-signed': ['BAD', 'The certificate is signed by itself', { level: 0 }],
    'cert-untrusted': ['BAD', 'The certificate does not lead to a trusted authority', { level: 0 }],
    'cert-wrong-name': ['BAD', 'The certificate is for another name', { level: 0 }],
    'cert-broken-key': ['BAD', 'The key of the certificate can be broken', { level: 0 }],
    'cert-weak-signature': ['BAD', 'The certificate is signed with SHA-1 or MD5', { level: 0 }],
    'cert-short-key': ['WARN', 'The key of the certificate is too short', { level: 50 }],
    'cert-expires-soon': ['WARN', 'The certificate expires in less than 7 days', { level: 65 }],
    'cert-chain-incomplete': ['WARN', 'The server leaves out an intermediate certificate', { level: 65 }],
    'cert-long-lifetime': ['FAIR', 'The certificate lives longer than is allowed', { level: 85 }],
  },
  ssl_configurations: {
    'tls-modern': ['GOOD', 'TLS 1.3 is offered', { level: 100 }],
    'tls12-strong': ['GOOD', 'TLS 1.2 with strong ciphers only', { level: 92 }],
    'tls-cbc': ['FAIR', 'Older CBC ciphers are accepted', { level: 80 }],
    'tls-static-rsa': ['FAIR', 'Some accepted ciphers have no forward secrecy', { level: 80 }],
    'tls-old-versions': ['WARN', 'TLS 1.0 or 1.1 is still accepted', { level: 70 }],
    'tls-no-forward-secrecy': ['WARN', 'No accepted cipher has forward secrecy', { level: 70 }],
    'tls-weak-cipher': ['WARN', 'Weak ciphers such as 3DES or RC4 are accepted', { level: 50 }],
    'tls-short-dh': ['WARN', 'A Diffie-Hellman group of less than 2048 bits', { level: 50 }],
    'tls-outdated': ['BAD', 'Nothing newer than TLS 1.1 is offered', { level: 20 }],
    'tls-ssl3': ['BAD', 'SSL 3.0 is still accepted', { level: 0 }],
    'tls-broken-cipher': [
      'BAD',
      'Ciphers without encryption, without identity or of export strength',
      { level: 0 },
    ],
    'tls-broken-dh': ['BAD', 'A Diffie-Hellman group of less than 1024 bits', { level: 0 }],
    'https-missing': ['BAD', 'The website has no working HTTPS', { level: 0, cap: 630 }],
    'mail-starttls-missing': ['BAD', 'The mail server takes mail without encryption only', { level: 30 }],
    'tls-looked-at': ['NEUTRAL', 'A server whose encryption was looked at', { level: 100 }],
    'mail-unreachable': ['NEUTRAL', 'The mail server could not be reached from here'],
  },
  open_ports: {
    'port-expected': ['GOOD', 'An open port that a public server needs'],
    'port-none-open': ['GOOD', 'None of the ports looked at is open'],
    'port-alternate-web': ['FAIR', 'A second web port is open', { minus: 5 }],
    'port-ssh': ['FAIR', 'SSH is open to the internet', { minus: 15 }],
    'port-ftp': ['WARN', 'FTP without encryption is open to the internet', { minus: 30 }],
    'port-telnet': ['BAD', 'Telnet is open to the internet', { minus: 45, cap: 730 }],
    'port-smb': ['BAD', 'Windows file sharing (SMB) is open to the internet', { minus: 45, cap: 730 }],
    'port-rdp': ['BAD', 'Remote Desktop is open to the internet', { minus: 45, cap: 730 }],
    'port-vnc': ['BAD', 'VNC remote control is open to the internet', { minus: 45, cap: 730 }],
    'port-database': ['BAD', 'A database is open to the internet', { minus: 45, cap: 730 }],
    'port-redis': ['BAD', 'Redis is open to the internet', { minus: 45, cap: 730 }],
    'port-elasticsearch': ['BAD', 'Elasticsearch is open to the internet', { minus: 45, cap: 730 }],
    'port-mongodb': ['BAD', 'MongoDB is open to the internet', { minus: 45, cap: 730 }],
    'port-docker': ['BAD', 'The Docker control port is open to the internet', { minus: 45, cap: 730 }],
    'port-winrm': ['BAD', 'Windows remote management is open to the internet', { minus: 45, cap: 730 }],
    'port-other': ['NEUTRAL', 'Another port is open'],
  },
  application_security: {
    'web-headers-good': ['GOOD', 'The protections that browsers offer are switched on'],
    'csp-missing': ['WARN', 'No Content-Security-Policy', { minus: 25 }],
    'csp-weak': ['NEUTRAL', 'The Content-Security-Policy can be got round'],
    'hsts-missing': ['WARN', 'No Strict-Transport-Security', { minus: 20 }],
    'hsts-short': ['NEUTRAL', 'Strict-Transport-Security for less than half a year'],
    'framing-missing': ['WARN', 'Other websites may show this one inside their pages', { minus: 20 }],
    'nosniff-missing': ['FAIR', 'No X-Content-Type-Options: nosniff', { minus: 5 }],
    'https-not-forced': ['WARN', 'HTTP does not lead to HTTPS', { minus: 20 }],
    'session-cookie-insecure': [
      'BAD',
      'A session cookie without Secure',
      { minus: 40, group: { name: 'session-cookie', most: 40 } },
    ],
    'session-cookie-readable': [
      'BAD',
      'A session cookie without HttpOnly',
      { minus: 30, group: { name: 'session-cookie', most: 40 } },
    ],
    'library-high': [
      'BAD',
      'A script library with a serious known flaw',
      { minus: 25, group: { name: 'libraries', most: 40 } },
    ],
    'library-medium': [
      'WARN',
      'A script library with a known flaw',
      { minus: 15, group: { name: 'libraries', most: 40 } },
    ],
    'library-low': [
      'FAIR',
      'A script library with a small known flaw',
      { minus: 5, group: { name: 'libraries', most: 40 } },
    ],
    'library-current': ['GOOD', 'A script library without known flaws'],
  },
  patching_cadence: {
    'patch-overdue': ['WARN', 'Vulnerable software has been left in place for more than 14 days'],
    'patch-in-time': ['GOOD', 'No vulnerable software was left in place for more than 14 days'],
  },
  insecure_systems: {
    'default-page': ['BAD', 'A server still shows the page of its installation', { minus: 50 }],
    'directory-listing': ['BAD', 'A server lists the files of a folder', { minus: 50 }],
    'git-exposed': ['BAD', 'The source code (.git) can be downloaded', { minus: 50 }],
    'systems-clean': ['GOOD', 'No installation page and no listing of files'],
  },
  server_software: {
    'software-hidden': ['GOOD', 'The server does not tell its version', { level: 100 }],
    'software-version-shown': ['FAIR', 'The server tells its version; it is still supported', { level: 95 }],
    'software-eol-recent': ['WARN', 'Software whose support ended less than a year ago', { level: 65 }],
    'software-eol-long': ['BAD', 'Software whose support ended more than a year ago', { level: 20 }],
    'software-of-distribution': ['NEUTRAL', 'Software that the operating system keeps up to date'],
  },
  dnssec: {
    'dnssec-signed': ['GOOD', 'The domain is signed with DNSSEC', { level: 100 }],
    'dnssec-weak-algorithm': ['WARN', 'DNSSEC uses a weak algorithm', { level: 65 }],
    'dnssec-unsigned': ['WARN', 'The domain is not signed with DNSSEC', { level: 50 }],
    'dnssec-no-ds': ['WARN', 'The domain is signed, but its parent does not know (no DS)', { level: 50 }],
    'dnssec-mismatch': ['BAD', 'DNSSEC is broken: keys, DS or signatures do not fit', { level: 0 }],
  },
  caa: {
    'caa-present': ['GOOD', 'CAA says who may issue certificates', { level: 100 }],
    'caa-invalid': ['WARN', 'A CAA record that cannot be used', { level: 65 }],
    'caa-missing': ['WARN', 'No CAA record', { level: 50 }],
  },
  mta_sts_tls_rpt: {
    'mta-sts-enforced': ['GOOD', 'MTA-STS enforces encryption, with reports (TLS-RPT)', { level: 100 }],
    'tls-rpt-missing': ['FAIR', 'MTA-STS without reports (TLS-RPT)', { level: 85 }],
    'mta-sts-testing': ['WARN', 'MTA-STS is only being tested or switched off', { level: 65 }],
    'mta-sts-missing': ['WARN', 'No MTA-STS', { level: 50 }],
    'mta-sts-broken': ['BAD', 'MTA-STS is announced, but its policy does not work', { level: 0 }],
  },
  security_txt: {
    'security-txt-valid': ['GOOD', 'security.txt tells how to report a weakness', { level: 100 }],
    'security-txt-expired': ['WARN', 'security.txt has expired', { level: 65 }],
    'security-txt-invalid': ['WARN', 'security.txt lacks something it must have', { level: 65 }],
    'security-txt-missing': ['WARN', 'No security.txt', { level: 50 }],
  },
  file_sharing: {
    'file-sharing-match': [
      'BAD',
      'A machine of the company was seen sharing files with strangers',
      { minus: 60 },
    ],
    'file-sharing-clean': ['GOOD', 'Not in the file sharing reports of the last 60 days'],
  },
  exposed_credentials: {
    'credentials-exposed': ['WARN', 'Addresses of the company are in stolen data', { level: 50 }],
    'credentials-exposed-passwords': [
      'BAD',
      'Addresses of the company are in stolen data together with passwords',
      { level: 20 },
    ],
    'credentials-clean': ['GOOD', 'No address of the company is in the stolen data', { level: 100 }],
  },
  data_breaches: {
    'breach-reported': ['BAD', 'A breach of the company was made public'],
    'breach-at-supplier': ['WARN', 'A breach at a supplier of the company was made public'],
    'breach-none': ['GOOD', 'No breach of the last two years is known'],
  },
} as const satisfies Partial<
  Record<VectorId, Record<string, readonly [grade: FindingGrade, means: string, worth?: Worth]>>
>;
type ByVector = typeof byVector;

export type FactId = { [Id in keyof ByVector]: keyof ByVector[Id] }[keyof ByVector];

/** Every observation the engine can report, with its worth (references, ratings 3). Ids are kept with old findings: never rename one. */
export const facts = Object.fromEntries(
  Object.entries(byVector).flatMap(([vector, own]) =>
    Object.entries(own).map(([id, [grade, means, worth]]) => [id, { vector, grade, means, ...worth }]),
  ),
) as Record<FactId, Fact>;
