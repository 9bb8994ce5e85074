import { randomInt } from 'node:crypto';
import type { Buffer } from 'node:buffer';
import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { BrowserVisit } from '../../browser/tools.ts';
import { fillPoint, type SiteRequest } from '../../points/point.ts';
import type { Scan, Sighting, Tried } from '../../rule.ts';
import type { Payload } from './calls.ts';
import { mostTried, payloadsFor, twiceEncoded } from './payloads.ts';
import { holdingPolicy, mayShow, shownAs } from './policy.ts';
import { findReflections, type Context, type Reflection } from './reflections.ts';
import { findRunning } from './runs.ts';
import { isGuarded, withFreshGuards } from '../../points/tokens.ts';
import { milder } from './rules.ts';

export type Target = {
  send: (payload: Payload) => Promise<HttpAnswer | null>;
  /** The request that a visitor's browser would send; null for one that it cannot send. */
  request: (payload: Payload) => Promise<(Pick<SiteRequest, 'url'> & Partial<SiteRequest>) | null>;
  /** A text may be written for the wire: it is decoded once. */
  takesRaw: boolean;
};

export type Proof = {
  answer: HttpAnswer;
  payload: Payload;
  context: Context;
  /** `ran` in the browser; `held` back by the policy of the page; `stands` in the page as a script. */
  how: 'ran' | 'held' | 'stands';
  policy: string;
  screenshot: Buffer | null;
};

export const newId = (): number => randomInt(1_000_000, 9_999_999);

export const hasRun = (visit: BrowserVisit | null, id: number): boolean =>
  visit?.executed.includes(String(id)) ?? false;

// Sends forms whose target is ours, as a visitor would who uses them.
const sendForms = (id: number) => `addEventListener('load', () => {
  for (const form of [...document.forms].slice(0, 20))
    if ((form.getAttribute('action') || '').includes('${id}')) form.requestSubmit();
});`;

const mostVisits = { few: 2, usual: 4, many: 8 } as const;
// So many answers in a row without a trace of the text: it is refused as a whole.
const mostRefused = 4;

/** Where the text came back in a page that browsers show; empty where nothing can be made of it. */
export function reflectionsIn(answer: HttpAnswer, mark: string): Reflection[] {
  if (!mayShow(answer)) return [];
  return findReflections(bodyText(answer), mark, { xml: shownAs(answer) === 'xml' }).sort(
    (a, b) => ease(a) - ease(b),
  );
}

const ease = ({ encodings, context }: Reflection): number =>
  Object.values(encodings).filter((encoding) => encoding !== 'raw').length +
  (context.at === 'address' || context.at === 'script' ? 2 : 0);

function* candidates(
  reflections: readonly Reflection[],
  scan: Scan,
  id: number,
  takesRaw: boolean,
): Generator<[Payload, Reflection]> {
  const known = new Set<string>();
  let count = 0;
  const lists = [
    ...reflections.map((one) => [one, payloadsFor(one, scan.mark, id, scan.depth)] as const),
    ...(takesRaw && scan.depth !== 'few'
      ? reflections.slice(0, 1).map((one) => [one, twiceEncoded(one, scan.mark, id, scan.depth)] as const)
      : []),
  ];
  for (const [reflection, payloads] of lists)
    for (const payload of payloads) {
      if (known.has(payload.text)) continue;
      if (count >= mostTried(scan.depth)) return;
      known.add(payload.text);
      count += 1;
      yield [payload, reflection];
    }
}

/** Something of the text came back. A number in disguise cannot be looked for. */
const hasTrace = (body: string, { text }: Payload, id: number): boolean =>
  !text.includes(String(id)) || body.includes(String(id).slice(0, 4));

function makeSieve(): {
  passes: (payload: Payload) => boolean;
  failed: (payload: Payload, body: string, xml: boolean) => void;
} {
  const absent = new Map<string, number>();
  let backslashes = true;
  const kind = ({ call, text, raw }: Payload) =>
    raw || !text.includes(call) ? 'coded' : call.includes('`') ? 'tagged' : 'plain';
  return {
    passes: (payload) =>
      (absent.get(kind(payload)) ?? 0) < 2 && (backslashes || !payload.text.startsWith('\\')),
    failed: (payload, body, xml) => {
      if (kind(payload) !== 'coded' && !body.includes(payload.call))
        absent.set(kind(payload), (absent.get(kind(payload)) ?? 0) + 1);
      // Theirs before ours: the string goes on.
      if (payload.text.startsWith('\\') && !findRunning(body, payload.call, { xml, anyGrammar: true }))
        backslashes = false;
    },
  };
}

function standing(answer: HttpAnswer, payload: Payload, context: Context): Proof {
  const policy = holdingPolicy(answer) ?? '';
  return { answer, payload, context, how: policy === '' ? 'stands' : 'held', policy, screenshot: null };
}

function readShown(answer: HttpAnswer, payload: Payload, id: number): { body: string; xml: boolean } | null {
  const kind = shownAs(answer);
  const body = bodyText(answer);
  return kind !== null && hasTrace(body, payload, id) ? { body, xml: kind === 'xml' } : null;
}

const optionsFor = (context: Context, id: number) => ({
  touch: String(id),
  screenshot: true,
  atMostMs: 6000,
  ...(context.at === 'address' ? { initScript: sendForms(id) } : {}),
});

export async function prove(
  target: Target,
  reflections: readonly Reflection[],
  scan: Scan,
): Promise<Proof | null> {
  const id = newId();
  const sieve = makeSieve();
  let refused = 0;
  let visits = 0;
  let unproved: Proof | null = null;
  for (const [payload, { context }] of candidates(reflections, scan, id, target.takesRaw)) {
    if (refused >= mostRefused || visits >= mostVisits[scan.depth]) break;
    if (!sieve.passes(payload)) continue;
    const answer = await target.send(payload);
    const shown = answer && readShown(answer, payload, id);
    if (!shown) {
      refused += 1;
      continue;
    }
    refused = 0;
    const { body, xml } = shown;
    if (!findRunning(body, payload.call, { xml })) {
      sieve.failed(payload, body, xml);
      continue;
    }
    const stands = standing(answer, payload, context);
    const browser = await scan.browser();
    const request = browser && (await target.request(payload));
    if (!request) return stands;
    visits += 1;
    const visit = await browser.visit(request, optionsFor(context, id));
    if (visit && hasRun(visit, id)) return { ...stands, how: 'ran', screenshot: visit.screenshot };
    // Out of its string, but in a function that nobody has called yet; or the page could not be opened.
    const isHeld = stands.how === 'held';
    if (isHeld || visit === null || context.at === 'script') unproved ??= stands;
    if (isHeld && visits >= 2) break;
  }
  return unproved;
}

const names: Record<Context['at'], string> = {
  text: 'between elements',
  raw: 'in an element that holds text only',
  comment: 'in a comment',
  attribute: 'in an attribute',
  address: 'in an address that browsers open',
  document: 'in a document inside an attribute',
  name: 'in the name of an element or attribute',
  script: 'in a script',
  xml: 'in XML',
};

export function describe(context: Context): string {
  switch (context.at) {
    case 'raw':
      return `inside <${context.element}>`;
    case 'attribute':
      return `in the attribute ${context.name} of <${context.tag}>${context.quote === '' ? ', which has no quotation marks' : ''}`;
    case 'address':
      return `in the address of <${context.tag} ${context.name}>`;
    case 'script':
      return context.in === 'code' ? 'in a script as program' : `in a script, inside ${words[context.in]}`;
    default:
      return names[context.at];
  }
}

const words = {
  code: '',
  single: 'a string',
  double: 'a string',
  template: 'a template string',
  'line-comment': 'a comment',
  'block-comment': 'a comment',
  regex: 'a regular expression',
} as const;

export function sightingOf({
  answer,
  payload,
  context,
  how,
  policy,
  screenshot,
}: Proof): Sighting & { answer: HttpAnswer; payload: string } {
  const where = `The text comes back ${describe(context)}`;
  const common = { answer, payload: payload.text, excerpt: payload.call, screenshot };
  if (how === 'ran')
    return {
      ...common,
      confidence: 'certain',
      evidence: `${where} and ran as a script when Chromium opened the page.`,
    };
  if (how === 'stands')
    return { ...common, confidence: 'firm', evidence: `${where} and stands there as a script.` };
  return {
    ...common,
    subject: 'held',
    title: 'Text becomes part of the page as a script, which only the Content Security Policy holds back',
    vector: milder,
    confidence: 'firm',
    evidence: `${where} and stands there as a script. The policy of the page keeps browsers from running it: ${policy.slice(0, 200)}`,
  };
}

/** A point as the place that is tried; `spell` writes a payload as it is sent there. */
export function targetOf(tried: Tried, scan: Scan, spell: (text: string) => string = (text) => text): Target {
  const { point } = tried;
  const fill = ({ raw }: Payload) => (raw ? { raw } : {});
  return {
    takesRaw: ['query', 'form', 'path', 'name'].includes(point.kind) && !point.coded,
    send: (payload) => tried.send(spell(payload.text), fill(payload)),
    request: async (payload) => {
      const request = isGuarded(point.request) ? await withFreshGuards(scan, point.request) : point.request;
      const {
        cookieValues,
        rawPath: _rawPath,
        ...filled
      } = fillPoint({ ...point, request }, spell(payload.text), fill(payload));
      return cookieValues ? null : filled;
    },
  };
}
