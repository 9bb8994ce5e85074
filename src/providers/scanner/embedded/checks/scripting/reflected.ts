import { bodyText, header, type HttpAnswer } from '#probes/http/answer.ts';
import type { Check, Scan, Tried } from '../../rule.ts';
import { guess } from './guess.ts';
import { prove, reflectionsIn, sightingOf, targetOf } from './prove.ts';
import { milder, reflected } from './rules.ts';
import { reportKept } from './kept.ts';

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
