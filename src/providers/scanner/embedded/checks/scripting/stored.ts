import { Buffer } from 'node:buffer';
import { bodyText, mediaType, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { isRefused } from '../../drift/wall.ts';
import { safetyWord } from '../../harm/words.ts';
import { pointKey } from '../../points/point.ts';
import { breakout } from '../../points/tried.ts';
import type { Check, Scan, Tried } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';
import { formKey, leave, marksOf, mayKeep, wordFields, type Sown } from './marks.ts';
import { mayShow } from './policy.ts';
import { reflectionsIn } from './prove.ts';
import { stored } from './rules.ts';
import { byScript, proveShown, type Shown } from './kept.ts';

// With the word by which whoever runs the website knows what the scan left.
const sownText = (mark: string) => `${breakout(mark)}${safetyWord}`;

const mostPages = { few: 0, usual: 60, many: 250 } as const;
const mostOpened = { few: 0, usual: 6, many: 20 } as const;

async function sow(tried: Tried, scan: Scan): Promise<void> {
  const { request } = tried.point;
  if (!scan.mayChange) return;
  const points = wordFields(scan, request);
  const marks = marksOf(scan);
  const key = formKey(request, points);
  if (points.length === 0 || !mayKeep(marks) || !scan.once(`stored ${key}`)) return;
  const texts = points.map((point) => [point, marks.next()] as const);
  const answer = await leave(
    scan,
    request,
    texts.map(([point, mark]) => [point, sownText(mark)] as const),
  );
  if (!answer || answer.status >= 500) return;
  const target = redirectTarget(answer)?.href;
  const sent = { ...answer, body: Buffer.alloc(0) };
  for (const [point, mark] of texts) {
    marks.sown.set(mark, { mark, point, sent, ledTo: target === undefined ? [] : [target] });
    if (!isRefused(answer, tried.plain)) scan.tried([stored], pointKey(point));
  }
}

function showingPages(scan: Scan, sown: Iterable<Sown>): string[] {
  const first = new Set<string>();
  const add = (address: string) => {
    const url = new URL(address);
    url.hash = '';
    if (scan.inScope(url) && !scan.isHarmful(url)) first.add(url.href);
  };
  for (const { point, ledTo } of sown) {
    for (const address of ledTo) add(address);
    add(point.request.page);
    add(point.kind === 'query' ? point.request.url.replace(/\?.*/s, '') : point.request.url);
  }
  add(scan.base.href);
  const kinds = new Set<string>();
  const later: string[] = [];
  for (const { url, answer, page } of scan.site.pages) {
    if (answer.status >= 400 || isStaticFile(answer)) continue;
    if (kinds.has(page.shape)) later.push(url);
    else add(url);
    kinds.add(page.shape);
  }
  for (const url of later) add(url);
  return [...first];
}

const marksIn = (text: string, pattern: RegExp): string[] => [
  ...new Set((text.match(pattern) ?? []).map((mark) => mark.toLowerCase())),
];

async function gather(scan: Scan): Promise<Shown[]> {
  const marks = marksOf(scan);
  const shown: Shown[] = [];
  const seen = new Set<string>();
  const look = (answer: HttpAnswer, page: string) => {
    for (const mark of marksIn(bodyText(answer), marks.pattern)) {
      const sown = marks.sown.get(mark);
      const reflections = sown ? reflectionsIn(answer, mark) : [];
      if (sown && reflections.length > 0) shown.push({ sown, page, reflections, answer });
    }
  };
  const pages = showingPages(scan, marks.sown.values()).slice(0, mostPages[scan.depth]);
  const wait = [...pages];
  const worker = async () => {
    for (let page = wait.shift(); page !== undefined; page = wait.shift()) {
      const answer = await scan.ask(page);
      if (answer && mayShow(answer)) look(answer, page);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  // Answers that are data are shown by the pages that ask for them.
  const calls = scan.site.requests.filter(
    ({ method, source }) => method === 'GET' && (source === 'browser' || source === 'script'),
  );
  const open = new Map<string, Set<string>>();
  for (const call of calls.slice(0, mostPages[scan.depth])) {
    if (scan.isHarmful(new URL(call.url))) continue;
    const answer = await scan.ask(call.url, call.headers ? { headers: { ...call.headers } } : {});
    if (!answer || !/json|text\/plain/.test(mediaType(answer))) continue;
    const found = marksIn(bodyText(answer), marks.pattern);
    if (found.length > 0) open.set(call.page, new Set([...(open.get(call.page) ?? []), ...found]));
  }
  for (const [page, found] of [...open].slice(0, mostOpened[scan.depth])) {
    const visit = await (await scan.browser())?.visit({ url: page }, { atMostMs: 8000 });
    if (!visit) continue;
    for (const mark of found) {
      const sown = marks.sown.get(mark);
      if (sown && !seen.has(mark) && visit.html.includes(`<${mark}x`))
        shown.push({ sown, page: visit.url, reflections: [byScript], answer: null });
      seen.add(mark);
    }
  }
  return shown;
}

/** What other checks sent since has pushed texts off lists and taken the place of those that are kept once. */
async function leaveAgain(scan: Scan): Promise<void> {
  const forms = Map.groupBy(marksOf(scan).sown.values(), ({ point }) => point.request);
  for (const [request, sown] of [...forms].slice(0, mostPages[scan.depth]))
    await leave(
      scan,
      request,
      sown.map(({ point, mark }) => [point, sownText(mark)] as const),
    );
}

async function finish(scan: Scan): Promise<void> {
  const marks = marksOf(scan);
  if (!scan.mayChange || marks.sown.size === 0) return;
  await leaveAgain(scan);
  const done = new Set<string>();
  const tries = new Map<string, number>();
  for (const shown of await gather(scan)) {
    const { mark } = shown.sown;
    const count = tries.get(mark) ?? 0;
    // A text that many pages show is proved on one of them.
    if (done.has(mark) || count >= 2 || marks.kept.has(pointKey(shown.sown.point))) continue;
    tries.set(mark, count + 1);
    if (await proveShown(shown, scan)) done.add(mark);
  }
}

export const storedXss: Check = {
  name: 'Stored cross-site scripting',
  rules: [stored],
  level: 'normal',
  countsItself: true,
  point: sow,
  finish,
};
