import { bodyText, header } from '#probes/http/answer.ts';
import { defineRule, type Check } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const vector = 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';
const references = [
  'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/02-Fingerprint_Web_Server',
];

const serverVersion = defineRule({
  id: 'leaks.server-version',
  title: 'The server tells its exact version',
  vector,
  cwe: 'CWE-497',
  explanation:
    'Each answer names the server software with its version. Attackers look for servers with a version for which they know a weakness.',
  fix: '1. Hide the version.\nApache: ServerTokens Prod and ServerSignature Off\nnginx: server_tokens off;\nIIS: <requestFiltering removeServerHeader="true" />\n2. Keep the software up to date all the same; hiding the version only makes searching harder.',
  references,
});
const poweredBy = defineRule({
  id: 'leaks.powered-by',
  title: 'The answers name the technology behind the website',
  vector,
  cwe: 'CWE-497',
  explanation:
    'Headers tell with which language or framework the website was made, often with the version. That spares attackers the first step.',
  fix: '1. Remove these headers.\nPHP: expose_php = Off in php.ini\nExpress: app.disable("x-powered-by")\nASP.NET: <httpRuntime enableVersionHeader="false" /> and <remove name="X-Powered-By" /> under customHeaders\nnginx in front: proxy_hide_header X-Powered-By;',
  references,
});
const generator = defineRule({
  id: 'leaks.generator-version',
  title: 'Pages name the exact version of the content management system',
  vector,
  cwe: 'CWE-497',
  explanation:
    'A generator entry in the pages tells which system made them, with its version. Attackers search for versions with known weaknesses.',
  fix: "1. Remove the entry.\nWordPress: remove_action('wp_head', 'wp_generator'); in functions.php\nJoomla: $this->setGenerator(''); in the template\n2. Keep the system and its extensions up to date.",
  references,
});

const version = /\b\d+\.\d+(?:\.\d+)*/;
const poweredByHeaders = [
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'x-runtime-version',
  'x-php-version',
  'liferay-portal',
  'x-owa-version',
  'x-jenkins',
];

export function namesVersion(server: string): boolean {
  return /[a-z]/i.test(server) && version.test(server);
}

/** What servers sign their own error pages with; null when there is no version in it. */
export function errorPageVersion(html: string): string | null {
  const found =
    /<h3>(Apache Tomcat\/\d[\w.() -]{0,40})<\/h3>|Powered by (Jetty:\/\/ \d[\w.-]{0,40})|<hr>\s*<center>((?:nginx|openresty)\/\d[\w.]{0,20})<\/center>|<address>(Apache\/\d[^<]{0,120}?) Server at/i.exec(
      html,
    );
  return found?.slice(1).find((part) => part !== undefined) ?? null;
}

export const banners: Check = {
  name: 'Names and versions of software',
  rules: [serverVersion, poweredBy, generator],
  level: 'lightning',
  look: (seen, scan) => {
    if (!seen.own) return false;
    const { answer } = seen;
    const server = header(answer, 'server') ?? '';
    const signed =
      answer.status >= 400 && !namesVersion(server)
        ? errorPageVersion(bodyText(answer).slice(0, 20_000))
        : null;
    if (signed !== null)
      scan.report(serverVersion, {
        answer,
        parameter: 'error page',
        placeKey: signed,
        evidence: `An error page says: ${signed}`,
        excerpt: signed,
      });
    if (seen.via !== 'page') return [serverVersion];
    if (namesVersion(server))
      scan.report(serverVersion, {
        answer,
        parameter: 'Server',
        placeKey: server,
        evidence: `Server: ${server}`,
      });
    for (const name of poweredByHeaders) {
      const value = header(answer, name);
      if (value === undefined || value.trim() === '') continue;
      scan.report(poweredBy, {
        answer,
        parameter: name,
        placeKey: `${name} ${value}`,
        evidence: `${name}: ${value}`,
      });
    }
    if (!isDocument(seen)) return [serverVersion, poweredBy];
    for (const meta of seen.page.metas)
      if (meta.name === 'generator' && /[a-z]/i.test(meta.content) && version.test(meta.content))
        scan.report(generator, {
          answer,
          parameter: 'generator',
          placeKey: meta.content,
          evidence: `<meta name="generator" content="${meta.content.slice(0, 200)}">`,
          excerpt: 'generator',
        });
    return undefined;
  },
};
