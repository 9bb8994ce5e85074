import { bodyText, header, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';

const references = [
  'https://portswigger.net/web-security/host-header',
  'https://cwe.mitre.org/data/definitions/644.html',
];
const fix =
  '1. Write the name of the website into its settings and build addresses from that alone.\nDjango: ALLOWED_HOSTS; Laravel: TrustHosts and APP_URL; Rails: config.hosts; Symfony: trusted_hosts\n2. Refuse requests for other names.\nnginx: server { listen 80 default_server; return 444; }\nApache: a first virtual host that refuses everything\n3. Take X-Forwarded-Host from your own proxy only, and remove it from requests of visitors.';

const hostTrusted = defineRule({
  id: 'server.host-header',
  title: 'Links are built from a name that the visitor sends (Host header)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: 'CWE-644',
  explanation:
    'The website puts the host name of the request into its links without asking whether it is its own. An attacker can so have mails with links to a server of their own sent in the name of the website, for example to reset a password.',
  fix,
  references,
});
const poisoned = defineRule({
  id: 'server.cache-poisoning',
  title: 'A cache passes a page on that another visitor has changed',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:L/A:N',
  cwe: 'CWE-349',
  explanation:
    'A header that a visitor sends changes the links of the page, and a cache hands this changed page to the next visitors. An attacker can so put scripts or links of their own into the website for everybody.',
  fix,
  references: ['https://portswigger.net/web-security/web-cache-poisoning', ...references],
});

const mostPages = 4;

function hostInAddress(answer: HttpAnswer, host: string): string | null {
  const escaped = host.replaceAll('.', String.raw`\.`);
  const location = header(answer, 'location');
  if (
    location !== undefined &&
    new RegExp(String.raw`^(?:https?:)?//${escaped}(?:[:/]|$)`, 'i').test(location)
  )
    return `Location: ${location}`;
  if (answer.status >= 400) return null;
  const found = new RegExp(
    String.raw`<[a-z][^<>]{0,300}?\b(?:href|src|action|content|data-[\w-]{1,30})\s*=\s*["']?(?:https?:)?//${escaped}(?:[:/"'\s>])[^<>]{0,100}`,
    'i',
  ).exec(bodyText(answer));
  return found?.[0] ?? null;
}

/** Pages on which an address of one's own matters: where passwords are reset, then one per template. */
function pagesOf(scan: Scan): string[] {
  const telling =
    /forgot|reset|recover|remind|lost|password|passwort|register|sign[-_]?up|invite|login|sign[-_]?in/i;
  const pages = scan.site.pages.filter((page) => !isStaticFile(page.answer) && page.answer.status === 200);
  const shapes = new Set<string>();
  const chosen = [...pages]
    .sort((a, b) => Number(telling.test(b.url)) - Number(telling.test(a.url)))
    .filter(({ page }) => !shapes.has(page.shape) && shapes.add(page.shape))
    .map(({ url }) => url);
  return [...new Set([...(isStaticFile(scan.front) ? [] : [scan.base.href]), ...chosen])].slice(0, mostPages);
}

export const hostHeader: Check = {
  name: 'Names that visitors send',
  rules: [hostTrusted, poisoned],
  level: 'safe',
  activity: 'Checking whether the website believes any host name',
  run: async (scan) => {
    const host = `${scan.mark}.example`;
    let part = 0;
    for (const page of pagesOf(scan)) {
      for (const name of ['X-Forwarded-Host', 'Host']) {
        // An address that nobody else asks for: what a cache keeps of it harms no visitor.
        const url = new URL(page);
        url.searchParams.set(scan.mark, String((part += 1)));
        const answer = await scan.probe(url, { headers: { [name]: host }, maxBytes: 300_000 });
        if (!answer) continue;
        const place = hostInAddress(answer, host);
        // Servers that lead every name to https, or to a path, repeat it without harm.
        if (place === null || (name === 'Host' && answer.status >= 300)) continue;
        const sight = {
          answer,
          parameter: name,
          placeKey: `${name} ${new URL(page).pathname}`,
          payload: `${name}: ${host}`,
          excerpt: host,
        };
        if (name !== 'Host') {
          const later = await scan.probe(url, { maxBytes: 300_000 });
          if (later && hostInAddress(later, host) !== null) {
            scan.report(poisoned, {
              ...sight,
              answer: later,
              sent: answer,
              evidence: `Without the header the page still says: ${place.slice(0, 300)}`,
            });
            continue;
          }
        }
        scan.report(hostTrusted, {
          ...sight,
          evidence: `${name}: ${host} was answered with ${place.slice(0, 300)}`,
          ...(/forgot|reset|recover|remind|lost/i.test(page)
            ? { vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N' }
            : {}),
        });
      }
    }
  },
};
