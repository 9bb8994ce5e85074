/** What an open port means: the engine's rubric decides by this class. */
type PortClass = 'expected' | 'alternate-web' | 'ssh' | 'ftp' | 'bad' | 'other';
export type PortEntry = {
  port: number;
  name: string;
  service: string;
  class: PortClass;
  /** Servers of this kind speak first, so that a look costs nothing. */
  speaksFirst?: true;
  why: string;
};

type Row = [port: number, name: string, service: string, kind: PortClass, why: string, speaksFirst?: true];

/**
 * The forty ports that are tried. Chosen from what the internet-wide scans find open most, and from what ransomware
 * reports name as the way in; everything else of a company's server is not looked at.
 */
export const portList: readonly PortEntry[] = (
  [
    [80, 'http', 'Web server', 'expected', 'A public web site.'],
    [443, 'https', 'Web server (encrypted)', 'expected', 'A public web site.'],
    [25, 'smtp', 'Mail server', 'expected', 'Mail between servers arrives here.', true],
    [
      465,
      'submissions',
      'Mail submission (encrypted)',
      'expected',
      'Staff send mail here, encrypted from the start.',
    ],
    [587, 'submission', 'Mail submission', 'expected', 'Staff send mail here.', true],
    [993, 'imaps', 'Mailboxes (encrypted)', 'expected', 'Staff read mail here, encrypted from the start.'],
    [995, 'pop3s', 'Mailboxes (encrypted)', 'expected', 'Staff read mail here, encrypted from the start.'],
    [53, 'dns', 'Name server', 'expected', 'The public names of a company are answered here.'],
    [8080, 'http-alt', 'Alternate web server', 'alternate-web', 'Often a forgotten test or management page.'],
    [8443, 'https-alt', 'Alternate web server (encrypted)', 'alternate-web', 'Often a management page.'],
    [8000, 'http-8000', 'Alternate web server', 'alternate-web', 'Often a developer’s server.'],
    [
      8888,
      'http-8888',
      'Alternate web server',
      'alternate-web',
      'Often a developer’s server or a management page.',
    ],
    [9443, 'https-9443', 'Alternate web server (encrypted)', 'alternate-web', 'Often a management page.'],
    [
      3000,
      'http-3000',
      'Alternate web server',
      'alternate-web',
      'Often a developer’s server or a dashboard.',
    ],
    [22, 'ssh', 'Remote administration (SSH)', 'ssh', 'Passwords are tried here day and night.', true],
    [
      2222,
      'ssh-alt',
      'Remote administration (SSH)',
      'ssh',
      'SSH on another port is found just as well.',
      true,
    ],
    [21, 'ftp', 'File transfer (FTP)', 'ftp', 'Passwords and files can be read on the way.', true],
    [
      23,
      'telnet',
      'Remote administration (Telnet)',
      'bad',
      'Everything, passwords too, can be read on the way.',
    ],
    [135, 'msrpc', 'Windows remote procedure calls', 'other', 'It belongs inside the company’s network.'],
    [139, 'netbios', 'Windows file sharing (NetBIOS)', 'bad', 'It belongs inside the company’s network.'],
    [445, 'smb', 'Windows file sharing (SMB)', 'bad', 'Worms and ransomware spread through it.'],
    [
      1433,
      'mssql',
      'Database (Microsoft SQL Server)',
      'bad',
      'A database belongs inside the company’s network.',
    ],
    [1521, 'oracle', 'Database (Oracle)', 'bad', 'A database belongs inside the company’s network.'],
    [3306, 'mysql', 'Database (MySQL)', 'bad', 'A database belongs inside the company’s network.'],
    [5432, 'postgresql', 'Database (PostgreSQL)', 'bad', 'A database belongs inside the company’s network.'],
    [6379, 'redis', 'Data store (Redis)', 'bad', 'It often asks for no password.'],
    [9200, 'elasticsearch', 'Search server (Elasticsearch)', 'bad', 'It often asks for no password.'],
    [27017, 'mongodb', 'Database (MongoDB)', 'bad', 'It often asks for no password.'],
    [11211, 'memcached', 'Cache (Memcached)', 'bad', 'It asks for no password.'],
    [2375, 'docker', 'Docker control', 'bad', 'Whoever reaches it rules the machine.'],
    [3389, 'rdp', 'Remote desktop (RDP)', 'bad', 'The most common way in of ransomware.'],
    [
      5900,
      'vnc',
      'Remote desktop (VNC)',
      'bad',
      'Weak passwords, and the screen can be read on the way.',
      true,
    ],
    [5985, 'winrm', 'Windows remote management', 'bad', 'It belongs inside the company’s network.'],
    [
      5986,
      'winrm-tls',
      'Windows remote management (encrypted)',
      'bad',
      'It belongs inside the company’s network.',
    ],
    [
      110,
      'pop3',
      'Mailboxes',
      'other',
      'Passwords can be read on the way unless encryption is forced.',
      true,
    ],
    [
      143,
      'imap',
      'Mailboxes',
      'other',
      'Passwords can be read on the way unless encryption is forced.',
      true,
    ],
    [389, 'ldap', 'Directory (LDAP)', 'other', 'A list of staff and machines belongs inside.'],
    [1723, 'pptp', 'Remote access (PPTP)', 'other', 'Its encryption has been broken for years.'],
    [873, 'rsync', 'File copies (rsync)', 'other', 'It often asks for no password.', true],
    [10000, 'webmin', 'Server management (Webmin)', 'other', 'A management page belongs inside.'],
  ] as Row[]
).map(([port, name, service, kind, why, speaksFirst]) => ({
  port,
  name,
  service,
  class: kind,
  why,
  ...(speaksFirst && { speaksFirst }),
}));
