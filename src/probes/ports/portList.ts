/** What an open port means: the engine's rubric decides by this class. */
export type PortClass = 'expected' | 'alternate-web' | 'ssh' | 'ftp' | 'bad' | 'other';
export type PortEntry = {
  port: number;
  /** Short name of the usual service. */
  name: string;
  service: string;
  class: PortClass;
  /** Servers of this kind speak first, so that a look costs nothing. */
  speaksFirst?: true;
  /** Why it is in its class, a sentence. */
  why: string;
};

/**
 * The forty ports that are tried. Chosen from what the internet-wide scans find open most, and from what ransomware
 * reports name as the way in; everything else of a company's server is not looked at.
 */
export const portList: readonly PortEntry[] = [
  { port: 80, name: 'http', service: 'Web server', class: 'expected', why: 'A public web site.' },
  { port: 443, name: 'https', service: 'Web server (encrypted)', class: 'expected', why: 'A public web site.' },
  { port: 25, name: 'smtp', service: 'Mail server', class: 'expected', speaksFirst: true, why: 'Mail between servers arrives here.' },
  {
    port: 465,
    name: 'submissions',
    service: 'Mail submission (encrypted)',
    class: 'expected',
    why: 'Staff send mail here, encrypted from the start.',
  },
  { port: 587, name: 'submission', service: 'Mail submission', class: 'expected', speaksFirst: true, why: 'Staff send mail here.' },
  { port: 993, name: 'imaps', service: 'Mailboxes (encrypted)', class: 'expected', why: 'Staff read mail here, encrypted from the start.' },
  { port: 995, name: 'pop3s', service: 'Mailboxes (encrypted)', class: 'expected', why: 'Staff read mail here, encrypted from the start.' },
  { port: 53, name: 'dns', service: 'Name server', class: 'expected', why: 'The public names of a company are answered here.' },
  {
    port: 8080,
    name: 'http-alt',
    service: 'Alternate web server',
    class: 'alternate-web',
    why: 'Often a forgotten test or management page.',
  },
  { port: 8443, name: 'https-alt', service: 'Alternate web server (encrypted)', class: 'alternate-web', why: 'Often a management page.' },
  { port: 8000, name: 'http-8000', service: 'Alternate web server', class: 'alternate-web', why: 'Often a developer’s server.' },
  {
    port: 8888,
    name: 'http-8888',
    service: 'Alternate web server',
    class: 'alternate-web',
    why: 'Often a developer’s server or a management page.',
  },
  { port: 9443, name: 'https-9443', service: 'Alternate web server (encrypted)', class: 'alternate-web', why: 'Often a management page.' },
  {
    port: 3000,
    name: 'http-3000',
    service: 'Alternate web server',
    class: 'alternate-web',
    why: 'Often a developer’s server or a dashboard.',
  },
  {
    port: 22,
    name: 'ssh',
    service: 'Remote administration (SSH)',
    class: 'ssh',
    speaksFirst: true,
    why: 'Passwords are tried here day and night.',
  },
  {
    port: 2222,
    name: 'ssh-alt',
    service: 'Remote administration (SSH)',
    class: 'ssh',
    speaksFirst: true,
    why: 'SSH on another port is found just as well.',
  },
  {
    port: 21,
    name: 'ftp',
    service: 'File transfer (FTP)',
    class: 'ftp',
    speaksFirst: true,
    why: 'Passwords and files can be read on the way.',
  },
  {
    port: 23,
    name: 'telnet',
    service: 'Remote administration (Telnet)',
    class: 'bad',
    why: 'Everything, passwords too, can be read on the way.',
  },
  { port: 135, name: 'msrpc', service: 'Windows remote procedure calls', class: 'other', why: 'It belongs inside the company’s network.' },
  { port: 139, name: 'netbios', service: 'Windows file sharing (NetBIOS)', class: 'bad', why: 'It belongs inside the company’s network.' },
  { port: 445, name: 'smb', service: 'Windows file sharing (SMB)', class: 'bad', why: 'Worms and ransomware spread through it.' },
  {
    port: 1433,
    name: 'mssql',
    service: 'Database (Microsoft SQL Server)',
    class: 'bad',
    why: 'A database belongs inside the company’s network.',
  },
  { port: 1521, name: 'oracle', service: 'Database (Oracle)', class: 'bad', why: 'A database belongs inside the company’s network.' },
  { port: 3306, name: 'mysql', service: 'Database (MySQL)', class: 'bad', why: 'A database belongs inside the company’s network.' },
  {
    port: 5432,
    name: 'postgresql',
    service: 'Database (PostgreSQL)',
    class: 'bad',
    why: 'A database belongs inside the company’s network.',
  },
  { port: 6379, name: 'redis', service: 'Data store (Redis)', class: 'bad', why: 'It often asks for no password.' },
  { port: 9200, name: 'elasticsearch', service: 'Search server (Elasticsearch)', class: 'bad', why: 'It often asks for no password.' },
  { port: 27017, name: 'mongodb', service: 'Database (MongoDB)', class: 'bad', why: 'It often asks for no password.' },
  { port: 11211, name: 'memcached', service: 'Cache (Memcached)', class: 'bad', why: 'It asks for no password.' },
  { port: 2375, name: 'docker', service: 'Docker control', class: 'bad', why: 'Whoever reaches it rules the machine.' },
  { port: 3389, name: 'rdp', service: 'Remote desktop (RDP)', class: 'bad', why: 'The most common way in of ransomware.' },
  {
    port: 5900,
    name: 'vnc',
    service: 'Remote desktop (VNC)',
    class: 'bad',
    speaksFirst: true,
    why: 'Weak passwords, and the screen can be read on the way.',
  },
  { port: 5985, name: 'winrm', service: 'Windows remote management', class: 'bad', why: 'It belongs inside the company’s network.' },
  {
    port: 5986,
    name: 'winrm-tls',
    service: 'Windows remote management (encrypted)',
    class: 'bad',
    why: 'It belongs inside the company’s network.',
  },
  {
    port: 110,
    name: 'pop3',
    service: 'Mailboxes',
    class: 'other',
    speaksFirst: true,
    why: 'Passwords can be read on the way unless encryption is forced.',
  },
  {
    port: 143,
    name: 'imap',
    service: 'Mailboxes',
    class: 'other',
    speaksFirst: true,
    why: 'Passwords can be read on the way unless encryption is forced.',
  },
  { port: 389, name: 'ldap', service: 'Directory (LDAP)', class: 'other', why: 'A list of staff and machines belongs inside.' },
  { port: 1723, name: 'pptp', service: 'Remote access (PPTP)', class: 'other', why: 'Its encryption has been broken for years.' },
  { port: 873, name: 'rsync', service: 'File copies (rsync)', class: 'other', speaksFirst: true, why: 'It often asks for no password.' },
  { port: 10000, name: 'webmin', service: 'Server management (Webmin)', class: 'other', why: 'A management page belongs inside.' },
];
