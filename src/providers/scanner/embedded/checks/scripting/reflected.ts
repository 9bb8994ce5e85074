import { bodyText, header } from '#probes/http/answer.ts';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { fillPoint } from '../../points/point.ts';
import { isGuarded, withFreshGuards } from '../../points/tokens.ts';
import type { Tried } from '../../points/tried.ts';
import type { Check, Scan, Sighting } from '../../rule.ts';
import { guess } from './guess.ts';
import type { Payload } from './payloads.ts';
import type { Proof, Target } from './prove.ts';
import { describe, prove, reflectionsIn } from './prove.ts';
import { milder, reflected } from './rules.ts';
import { reportKept } from './stored.ts';

/** Shared caches keep the answer for others: then a header that only its sender can set reaches them too. */
const isShared = (answer: HttpAnswer, name: string): boolean => {
  const control = header(answer, 'cache-control') ?? '';
  const vary = (header(answer, 'vary') ?? '').toLowerCase();
  const kept =
    /\bpublic\b|s-maxage=[1-9]/i.test(control) ||
    /\bhit\b/i.test(header(answer, 'x-cache') ?? '') ||
    header(answer, 'age') !== undefined;
  return (
    kept && !/no-store|private/i.test(control) && !vary.includes('*') && !vary.includes(name.toLowerCase())
  );
};

const isReferrer = ({ point: { kind, name } }: Tried): boolean =>
  kind === 'header' && /^referer$/i.test(name);

/** What a finding says about how it was proved. */
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

/** Nobody can make a visitor's browser send these headers: worth knowing, but no attack by a link. */
export function carried(
  tried: Tried,
  sighting: ReturnType<typeof sightingOf>,
): ReturnType<typeof sightingOf> {
  const { kind, name } = tried.point;
  if ((kind !== 'header' && kind !== 'cookie') || sighting.subject !== undefined) return sighting;
  if (isShared(sighting.answer, kind === 'cookie' ? 'cookie' : name))
    return {
      ...sighting,
      evidence: `${sighting.evidence} The answer may be kept by shared caches, which hand it to other visitors.`,
    };
  return {
    ...sighting,
    subject: 'carried',
    title: 'Text from a header or cookie becomes part of the page as a script',
    vector: milder,
    confidence: 'firm',
    explanation:
      'A header or cookie of the request is put into the page as markup or script. A link cannot make a visitor send it, so this needs a second flaw: a cache that shares the answer, or another way to set the cookie.',
  };
}

/** A page of another website leads here: browsers write its address as an address. */
const asReferrer = (text: string): string => {
  const url = new URL('https://links.example/');
  url.pathname = text;
  return url.href;
};

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

const count = (text: string, part: string): number => text.toLowerCase().split(part).length;

async function point(tried: Tried, scan: Scan): Promise<void> {
  const { marked, plain, point: at } = tried;
  // A file's content is no text of a page, and the answers to other methods are never shown as one.
  if (!marked || at.kind === 'file' || (at.request.method !== 'GET' && at.request.method !== 'POST')) return;
  // Pages that list the headers of each request show the mark of the scan without any text of ours.
  if (count(bodyText(marked), scan.mark) <= count(bodyText(plain), scan.mark)) return;
  const reflections = reflectionsIn(marked, scan.mark);
  if (reflections.length === 0) return;
  if (isReferrer(tried)) {
    const linked = await prove(targetOf(tried, scan, asReferrer), reflections, scan);
    if (linked)
      return tried.report(reflected, { ...sightingOf(linked), payload: asReferrer(linked.payload.text) });
  }
  const proof = await prove(targetOf(tried, scan), reflections, scan);
  if (!proof || (await reportKept(scan, tried.point, proof))) return;
  tried.report(reflected, carried(tried, sightingOf(proof)));
}

export const reflectedXss: Check = {
  name: 'Cross-site scripting',
  rules: [reflected],
  level: 'safe',
  weight: 2,
  judgesMark: true,
  activity: 'Trying whether text becomes part of pages',
  point,
  run: guess,
};
