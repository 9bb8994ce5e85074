const pages: readonly (readonly [string, RegExp])[] = [
  ['Apache', /<title>\s*Apache2? (?:Debian|Ubuntu) Default Page: It works/i],
  ['Apache', /^\s*(?:<!doctype[^>]*>\s*)?<html>\s*<body>\s*<h1>It works!<\/h1>\s*<\/body>\s*<\/html>\s*$/i],
  [
    'Apache',
    /<title>[^<]{0,60}(?:Test Page for the (?:Apache|Nginx) (?:HTTP )?Server|HTTP Server Test Page powered by)/i,
  ],
  ['nginx', /<title>Welcome to (?:nginx|OpenResty)!?(?: on [^<]{1,60})?<\/title>/i],
  [
    'IIS',
    /<title>\s*(?:IIS Windows(?: Server)?|IIS ?\d[\d.]*|Microsoft Internet Information Services \d)\s*<\/title>/i,
  ],
  [
    'Apache Tomcat',
    /<title>Apache Tomcat(?:\/[\d.]+[^<]{0,30})?<\/title>[\s\S]{0,3000}(?:It works !|successfully installed Tomcat)/i,
  ],
  ['Apache Tomcat', /<title>Apache Tomcat (?:Examples|\d[\d.]* ?(?:Servlet|Examples))/i],
  [
    'lighttpd',
    /<title>Welcome page<\/title>[\s\S]{0,2000}This is a placeholder page installed by the Debian release of the/i,
  ],
  ['Caddy', /<title>Caddy works!<\/title>/i],
  ['WildFly or JBoss', /<title>\s*Welcome to (?:WildFly|JBoss|Red Hat JBoss)[^<]{0,60}<\/title>/i],
  ['GlassFish', /<title>GlassFish Server - Server Running<\/title>/i],
  ['XAMPP', /<title>Welcome to XAMPP<\/title>/i],
  ['Django', /<title>The install worked successfully! Congratulations!<\/title>/i],
  [
    'cPanel or Plesk',
    /<title>(?:Domain Default page|Default Web Site Page|Web Server's Default Page)<\/title>/i,
  ],
];

/** Which software's own first page an answer is; null for a page of the site. */
export function defaultPageOf(html: string): string | null {
  return pages.find(([, pattern]) => pattern.test(html.slice(0, 20_000)))?.[0] ?? null;
}
