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

/** Every observation the engine can report, with its worth (references, ratings 3). Ids are kept with old findings: never rename one. */
export const facts = {
  'botnet-match': {
    vector: 'botnet_infections',
    grade: 'BAD',
    minus: 60,
    cap: 630,
    means: 'A machine of the company was seen in a botnet',
  },
  'botnet-clean': {
    vector: 'botnet_infections',
    grade: 'GOOD',
    means: 'Not in the botnet reports of the last 60 days',
  },
  'spam-match': {
    vector: 'spam_propagation',
    grade: 'BAD',
    minus: 60,
    cap: 630,
    means: 'A machine of the company was seen sending spam',
  },
  'spam-clean': {
    vector: 'spam_propagation',
    grade: 'GOOD',
    means: 'Not in the spam reports of the last 60 days',
  },
  'malware-match': {
    vector: 'malware_servers',
    grade: 'BAD',
    minus: 60,
    cap: 630,
    means: 'A server of the company was seen spreading malware',
  },
  'malware-clean': {
    vector: 'malware_servers',
    grade: 'GOOD',
    means: 'Not in the malware reports of the last 60 days',
  },
  'unsolicited-match': {
    vector: 'unsolicited_comm',
    grade: 'BAD',
    minus: 60,
    cap: 630,
    means: 'A machine of the company was seen probing or attacking others',
  },
  'unsolicited-clean': {
    vector: 'unsolicited_comm',
    grade: 'GOOD',
    means: 'Not in the reports of unsolicited connections of the last 60 days',
  },
  'exploited-match': {
    vector: 'potentially_exploited',
    grade: 'BAD',
    minus: 60,
    cap: 630,
    means: 'A machine of the company shows signs of unwanted software',
  },
  'exploited-clean': {
    vector: 'potentially_exploited',
    grade: 'GOOD',
    means: 'Not in the reports of exploited machines of the last 60 days',
  },

  'spf-hard-fail': {
    vector: 'spf',
    grade: 'GOOD',
    level: 100,
    means: 'SPF refuses all other senders (-all)',
  },
  'spf-soft-fail-enforced': {
    vector: 'spf',
    grade: 'GOOD',
    level: 100,
    means: 'SPF ends with ~all, and DMARC enforces it',
  },
  'spf-no-mail': {
    vector: 'spf',
    grade: 'GOOD',
    level: 100,
    means: 'The domain takes no mail (null MX), and SPF lets nobody send',
  },
  'spf-soft-fail': { vector: 'spf', grade: 'FAIR', level: 80, means: 'SPF only marks other senders (~all)' },
  'spf-neutral-end': {
    vector: 'spf',
    grade: 'WARN',
    level: 50,
    means: 'SPF says nothing about other senders (?all)',
  },
  'spf-no-end': {
    vector: 'spf',
    grade: 'WARN',
    level: 50,
    means: 'SPF does not say what becomes of other senders',
  },
  'spf-too-many-lookups': {
    vector: 'spf',
    grade: 'WARN',
    level: 50,
    means: 'SPF needs more than 10 DNS look-ups and fails',
  },
  'spf-too-many-voids': {
    vector: 'spf',
    grade: 'WARN',
    level: 50,
    means: 'SPF names more than 2 things that do not exist',
  },
  'spf-several-records': {
    vector: 'spf',
    grade: 'WARN',
    level: 50,
    means: 'More than one SPF record: none of them counts',
  },
  'spf-invalid': { vector: 'spf', grade: 'WARN', level: 50, means: 'The SPF record has an error and fails' },
  'spf-pass-all': {
    vector: 'spf',
    grade: 'BAD',
    level: 0,
    means: 'SPF lets anybody send in the name of the domain (+all)',
  },
  'spf-missing': { vector: 'spf', grade: 'BAD', level: 0, means: 'No SPF record' },

  'dkim-strong': { vector: 'dkim', grade: 'GOOD', level: 100, means: 'A strong DKIM key' },
  'dkim-none-found': { vector: 'dkim', grade: 'WARN', level: 65, means: 'No DKIM key under the usual names' },
  'dkim-short-key': { vector: 'dkim', grade: 'WARN', level: 65, means: 'A DKIM key of less than 2048 bits' },
  'dkim-testing': { vector: 'dkim', grade: 'WARN', level: 50, means: 'DKIM is only being tested (t=y)' },
  'dkim-weak-key': { vector: 'dkim', grade: 'BAD', level: 0, means: 'A DKIM key of less than 1024 bits' },
  'dkim-malformed': { vector: 'dkim', grade: 'BAD', level: 0, means: 'A DKIM record that cannot be read' },
  'dkim-revoked': { vector: 'dkim', grade: 'NEUTRAL', means: 'A DKIM key that was withdrawn' },

  'dmarc-reject': {
    vector: 'dmarc',
    grade: 'GOOD',
    level: 100,
    means: 'DMARC rejects forged mail, with reports',
  },
  'dmarc-reject-unreported': {
    vector: 'dmarc',
    grade: 'FAIR',
    level: 85,
    means: 'DMARC rejects forged mail, but nobody gets reports',
  },
  'dmarc-quarantine': {
    vector: 'dmarc',
    grade: 'FAIR',
    level: 85,
    means: 'DMARC puts forged mail into quarantine, with reports',
  },
  'dmarc-quarantine-unreported': {
    vector: 'dmarc',
    grade: 'WARN',
    level: 65,
    means: 'DMARC puts forged mail into quarantine, but nobody gets reports',
  },
  'dmarc-testing': { vector: 'dmarc', grade: 'WARN', level: 65, means: 'DMARC is only being tested (t=y)' },
  'dmarc-partial': {
    vector: 'dmarc',
    grade: 'WARN',
    level: 65,
    means: 'DMARC applies to a part of the mail only (pct)',
  },
  'dmarc-none': {
    vector: 'dmarc',
    grade: 'WARN',
    level: 50,
    means: 'DMARC only watches (p=none), with reports',
  },
  'dmarc-none-unreported': {
    vector: 'dmarc',
    grade: 'BAD',
    level: 0,
    means: 'DMARC does nothing: p=none without reports',
  },
  'dmarc-weak-subdomains': {
    vector: 'dmarc',
    grade: 'WARN',
    means: 'DMARC is weaker for subdomains (sp): one grade down',
  },
  'dmarc-missing': { vector: 'dmarc', grade: 'BAD', level: 0, means: 'No DMARC record' },
  'dmarc-several-records': {
    vector: 'dmarc',
    grade: 'BAD',
    level: 0,
    means: 'More than one DMARC record: none of them counts',
  },
  'dmarc-invalid': {
    vector: 'dmarc',
    grade: 'BAD',
    level: 0,
    means: 'The DMARC record has an error and counts as missing',
  },

  'cert-valid': { vector: 'ssl_certificates', grade: 'GOOD', level: 100, means: 'A valid certificate' },
  'cert-expired': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The certificate has expired',
  },
  'cert-not-yet-valid': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The certificate is valid only from a later day',
  },
  'cert-self-signed': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The certificate is signed by itself',
  },
  'cert-untrusted': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The certificate does not lead to a trusted authority',
  },
  'cert-wrong-name': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The certificate is for another name',
  },
  'cert-broken-key': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The key of the certificate can be broken',
  },
  'cert-weak-signature': {
    vector: 'ssl_certificates',
    grade: 'BAD',
    level: 0,
    means: 'The certificate is signed with SHA-1 or MD5',
  },
  'cert-short-key': {
    vector: 'ssl_certificates',
    grade: 'WARN',
    level: 50,
    means: 'The key of the certificate is too short',
  },
  'cert-expires-soon': {
    vector: 'ssl_certificates',
    grade: 'WARN',
    level: 65,
    means: 'The certificate expires in less than 7 days',
  },
  'cert-chain-incomplete': {
    vector: 'ssl_certificates',
    grade: 'WARN',
    level: 65,
    means: 'The server leaves out an intermediate certificate',
  },
  'cert-long-lifetime': {
    vector: 'ssl_certificates',
    grade: 'FAIR',
    level: 85,
    means: 'The certificate lives longer than is allowed',
  },

  'tls-modern': { vector: 'ssl_configurations', grade: 'GOOD', level: 100, means: 'TLS 1.3 is offered' },
  'tls12-strong': {
    vector: 'ssl_configurations',
    grade: 'GOOD',
    level: 92,
    means: 'TLS 1.2 with strong ciphers only',
  },
  'tls-cbc': {
    vector: 'ssl_configurations',
    grade: 'FAIR',
    level: 80,
    means: 'Older CBC ciphers are accepted',
  },
  'tls-static-rsa': {
    vector: 'ssl_configurations',
    grade: 'FAIR',
    level: 80,
    means: 'Some accepted ciphers have no forward secrecy',
  },
  'tls-old-versions': {
    vector: 'ssl_configurations',
    grade: 'WARN',
    level: 70,
    means: 'TLS 1.0 or 1.1 is still accepted',
  },
  'tls-no-forward-secrecy': {
    vector: 'ssl_configurations',
    grade: 'WARN',
    level: 70,
    means: 'No accepted cipher has forward secrecy',
  },
  'tls-weak-cipher': {
    vector: 'ssl_configurations',
    grade: 'WARN',
    level: 50,
    means: 'Weak ciphers such as 3DES or RC4 are accepted',
  },
  'tls-short-dh': {
    vector: 'ssl_configurations',
    grade: 'WARN',
    level: 50,
    means: 'A Diffie-Hellman group of less than 2048 bits',
  },
  'tls-outdated': {
    vector: 'ssl_configurations',
    grade: 'BAD',
    level: 20,
    means: 'Nothing newer than TLS 1.1 is offered',
  },
  'tls-ssl3': { vector: 'ssl_configurations', grade: 'BAD', level: 0, means: 'SSL 3.0 is still accepted' },
  'tls-broken-cipher': {
    vector: 'ssl_configurations',
    grade: 'BAD',
    level: 0,
    means: 'Ciphers without encryption, without identity or of export strength',
  },
  'tls-broken-dh': {
    vector: 'ssl_configurations',
    grade: 'BAD',
    level: 0,
    means: 'A Diffie-Hellman group of less than 1024 bits',
  },
  'https-missing': {
    vector: 'ssl_configurations',
    grade: 'BAD',
    level: 0,
    cap: 630,
    means: 'The website has no working HTTPS',
  },
  'mail-starttls-missing': {
    vector: 'ssl_configurations',
    grade: 'BAD',
    level: 30,
    means: 'The mail server takes mail without encryption only',
  },
  'tls-looked-at': {
    vector: 'ssl_configurations',
    grade: 'NEUTRAL',
    level: 100,
    means: 'A server whose encryption was looked at',
  },
  'mail-unreachable': {
    vector: 'ssl_configurations',
    grade: 'NEUTRAL',
    means: 'The mail server could not be reached from here',
  },

  'port-expected': { vector: 'open_ports', grade: 'GOOD', means: 'An open port that a public server needs' },
  'port-none-open': { vector: 'open_ports', grade: 'GOOD', means: 'None of the ports looked at is open' },
  'port-alternate-web': { vector: 'open_ports', grade: 'FAIR', minus: 5, means: 'A second web port is open' },
  'port-ssh': { vector: 'open_ports', grade: 'FAIR', minus: 15, means: 'SSH is open to the internet' },
  'port-ftp': {
    vector: 'open_ports',
    grade: 'WARN',
    minus: 30,
    means: 'FTP without encryption is open to the internet',
  },
  'port-telnet': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'Telnet is open to the internet',
  },
  'port-smb': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'Windows file sharing (SMB) is open to the internet',
  },
  'port-rdp': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'Remote Desktop is open to the internet',
  },
  'port-vnc': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'VNC remote control is open to the internet',
  },
  'port-database': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'A database is open to the internet',
  },
  'port-redis': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'Redis is open to the internet',
  },
  'port-elasticsearch': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'Elasticsearch is open to the internet',
  },
  'port-mongodb': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'MongoDB is open to the internet',
  },
  'port-docker': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'The Docker control port is open to the internet',
  },
  'port-winrm': {
    vector: 'open_ports',
    grade: 'BAD',
    minus: 45,
    cap: 730,
    means: 'Windows remote management is open to the internet',
  },
  'port-other': { vector: 'open_ports', grade: 'NEUTRAL', means: 'Another port is open' },

  'web-headers-good': {
    vector: 'application_security',
    grade: 'GOOD',
    means: 'The protections that browsers offer are switched on',
  },
  'csp-missing': {
    vector: 'application_security',
    grade: 'WARN',
    minus: 25,
    means: 'No Content-Security-Policy',
  },
  'csp-weak': {
    vector: 'application_security',
    grade: 'NEUTRAL',
    means: 'The Content-Security-Policy can be got round',
  },
  'hsts-missing': {
    vector: 'application_security',
    grade: 'WARN',
    minus: 20,
    means: 'No Strict-Transport-Security',
  },
  'hsts-short': {
    vector: 'application_security',
    grade: 'NEUTRAL',
    means: 'Strict-Transport-Security for less than half a year',
  },
  'framing-missing': {
    vector: 'application_security',
    grade: 'WARN',
    minus: 20,
    means: 'Other websites may show this one inside their pages',
  },
  'nosniff-missing': {
    vector: 'application_security',
    grade: 'FAIR',
    minus: 5,
    means: 'No X-Content-Type-Options: nosniff',
  },
  'https-not-forced': {
    vector: 'application_security',
    grade: 'WARN',
    minus: 20,
    means: 'HTTP does not lead to HTTPS',
  },
  'session-cookie-insecure': {
    vector: 'application_security',
    grade: 'BAD',
    minus: 40,
    group: { name: 'session-cookie', most: 40 },
    means: 'A session cookie without Secure',
  },
  'session-cookie-readable': {
    vector: 'application_security',
    grade: 'BAD',
    minus: 30,
    group: { name: 'session-cookie', most: 40 },
    means: 'A session cookie without HttpOnly',
  },
  'library-high': {
    vector: 'application_security',
    grade: 'BAD',
    minus: 25,
    group: { name: 'libraries', most: 40 },
    means: 'A script library with a serious known flaw',
  },
  'library-medium': {
    vector: 'application_security',
    grade: 'WARN',
    minus: 15,
    group: { name: 'libraries', most: 40 },
    means: 'A script library with a known flaw',
  },
  'library-low': {
    vector: 'application_security',
    grade: 'FAIR',
    minus: 5,
    group: { name: 'libraries', most: 40 },
    means: 'A script library with a small known flaw',
  },
  'library-current': {
    vector: 'application_security',
    grade: 'GOOD',
    means: 'A script library without known flaws',
  },

  'patch-overdue': {
    vector: 'patching_cadence',
    grade: 'WARN',
    means: 'Vulnerable software has been left in place for more than 14 days',
  },
  'patch-in-time': {
    vector: 'patching_cadence',
    grade: 'GOOD',
    means: 'No vulnerable software was left in place for more than 14 days',
  },

  'default-page': {
    vector: 'insecure_systems',
    grade: 'BAD',
    minus: 50,
    means: 'A server still shows the page of its installation',
  },
  'directory-listing': {
    vector: 'insecure_systems',
    grade: 'BAD',
    minus: 50,
    means: 'A server lists the files of a folder',
  },
  'git-exposed': {
    vector: 'insecure_systems',
    grade: 'BAD',
    minus: 50,
    means: 'The source code (.git) can be downloaded',
  },
  'systems-clean': {
    vector: 'insecure_systems',
    grade: 'GOOD',
    means: 'No installation page and no listing of files',
  },

  'software-hidden': {
    vector: 'server_software',
    grade: 'GOOD',
    level: 100,
    means: 'The server does not tell its version',
  },
  'software-version-shown': {
    vector: 'server_software',
    grade: 'FAIR',
    level: 95,
    means: 'The server tells its version; it is still supported',
  },
  'software-eol-recent': {
    vector: 'server_software',
    grade: 'WARN',
    level: 65,
    means: 'Software whose support ended less than a year ago',
  },
  'software-eol-long': {
    vector: 'server_software',
    grade: 'BAD',
    level: 20,
    means: 'Software whose support ended more than a year ago',
  },
  'software-of-distribution': {
    vector: 'server_software',
    grade: 'NEUTRAL',
    means: 'Software that the operating system keeps up to date',
  },

  'dnssec-signed': { vector: 'dnssec', grade: 'GOOD', level: 100, means: 'The domain is signed with DNSSEC' },
  'dnssec-weak-algorithm': {
    vector: 'dnssec',
    grade: 'WARN',
    level: 65,
    means: 'DNSSEC uses a weak algorithm',
  },
  'dnssec-unsigned': {
    vector: 'dnssec',
    grade: 'WARN',
    level: 50,
    means: 'The domain is not signed with DNSSEC',
  },
  'dnssec-no-ds': {
    vector: 'dnssec',
    grade: 'WARN',
    level: 50,
    means: 'The domain is signed, but its parent does not know (no DS)',
  },
  'dnssec-mismatch': {
    vector: 'dnssec',
    grade: 'BAD',
    level: 0,
    means: 'DNSSEC is broken: keys, DS or signatures do not fit',
  },

  'caa-present': { vector: 'caa', grade: 'GOOD', level: 100, means: 'CAA says who may issue certificates' },
  'caa-invalid': { vector: 'caa', grade: 'WARN', level: 65, means: 'A CAA record that cannot be used' },
  'caa-missing': { vector: 'caa', grade: 'WARN', level: 50, means: 'No CAA record' },

  'mta-sts-enforced': {
    vector: 'mta_sts_tls_rpt',
    grade: 'GOOD',
    level: 100,
    means: 'MTA-STS enforces encryption, with reports (TLS-RPT)',
  },
  'tls-rpt-missing': {
    vector: 'mta_sts_tls_rpt',
    grade: 'FAIR',
    level: 85,
    means: 'MTA-STS without reports (TLS-RPT)',
  },
  'mta-sts-testing': {
    vector: 'mta_sts_tls_rpt',
    grade: 'WARN',
    level: 65,
    means: 'MTA-STS is only being tested or switched off',
  },
  'mta-sts-missing': { vector: 'mta_sts_tls_rpt', grade: 'WARN', level: 50, means: 'No MTA-STS' },
  'mta-sts-broken': {
    vector: 'mta_sts_tls_rpt',
    grade: 'BAD',
    level: 0,
    means: 'MTA-STS is announced, but its policy does not work',
  },

  'security-txt-valid': {
    vector: 'security_txt',
    grade: 'GOOD',
    level: 100,
    means: 'security.txt tells how to report a weakness',
  },
  'security-txt-expired': {
    vector: 'security_txt',
    grade: 'WARN',
    level: 65,
    means: 'security.txt has expired',
  },
  'security-txt-invalid': {
    vector: 'security_txt',
    grade: 'WARN',
    level: 65,
    means: 'security.txt lacks something it must have',
  },
  'security-txt-missing': { vector: 'security_txt', grade: 'WARN', level: 50, means: 'No security.txt' },

  'file-sharing-match': {
    vector: 'file_sharing',
    grade: 'BAD',
    minus: 60,
    means: 'A machine of the company was seen sharing files with strangers',
  },
  'file-sharing-clean': {
    vector: 'file_sharing',
    grade: 'GOOD',
    means: 'Not in the file sharing reports of the last 60 days',
  },
  'credentials-exposed': {
    vector: 'exposed_credentials',
    grade: 'WARN',
    level: 50,
    means: 'Addresses of the company are in stolen data',
  },
  'credentials-exposed-passwords': {
    vector: 'exposed_credentials',
    grade: 'BAD',
    level: 20,
    means: 'Addresses of the company are in stolen data together with passwords',
  },
  'credentials-clean': {
    vector: 'exposed_credentials',
    grade: 'GOOD',
    level: 100,
    means: 'No address of the company is in the stolen data',
  },

  'breach-reported': {
    vector: 'data_breaches',
    grade: 'BAD',
    means: 'A breach of the company was made public',
  },
  'breach-at-supplier': {
    vector: 'data_breaches',
    grade: 'WARN',
    means: 'A breach at a supplier of the company was made public',
  },
  'breach-none': {
    vector: 'data_breaches',
    grade: 'GOOD',
    means: 'No breach of the last two years is known',
  },
} as const satisfies Record<string, Fact>;

export type FactId = keyof typeof facts;
