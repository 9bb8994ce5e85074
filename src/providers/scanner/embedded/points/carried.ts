import { looksLikeProgram } from '../crawl/frontier.ts';
import { likeness } from '../answers/likeness.ts';
import type { PageSummary, Scan } from '../rule.ts';
import type { Point } from './point.ts';
import { alike, mentions } from './tried.ts';

/** Places that no link and no form shows: headers, cookies, what follows a program in the path, names of parameters. */

const headerNames = ['User-Agent', 'Referer', 'X-Forwarded-For'];

const onPage = (url: string) => ({ method: 'GET', url, page: url, source: 'link' }) as const;

const headersAt = (scan: Scan, url: string): Point[] =>
  headerNames.map((name) => ({
    kind: 'header',
    request: onPage(url),
    name,
    value: name === 'Referer' ? scan.base.href : '',
  }));

const mostPages = { few: 30, usual: 200, many: 600 } as const;
const fewOfAKind = 30;
const blindPages = { few: 1, usual: 3, many: 10 } as const;

/** A few pages of each kind, those first that are the only ones of theirs; each program stands for itself. */
function differentPages(scan: Scan): PageSummary[] {
  const kinds = new Map<string, PageSummary[]>();
  for (const one of scan.site.pages) {
    const url = new URL(one.url);
    if (one.answer.status >= 400 || !scan.inScope(url) || scan.isHarmful(url)) continue;
    const kind = looksLikeProgram(url)
      ? url.pathname
      : `${url.pathname.replace(/(?<![^/])[^/]*\/?$/, '')} ${one.page.shape}`;
    const known = kinds.get(kind);
    if (known) known.push(one);
    else kinds.set(kind, [one]);
  }
  const turns = Array.from({ length: fewOfAKind }, (_none, turn) =>
    [...kinds.values()].flatMap((pages) => pages[turn] ?? []),
  );
  return turns.flat().slice(0, mostPages[scan.depth]);
}

/**
 * One request with a mark in each of these places tells which of them the page repeats, and whether one breaks it: no page
 * says beforehand what it reads.
 */
async function readsAt(scan: Scan, { url, answer: plain }: PageSummary): Promise<Point[]> {
  const at = new URL(url);
  at.hash = '';
  const mark = (place: string) => `${scan.mark}${place}`;
  const headers = Object.fromEntries(
    headerNames.map((name, index) => [
      name,
      `${name === 'Referer' ? at.origin : 'visitor'}/${mark(`h${index}`)}'"`,
    ]),
  );
  const named = new URL(at);
  named.searchParams.append(mark('n'), '1');
  const behind = looksLikeProgram(at) ? { rawPath: `${at.pathname}/${mark('p')}${named.search}` } : {};
  const first = await scan.ask(named, { headers, ...behind });
  // Servers that know no such path say so, whatever else the page reads.
  const answer =
    first && first.status >= 400 && 'rawPath' in behind ? await scan.ask(named, { headers }) : first;
  if (!answer || !first) return [];
  const points: Point[] = headersAt(scan, url).filter((_point, index) => mentions(answer, mark(`h${index}`)));
  if (mentions(answer, mark('n')) && !answer.headers.some(([, value]) => value.includes(mark('n'))))
    points.push({ kind: 'name', request: onPage(url), name: 'name of a parameter', value: '' });
  if (mentions(first, mark('p')))
    points.push({
      kind: 'path',
      request: onPage(`${at.origin}${at.pathname}`),
      name: String(at.pathname.split('/').length - 1),
      value: '',
    });
  if (points.length > 0 || (answer.status >= 400 && answer.status < 500) || likeness(plain, answer) >= alike)
    return points;
  const again = await scan.ask(at);
  return again && likeness(plain, again) >= alike ? headersAt(scan, url) : [];
}

function cookiePoints(scan: Scan): Point[] {
  const given = new Map<string, { url: string; value: string }>();
  for (const { url, answer } of scan.site.pages)
    for (const [name, line] of answer.headers) {
      if (answer.status >= 400 || name.toLowerCase() !== 'set-cookie') continue;
      const [, cookie, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      if (cookie && !given.has(cookie)) given.set(cookie, { url, value: value ?? '' });
    }
  return [...given].flatMap(([name, { url, value }]): Point[] => {
    // A session id is made by the framework: changing it only signs the scan out.
    if (
      /sess|^sid$|jsessionid|phpsessid|aspnet|^auth|token|csrf|xsrf|__cf|^_ga|^_gid|cookieconsent/i.test(name)
    )
      return [];
    let plain = value;
    try {
      plain = decodeURIComponent(value);
    } catch {
      // as it is
    }
    return [{ kind: 'cookie', request: onPage(url), name, value: plain }];
  });
}

/** What a request carries beside its parameters: everywhere where a page shows that it reads it, and blindly on a few pages. */
export async function carriedPoints(scan: Scan): Promise<Point[]> {
  const pages = scan.site.pages.filter(({ answer }) => answer.status < 400);
  const points = pages.slice(0, blindPages[scan.depth]).flatMap(({ url }) => headersAt(scan, url));
  const wait = differentPages(scan);
  const worker = async () => {
    for (let page = wait.shift(); page; page = wait.shift()) points.push(...(await readsAt(scan, page)));
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return [...points, ...cookiePoints(scan)];
}
