import { bodyText } from '#probes/http/answer.ts';
import type { Point, SiteRequest } from '../../points/point.ts';
import { breakout, tryPoint } from '../../points/tried.ts';
import type { Scan } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';
import { prove, reflectionsIn, sightingOf, targetOf } from './prove.ts';
import { reflected } from './rules.ts';

/** Places for input that no link shows: names that many programs read, unknown names, and addresses that lead nowhere. */

const common =
  'q s search query keyword name id page lang msg message error title ref url next return redirect callback text value user email type action view cat tag sort filter term key data content comment subject file path mode theme'.split(
    ' ',
  );

const mostPages = { few: 6, usual: 20, many: 60 } as const;
const mostNames = { few: 20, usual: 45, many: 90 } as const;
const mostHits = 12;

/** Fields of the page that no form sends, and names that its own scripts read from the address. */
function namesOn(html: string): string[] {
  const found = new Set<string>();
  const patterns = [
    /<(?:input|textarea|select)\b[^>]{0,300}?\bname\s*=\s*["']?([\w.-]{1,40})/gi,
    /(?:searchParams|urlParams|params|query)\.get\(\s*["']([\w.-]{1,40})["']/gi,
    /\bget(?:Url)?Param(?:eter)?(?:ByName)?\(\s*["']([\w.-]{1,40})["']/gi,
  ];
  for (const pattern of patterns)
    for (const [, name] of html.slice(0, 300_000).matchAll(pattern)) if (found.size < 40) found.add(name!);
  return [...found];
}

async function tryGuess(scan: Scan, point: Point): Promise<boolean> {
  const tried = await tryPoint(scan, point);
  if (!tried?.marked) return false;
  const proof = await prove(targetOf(tried, scan), reflectionsIn(tried.marked, scan.mark), scan);
  if (proof) tried.report(reflected, sightingOf(proof));
  return proof !== null;
}

/** All names at once, each with a mark of its own; only a name that comes back is looked into. */
async function guessNames(
  scan: Scan,
  address: string,
  html: string,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const url = new URL(address);
  url.search = '';
  const names = [...new Set([...namesOn(html), ...common])]
    .filter((name) => !known.has(`${url.pathname} ${name}`))
    .slice(0, mostNames[scan.depth]);
  const all = new URL(url);
  // Letters at the end keep one mark from being the beginning of another.
  for (const [index, name] of names.entries()) all.searchParams.set(name, `${scan.mark}g${index}z<"'`);
  const answer = await scan.probe(all, { maxBytes: 1_000_000 });
  if (!answer) return false;
  const body = bodyText(answer);
  const back = names.filter((_name, index) =>
    new RegExp(`${scan.mark}g${index}z(<|["']|[^\\w]{0,12}<|\\\\["'])`, 'i').test(body),
  );
  // A page that repeats its whole address repeats every name.
  for (const name of back.length > 6 ? back.slice(0, 1) : back.slice(0, 3)) {
    const request: SiteRequest = { method: 'GET', url: url.href, page: address, source: 'link' };
    if (await tryGuess(scan, { kind: 'query', request, name, value: '' })) return true;
  }
  return false;
}

/** An address that does not exist, in the folder of each of some pages: error pages like to repeat it. */
async function guessPaths(scan: Scan, pages: readonly string[]): Promise<void> {
  const folders = new Set([
    '/',
    ...pages.map((page) => new URL(page).pathname.replace(/(?<![^/])[^/]*$/, '')),
  ]);
  const kinds = scan.depth === 'few' ? [''] : ['', '.php', '.html'];
  const tails = kinds.flatMap((ending) =>
    [...folders].slice(0, scan.depth === 'few' ? 2 : 5).map((folder) => ({ folder, ending })),
  );
  const endings = new Set(
    scan.depth === 'few'
      ? ['']
      : [...scan.site.paths].flatMap((path) => /\.\w{1,5}$/.exec(path)?.[0] ?? []).concat(''),
  );
  let hits = 0;
  for (const { folder, ending } of tails) {
    if (!endings.has(ending) || hits > 0) continue;
    const text = encodeURIComponent(breakout(scan.mark).replaceAll('/', ''));
    const address = new URL(`${folder}${text}${ending}`, scan.base);
    const answer = await scan.probe(address, { rawPath: `${folder}${text}${ending}`, maxBytes: 1_000_000 });
    // Two words so that the text is a segment of its own, whatever follows.
    if (!answer || reflectionsIn(answer, scan.mark).length === 0) continue;
    const at = new URL(`${folder}page`, scan.base);
    const name = String(at.pathname.split('/').length - 2);
    const request: SiteRequest = { method: 'GET', url: at.href, page: scan.base.href, source: 'link' };
    if (await tryGuess(scan, { kind: 'path', request, name, value: 'page' })) hits += 1;
  }
}

/** A name of our own: pages that list or repeat what they were asked for put names out too. */
async function guessUnknown(scan: Scan, pages: readonly string[]): Promise<void> {
  for (const page of pages.slice(0, scan.depth === 'few' ? 2 : 8)) {
    const url = new URL(page);
    const base = `${url.origin}${url.pathname}`;
    const address = `${base}?${encodeURIComponent(breakout(scan.mark))}=1`;
    const answer = await scan.probe(address, { maxBytes: 1_000_000 });
    if (!answer) continue;
    const reflections = reflectionsIn(answer, scan.mark);
    if (reflections.length === 0) continue;
    const make = (text: string) => `${base}?${encodeURIComponent(text).replaceAll("'", '%27')}=1`;
    const proof = await prove(
      {
        takesRaw: false,
        send: ({ text }) => scan.ask(make(text)),
        request: async ({ text }) => ({ url: make(text) }),
      },
      reflections,
      scan,
    );
    if (!proof) continue;
    scan.report(reflected, {
      ...sightingOf(proof),
      parameter: 'any name',
      url: base,
      placeKey: `GET ${base} any name`,
      foundOn: page,
    });
    return;
  }
}

export async function guess(scan: Scan): Promise<void> {
  const programs = scan.site.pages.filter(({ answer }) => answer.status < 400 && !isStaticFile(answer));
  const kinds = new Map<string, string>();
  for (const { url, page } of programs) {
    const at = new URL(url);
    const bare = `${at.origin}${at.pathname}`;
    if (scan.isHarmful(at)) continue;
    // Pages of one template come after one of each.
    const key = kinds.has(page.shape) ? bare : page.shape;
    if (![...kinds.values()].includes(bare)) kinds.set(key, bare);
  }
  const pages = [...new Set(kinds.values())].slice(0, mostPages[scan.depth]);
  const known = new Set([
    ...[...scan.site.parametrised.values()].flatMap((url) =>
      [...url.searchParams.keys()].map((name) => `${url.pathname} ${name}`),
    ),
    ...scan.site.forms
      .filter((form) => form.method === 'GET')
      .flatMap((form) => form.fields.map((field) => `${new URL(form.action).pathname} ${field.name}`)),
  ]);
  const html = new Map(programs.map(({ url, answer }) => [url.replace(/[?#].*/s, ''), bodyText(answer)]));
  const hits = new Set<string>();
  for (const [index, page] of pages.entries()) {
    if (hits.size >= mostHits) break;
    scan.step('Trying whether text becomes part of pages', index / (pages.length + 1));
    if (await guessNames(scan, page, html.get(page) ?? '', known)) hits.add(page);
  }
  await guessPaths(scan, pages);
  // A page that repeats its whole address is known by then.
  await guessUnknown(
    scan,
    pages.filter((page) => !hits.has(page)),
  );
}
