/** What a server tells about its software, read from headers, pages and greetings. */
export type Software = {
  /** Key in the table of end-of-life dates; null for one that is not known there. */
  product: string | null;
  /** As it was told. */
  shown: string;
  version: string;
  /** Built by a distribution, which mends old versions without changing their number. */
  ofDistribution: boolean;
};

/** Names as servers tell them, lower case. */
const products: Record<string, string> = {
  nginx: 'nginx',
  apache: 'apache',
  'microsoft-iis': 'iis',
  php: 'php',
  openssl: 'openssl',
  tomcat: 'tomcat',
  'apache tomcat': 'tomcat',
  node: 'nodejs',
  'node.js': 'nodejs',
  wordpress: 'wordpress',
  drupal: 'drupal',
  'joomla!': 'joomla',
  joomla: 'joomla',
  typo3: 'typo3',
  exim: 'exim',
  postfix: 'postfix',
  sendmail: 'sendmail',
  openssh: 'openssh',
  dropbear: 'dropbear',
  proftpd: 'proftpd',
  vsftpd: 'vsftpd',
  jetty: 'jetty',
  lighttpd: 'lighttpd',
  caddy: 'caddy',
  haproxy: 'haproxy',
  varnish: 'varnish',
  squid: 'squid',
  'asp.net': 'aspnet',
  'asp.net mvc': 'aspnetmvc',
  kestrel: 'dotnet',
  python: 'python',
  cpython: 'python',
  gunicorn: 'gunicorn',
  werkzeug: 'werkzeug',
  rails: 'rails',
  'phusion passenger': 'passenger',
  phusion_passenger: 'passenger',
  puma: 'puma',
  coldfusion: 'coldfusion',
  express: 'express',
  mysql: 'mysql',
  mariadb: 'mariadb',
  postgresql: 'postgresql',
  redis: 'redis',
  elasticsearch: 'elasticsearch',
  mongodb: 'mongodb',
  dovecot: 'dovecot',
};

/** Numbers of interfaces and protocols, which say nothing about what is installed. */
const noSoftware = new Set([
  'apache-coyote',
  'microsoft-httpapi',
  'http',
  'servlet',
  'jsp',
  'php/fpm',
  'mozilla',
  'esmtp',
  'smtp',
  'ssh',
  'via',
  'tls',
]);

const distributions =
  /\b(?:debian|ubuntu|raspbian|centos|red ?hat|rhel|rocky|almalinux|fedora|amazon|amzn|suse|opensuse|oracle linux|alpine|gentoo|mageia)\b|[-+~.](?:\d*ubuntu|deb\d|\d*\+deb|el\d|amzn\d|fc\d)/i;

/** A name, a space, slash or bracket, and a number: `nginx/1.18.0`, `Drupal 9`, `Jetty(9.4.43.v2021)`, `OpenSSH_8.2p1`. */
const named =
  /((?:Phusion |Apache |ASP\.NET )?[A-Za-z][A-Za-z0-9.!-]*(?:_Passenger)?)(?:[/_( ]|-(?=\d))v?(\d+(?:\.\d+){0,4})([\w.+~-]*)/g;

const maxText = 500;

/** Every version that a text of a server tells. A name with a whole number alone counts only where the table knows it. */
export function readSoftware(text: string): Software[] {
  const told = text.slice(0, maxText);
  const ofDistribution = distributions.test(told);
  return [...told.matchAll(named)].flatMap(([shown, name = '', version = '']): Software[] => {
    const bare = name.toLowerCase().replace(/^apache tomcat$/, 'tomcat');
    const product = products[bare] ?? products[bare.replace(/^(?:phusion|apache) /, '')] ?? null;
    if (noSoftware.has(bare) || (product === null && !version.includes('.'))) return [];
    return [{ product, shown: shown.trim(), version, ofDistribution }];
  });
}
