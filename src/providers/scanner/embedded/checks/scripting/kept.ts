import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { placeName } from '../../findings/evidence.ts';
import { pointKey, type Point } from '../../points/point.ts';
import { breakout } from '../../points/tried.ts';
import type { Scan, Sighting } from '../../rule.ts';
import { leave, marksOf, type Sown } from './marks.ts';
import type { Payload } from './calls.ts';
import { payloadsFor } from './payloads.ts';
import { holdingPolicy, shownAs } from './policy.ts';
import { describe, hasRun, newId, type Proof } from './prove.ts';
import type { Reflection } from './reflections.ts';
import { milder, stored } from './rules.ts';
import { findRunning } from './runs.ts';

/** Proves that text which the website keeps becomes a script where it is shown. */

const decodedUrl = (url: string): string => {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
};

const mostProofs = 3;
export type Shown = { sown: Sown; page: string; reflections: Reflection[]; answer: HttpAnswer | null };

/** What a script of the page makes of text is seen in the browser only. There our element stands or it does not. */
export const byScript: Reflection = {
  context: { at: 'text' },
  encodings: { single: 'raw', double: 'raw', greater: 'raw', less: 'raw', slash: 'raw', dash: 'raw' },
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
const endsString = ({ context, encodings }: Reflection): boolean =>
  context.at === 'script' &&
  context.of === 'element' &&
  ((context.in === 'single' && encodings.single === 'raw') ||
    (context.in === 'double' && encodings.single === 'raw' && encodings.double === 'raw'));

export async function proveShown(
  { sown, page, answer: first, reflections }: Shown,
  scan: Scan,
): Promise<boolean> {
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
