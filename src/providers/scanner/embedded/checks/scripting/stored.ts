import { Buffer } from 'node:buffer';
import { bodyText, mediaType, redirectTarget } from '#probes/http/answer.ts';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { isRefused } from '../../drift/wall.ts';
import { placeName } from '../../places.ts';
import { safetyWord } from '../../harm/marks.ts';
import type { Point } from '../../points/point.ts';
import { pointKey } from '../../points/point.ts';
import type { Tried } from '../../points/tried.ts';
import { breakout } from '../../points/tried.ts';
import type { Check, Scan, Sighting } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';
import type { Sown } from './marks.ts';
import { formKey, leave, marksOf, mayKeep, wordFields } from './marks.ts';
import type { Payload } from './payloads.ts';
import { payloadsFor } from './payloads.ts';
import { holdingPolicy, mayShow, shownAs } from './policy.ts';
import type { Proof } from './prove.ts';
import { describe, hasRun, newId, reflectionsIn } from './prove.ts';
import type { Reflection } from './reflections.ts';
import { milder, stored } from './rules.ts';
import { findRunning } from './runs.ts';

const decodedUrl = (url: string): string => {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
};

// With the word by which whoever runs the website knows what the scan left.
const sownText = (mark: string) => `${breakout(mark)}${safetyWord}`;

const mostProofs = 3;
const mostPages = { few: 0, usual: 60, many: 250 } as const;
const mostOpened = { few: 0, usual: 6, many: 20 } as const;

/** Leaves words with marks of their own, once for each form. */
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

/** Where words of visitors are most likely shown, the likeliest first. */
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

type Shown = { sown: Sown; page: string; reflections: Reflection[]; answer: HttpAnswer | null };

/** What a script of the page makes of text is seen in the browser only. There our element stands or it does not. */
const byScript: Reflection = {
  context: { at: 'text' },
  fates: { single: 'raw', double: 'raw', greater: 'raw', less: 'raw', slash: 'raw', dash: 'raw' },
  inert: '',
  sameCase: true,
  offset: 0,
};

const fits = (payload: Payload, scripted: boolean): boolean =>
  !scripted || /^<(img|details|iframe)/i.test(payload.text);

type Outcome = Pick<
  Sighting,
  'evidence' | 'confidence' | 'screenshot' | 'subject' | 'title' | 'vector' | 'excerpt'
> & {
  answer: HttpAnswer;
  sent?: HttpAnswer;
  payload: string;
};

function reportAt(scan: Scan, { point }: Sown, outcome: Outcome): void {
  scan.report(stored, {
    ...outcome,
    parameter: placeName(point),
    url: point.request.url,
    method: point.request.method,
    foundOn: point.request.page,
    placeKey: pointKey(point),
  });
}

const held = {
  subject: 'held',
  title:
    'Text that visitors leave behind becomes a script, which only the Content Security Policy holds back',
  vector: milder,
} as const;

/** The text ended the string that it stood in. What others left there may keep the whole script from being valid. */
const endsString = ({ context, fates }: Reflection): boolean =>
  context.at === 'script' &&
  context.of === 'element' &&
  ((context.in === 'single' && fates.single === 'raw') ||
    (context.in === 'double' && fates.single === 'raw' && fates.double === 'raw'));

async function proveShown({ sown, page, answer: first, reflections }: Shown, scan: Scan): Promise<boolean> {
  const { point, mark } = sown;
  const scripted = reflections[0] === byScript;
  const id = newId();
  const payloads = reflections
    .flatMap((one) =>
      payloadsFor(one, scan.mark, id, scripted ? 'many' : 'usual').map((payload) => [payload, one] as const),
    )
    .filter(([payload]) => fits(payload, scripted))
    .slice(0, mostProofs);
  for (const [payload, { context }] of payloads) {
    const sent = await leave(scan, point.request, [[point, payload.text]]);
    const answer = sent && (await scan.ask(page));
    if (!sent || !answer) continue;
    const kind = shownAs(answer);
    if (!scripted && (kind === null || !findRunning(bodyText(answer), payload.call, { xml: kind === 'xml' })))
      continue;
    const browser = await scan.browser();
    const visit =
      browser &&
      (await browser.visit({ url: page }, { touch: String(id), screenshot: true, atMostMs: 8000 }));
    const ran = hasRun(visit, id);
    const policy = holdingPolicy(answer);
    // Seen in the browser not to run, and no policy is the reason.
    if (!ran && (scripted || (visit && policy === null))) continue;
    const where = `The text was kept and comes back on ${page} ${scripted ? 'in what a script of the page makes of it' : describe(context)}`;
    const common = { answer, sent, payload: payload.text, excerpt: payload.call };
    if (ran)
      reportAt(scan, sown, {
        ...common,
        evidence: `${where}. It ran as a script when Chromium opened that page.`,
        confidence: 'certain',
        screenshot: visit?.screenshot ?? null,
      });
    else if (policy === null)
      reportAt(scan, sown, {
        ...common,
        evidence: `${where}. It stands there as a script.`,
        confidence: 'firm',
      });
    else
      reportAt(scan, sown, {
        ...common,
        ...held,
        evidence: `${where}. It stands there as a script, which only the Content Security Policy holds back: ${policy.slice(0, 200)}`,
        confidence: 'firm',
      });
    return true;
  }
  const ended = reflections.find(endsString);
  if (!ended || !first) return false;
  reportAt(scan, sown, {
    answer: first,
    sent: sown.sent,
    payload: breakout(mark),
    excerpt: mark,
    evidence: `The text was kept and comes back on ${page} ${describe(ended.context)}, where it ended the string and became part of the script.`,
    confidence: 'firm',
  });
  return true;
}

/**
 * What was proved in the answer to a sending may have come from what the website keeps: then it is there again for
 * whoever asks next. Reports it so and says true.
 */
export async function reportKept(scan: Scan, point: Point, proof: Proof): Promise<boolean> {
  const { answer, payload, context } = proof;
  const { request } = point;
  const body = request.method !== 'GET' && request.method !== 'HEAD';
  const crossed = new URL(answer.url).pathname !== new URL(request.url).pathname;
  if (!body && !crossed) return false;
  const carries = (url: string) => decodedUrl(url).includes(payload.call);
  if (carries(answer.url) && crossed) return false;
  const page = answer.method === 'GET' && crossed ? answer.url : request.page;
  const again = await scan.ask(page);
  const kind = again && shownAs(again);
  if (!again || kind === null || !findRunning(bodyText(again), payload.call, { xml: kind === 'xml' }))
    return false;
  const id = /\d{7}/.exec(payload.call)?.[0];
  const visit =
    id === undefined
      ? null
      : await (await scan.browser())?.visit({ url: page }, { touch: id, screenshot: true, atMostMs: 8000 });
  const ran = hasRun(visit ?? null, Number(id));
  marksOf(scan).kept.add(pointKey(point));
  reportAt(
    scan,
    { mark: '', point, sent: answer, ledTo: [] },
    {
      answer: again,
      sent: answer,
      payload: payload.text,
      excerpt: payload.call,
      evidence: `The text was kept and comes back on ${page} ${describe(context)}. It ${ran ? 'ran as a script when Chromium opened that page' : 'stands there as a script'}.`,
      confidence: ran ? 'certain' : 'firm',
      screenshot: visit?.screenshot ?? null,
    },
  );
  return true;
}

const marksIn = (text: string, pattern: RegExp): string[] => [
  ...new Set((text.match(pattern) ?? []).map((mark) => mark.toLowerCase())),
];

/** Reads pages again and looks for what was left there. */
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
