import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { fillPoint, type Fill } from '../../points/point.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { destinations, firstAnswers, type Destination } from './destination.ts';
import { byDepth, isAlive, isCarried, isDisturbed, likelyRedirect } from './likely.ts';

const rule = defineRule({
  id: 'active.open-redirect',
  title: 'Links of the website can lead anywhere (open redirect)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:N/I:L/A:N',
  cwe: 'CWE-601',
  explanation:
    'An address of the website sends visitors on to whatever website stands in it. Fraudsters use such links in mails, because they begin with a name that people trust.',
  fix: "1. Send visitors on only to paths of your own, and compare the whole origin, not a part of the text.\nJavaScript: const to = new URL(value, site); return to.origin === site ? to.pathname + to.search : '/';\nPHP: if (!preg_match('~^/(?![/\\\\\\\\\\s])~', $to)) $to = '/';\nDjango: url_has_allowed_host_and_scheme(url, allowed_hosts={request.get_host()})\nASP.NET: return LocalRedirect(url);\n2. For other websites keep a list and pass its key, not the address: /go?to=partner-7.\n3. Scripts that read an address from the page's own address need the same check.",
  references: [cheatSheet('Unvalidated_Redirects_and_Forwards')],
});

type Trick = { value: string; fill?: Fill };

const hostOf = (value: string): string | null => {
  try {
    return /^(https?:)?\/\//i.test(value) ? new URL(value, 'http://x').host : null;
  } catch {
    return null;
  }
};

/** The plain ways first, then what gets past checks of the beginning, the end or the middle of the text. */
function tricks(foreign: string, own: string, value: string): Trick[] {
  const allowed = hostOf(value) ?? own;
  const part = value.replace(/^https?:\/\//i, '') || allowed;
  return [
    { value: `//${foreign}/` },
    { value: `/\\${foreign}/` },
    { value: `https://${allowed}.${foreign}/` },
    { value: `https://${foreign}/?${value || allowed}` },
    { value: `https://${allowed}@${foreign}/` },
    { value: `///${foreign}/` },
    { value: foreign },
    { value: `https:${foreign}/` },
    { value: `/\t/${foreign}/` },
    { value: `https://${foreign}/${part}` },
    { value: `https://${foreign}#${part}` },
    { value: `https://${foreign}\\@${allowed}/` },
    { value: `https://${foreign}?${allowed}` },
    { value: `/%09/${foreign}/`, fill: { raw: true } },
    { value: `%68ttps%3a%2f%2f${foreign}%2f`, fill: { raw: true } },
    { value: `%252f%252f${foreign}%252f`, fill: { raw: true } },
    { value: `\\\\${foreign}/` },
    { value: `/.${foreign}/` },
    { value: `.${foreign}` },
    { value: `@${foreign}/` },
    { value: `https:/${foreign}/` },
    { value: `HtTpS://${foreign}/` },
    { value: ` https://${foreign}/` },
    { value: `https://${foreign}%00${allowed}`, fill: { raw: true } },
    { value: `https://${foreign}/${own}` },
    { value: `${value}//${foreign}/..` },
  ];
}

const leadsAway = ({ url }: Destination, foreign: string): boolean =>
  (url.protocol === 'http:' || url.protocol === 'https:') &&
  (url.hostname === foreign || url.hostname.endsWith(`.${foreign}`));

const ways = { header: 'a redirect', refresh: 'a refresh', script: 'a script of the page' } as const;

async function follow(
  tried: Tried,
  scan: Scan,
  foreign: string,
  { value, fill = {} }: Trick,
  whole: boolean,
): Promise<{ hit: boolean; chain: HttpAnswer[] }> {
  const chain = whole ? await tried.chain(value, fill) : await firstAnswers(tried, scan, value, fill);
  for (const answer of chain) {
    const end = destinations(answer).find((one) => leadsAway(one, foreign));
    if (!end) continue;
    tried.report(rule, {
      answer,
      payload: value,
      evidence: `${tried.point.name}=${value} leads to ${end.url.href} by ${ways[end.by]}.`,
      excerpt: foreign,
      confidence: end.by === 'script' ? 'firm' : 'certain',
    });
    return { hit: true, chain };
  }
  return { hit: false, chain };
}

/** What the page does with the value in a browser: the address it turns to, whether or not that can be reached. */
const watch = `
  if (window.navigation) navigation.addEventListener('navigate', (event) => window.__zqTell({ to: event.destination.url }));
  const open = window.open;
  window.open = (...given) => { try { window.__zqTell({ to: new URL(given[0], document.baseURI).href }); } catch {} return null; };
`;

async function inBrowser(tried: Tried, scan: Scan, foreign: string): Promise<void> {
  const { point } = tried;
  if (point.kind !== 'query' || point.request.method !== 'GET') return;
  const browser = await scan.browser();
  if (!browser) return;
  for (const value of [`https://${foreign}/`, `//${foreign}/`].slice(0, byDepth(scan, 1, 2, 2))) {
    const visit = await browser.visit(
      { url: fillPoint(point, value).url },
      { initScript: watch, atMostMs: 5000 },
    );
    const to = visit?.reports
      .flatMap((item) =>
        typeof item === 'object' && item !== null && 'to' in item && typeof item.to === 'string'
          ? [item.to]
          : [],
      )
      .find((text) => URL.canParse(text) && leadsAway({ url: new URL(text), by: 'script' }, foreign));
    if (to === undefined) continue;
    const answer = await tried.send(value);
    if (!answer) return;
    tried.report(rule, {
      answer,
      payload: value,
      evidence: `In a browser, ${point.name}=${value} leads to ${to} by a script of the page.`,
    });
    return;
  }
}

const leads = (answer: HttpAnswer, requested: string): boolean =>
  answer.url !== requested || destinations(answer).length > 0;

/** A script that reads the page's own address and moves on. */
const readsAddress = (answer: HttpAnswer): boolean => {
  const text = bodyText(answer);
  return (
    /location/.test(text) &&
    /URLSearchParams|searchParams|location\.search|location\.href|<script[^>]{1,200}src=/i.test(text)
  );
};

function mayLead(tried: Tried, scan: Scan, named: boolean, moved: boolean): boolean {
  if (isCarried(tried) && !/^referer$/i.test(tried.point.name) && !tried.reflected) return false;
  return (
    named || (moved && isAlive(tried) && (scan.depth !== 'few' || isDisturbed(tried) || tried.reflected))
  );
}

async function redirects(tried: Tried, scan: Scan): Promise<void> {
  const { point } = tried;
  const requested = new URL(point.request.url).href;
  const named = likelyRedirect(tried);
  const moved =
    leads(tried.plain, requested) || (tried.marked !== null && leads(tried.marked, tried.marked.url));
  if (!mayLead(tried, scan, named, moved)) return;
  const foreign = `${scan.mark}.example`;
  const first = await follow(tried, scan, foreign, { value: `https://${foreign}/` }, true);
  if (first.hit) return;
  const seen = first.chain.at(-1);
  const leading = moved || first.chain.length > 1 || (seen !== undefined && destinations(seen).length > 0);
  const number = leading ? byDepth(scan, 4, 11, 99) : named && isAlive(tried) ? byDepth(scan, 0, 1, 3) : 0;
  for (const trick of tricks(foreign, scan.base.hostname, point.value).slice(0, number))
    if ((await follow(tried, scan, foreign, trick, first.chain.length > 2)).hit) return;
  if (!leading && named && readsAddress(tried.plain)) await inBrowser(tried, scan, foreign);
}

/** Servers that add a slash to a folder or change to https put the path into Location as it came. */
async function byPath(scan: Scan): Promise<void> {
  const foreign = `${scan.mark}.example`;
  const folder = [...scan.site.paths].find((path) => /^[^?]*\/[^/?]+\/$/.test(path));
  const name =
    folder && URL.canParse(folder, scan.base.href)
      ? new URL(folder, scan.base).pathname.slice(1, -1)
      : 'images';
  for (const rawPath of [
    `//${foreign}/%2e%2e`,
    `//${foreign}/${name}/%2e%2e/%2e%2e/${name}`,
    `/%5c${foreign}/`,
    `/%09/${foreign}/`,
    `//${foreign}/%2f..`,
    `/${foreign}//`,
  ].slice(0, byDepth(scan, 1, 3, 6))) {
    const answer = await scan.ask(new URL('/', scan.base), { rawPath, maxBytes: 100_000 });
    // The address is compared with our own origin: what it was asked for is not what a browser would resolve it against.
    const end =
      answer &&
      destinations({ ...answer, url: new URL('/', scan.base).href }).find((one) => leadsAway(one, foreign));
    if (!answer || !end) continue;
    scan.report(rule, {
      answer,
      payload: rawPath,
      parameter: 'path',
      url: new URL('/', scan.base).href,
      evidence: `The path ${rawPath} leads to ${end.url.href}.`,
      excerpt: foreign,
    });
    return;
  }
}

export const redirect: Check = {
  name: 'Redirects to other websites',
  rules: [rule],
  level: 'safe',
  activity: 'Trying where links can lead',
  point: async (tried, scan) => {
    if (tried.point.kind === 'file' || tried.point.kind === 'xml') return;
    await redirects(tried, scan);
  },
  run: byPath,
};
