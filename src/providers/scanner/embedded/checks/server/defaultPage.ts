import { bodyText } from '#probes/http/answer.ts';
import type { Check } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const defaultPage = defineRule({
  id: 'server.default-page',
  title: 'A page that came with the server is still shown',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-16',
  pci: '2.2.2',
  explanation:
    'The address shows the page that the software brings along when it is installed. It names the software, and tells attackers that the server may not have been set up to the end and still has its first settings.',
  fix: '1. Put your own page in its place, or take the address out of the DNS when it is not needed.\n2. Remove example applications and manuals that came with the server.\n3. Check the other settings of the server: passwords, administration pages, modules.',
  references: ['https://owasp.org/Top10/A05_2021-Security_Misconfiguration/'],
});

const pages: readonly (readonly [string, RegExp])[] = [
  ['Apache', /<title>\s*Apache2? (?:Debian|Ubuntu) Default Page: It works/i],
  ['Apache', /^\s*(?:<!doctype[^>]*>\s*)?<html>\s*<body>\s*<h1>It works!<\/h1>\s*<\/body>\s*<\/html>\s*$/i],
  ['Apache', /<title>[^<]{0,60}(?:Test Page for the (?:Apache|Nginx) (?:HTTP )?Server|HTTP Server Test Page powered by)/i],
  ['nginx', /<title>Welcome to (?:nginx|OpenResty)!?(?: on [^<]{1,60})?<\/title>/i],
  ['IIS', /<title>\s*(?:IIS Windows(?: Server)?|IIS ?\d[\d.]*|Microsoft Internet Information Services \d)\s*<\/title>/i],
  ['Apache Tomcat', /<title>Apache Tomcat(?:\/[\d.]+[^<]{0,30})?<\/title>[\s\S]{0,3000}(?:It works !|successfully installed Tomcat)/i],
  ['Apache Tomcat', /<title>Apache Tomcat (?:Examples|\d[\d.]* ?(?:Servlet|Examples))/i],
  ['lighttpd', /<title>Welcome page<\/title>[\s\S]{0,2000}This is a placeholder page installed by the Debian release of the/i],
  ['Caddy', /<title>Caddy works!<\/title>/i],
  ['WildFly or JBoss', /<title>\s*Welcome to (?:WildFly|JBoss|Red Hat JBoss)[^<]{0,60}<\/title>/i],
  ['GlassFish', /<title>GlassFish Server - Server Running<\/title>/i],
  ['XAMPP', /<title>Welcome to XAMPP<\/title>/i],
  ['Django', /<title>The install worked successfully! Congratulations!<\/title>/i],
  ['cPanel or Plesk', /<title>(?:Domain Default page|Default Web Site Page|Web Server's Default Page)<\/title>/i],
];

/** Which software's own first page an answer is; null for a page of the site. */
export function defaultPageOf(html: string): string | null {
  return pages.find(([, pattern]) => pattern.test(html.slice(0, 20_000)))?.[0] ?? null;
}

export const defaultPages: Check = {
  name: 'Pages that came with the server',
  rules: [defaultPage],
  level: 'safe',
  look: (seen, scan) => {
    if (!isDocument(seen)) return;
    const name = defaultPageOf(bodyText(seen.answer));
    if (name !== null)
      scan.report(defaultPage, { answer: seen.answer, evidence: `The page that ${name} brings along: ${seen.page.title.slice(0, 120)}` });
  },
};
