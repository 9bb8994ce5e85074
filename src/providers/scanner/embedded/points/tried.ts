import { bodyText, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { asCheck } from '../harm/allowance.ts';
import { likeness, settledText, spellings } from '../answers/likeness.ts';
import type { Scan, Tried } from '../rule.ts';
import { outgoingAt, pointKey, outgoing, type Point, type SiteRequest } from './point.ts';
import { inTurn, isGuarded, withFreshGuards } from './tokens.ts';

/** From here answers count as the same. */
export const alike = 0.95;

/**
 * The text sent first: closes strings, attributes and the elements that swallow markup, then opens an element and an
 * attribute whose names nobody else uses. It runs nothing anywhere.
 */
export const breakout = (mark: string): string =>
  `${mark}'">--></title></textarea></style></noscript></script><${mark}x ${mark}y=1>`;

export function mentions(answer: HttpAnswer, text: string): boolean {
  return bodyText(answer).includes(text) || answer.headers.some(([, value]) => value.includes(text));
}

const mostHops = 3;

async function follow(scan: Scan, first: HttpAnswer): Promise<HttpAnswer[]> {
  const chain = [first];
  while (chain.length <= mostHops) {
    const next = redirectTarget(chain.at(-1)!);
    if (!next || !scan.inScope(next) || scan.isHarmful(next)) break;
    const answer = await scan.ask(next);
    if (!answer) break;
    chain.push(answer);
  }
  return chain;
}

type Baseline = { plain: HttpAnswer; again: HttpAnswer; steady: boolean; fresh: boolean };
const baselines = new WeakMap<Scan['site'], Map<string, Promise<Baseline | null>>>();

/** Lets go of the answers learned so far, so that memory stays bounded. */
export function forgetBaselines(scan: Scan): void {
  baselines.delete(scan.site);
}

async function learn(scan: Scan, request: SiteRequest): Promise<Baseline | null> {
  const guarded = isGuarded(request);
  const ask = async (shape: SiteRequest) => {
    const { url, ask: options } = outgoing(shape);
    const answer = await scan.ask(url, options);
    return answer && (await follow(scan, answer)).at(-1)!;
  };
  const current = guarded ? await withFreshGuards(scan, request) : request;
  const plain = await ask(current);
  if (!plain) return null;
  // What the website keeps is not sent twice.
  const again = scan.guard.keeps(current) ? plain : await ask(current);
  if (!again) return null;
  const same = likeness(plain, again) >= alike;
  if (same || !guarded) return { plain, again, steady: same, fresh: false };
  // A token that is good for one time only: read anew before each sending.
  const renewed = await ask(await withFreshGuards(scan, request));
  return renewed && { plain, again: renewed, steady: likeness(plain, renewed) >= alike, fresh: true };
}

function baselineOf(scan: Scan, request: SiteRequest): Promise<Baseline | null> {
  let known = baselines.get(scan.site);
  if (!known) baselines.set(scan.site, (known = new Map()));
  const key = JSON.stringify([request.method, request.url, request.headers, request.body]);
  let found = known.get(key);
  if (!found)
    known.set(
      key,
      (found = isGuarded(request) ? inTurn(scan, () => learn(scan, request)) : learn(scan, request)),
    );
  return found;
}

export async function tryPoint(scan: Scan, point: Point): Promise<Tried | null> {
  const base = await asCheck('first look', () => baselineOf(scan, point.request));
  if (!base) return null;
  const found = new Set<string>();
  const chain: Tried['chain'] = async (value, fill, more) => {
    const ask = async (request: SiteRequest) => {
      const { url, ask: options } = outgoingAt({ ...point, request }, value, fill, more);
      const answer = await scan.ask(url, options);
      return answer ? follow(scan, answer) : [];
    };
    return base.fresh
      ? inTurn(scan, async () => ask(await withFreshGuards(scan, point.request)))
      : ask(point.request);
  };
  const send: Tried['send'] = async (value, fill, more) => (await chain(value, fill, more)).at(-1) ?? null;
  const marked = await asCheck('first look', () => send(breakout(scan.mark)));
  const sent = spellings(breakout(scan.mark));
  const reflected = marked !== null && mentions(marked, scan.mark);
  // A header or cookie nobody reads changes nothing; a value that is only repeated does not either.
  const reacts =
    marked !== null &&
    (base.plain.status !== marked.status ||
      (base.steady
        ? likeness(base.plain, marked, [point.value], [...sent, scan.mark]) < 0.995
        : settledText(base.plain).length * 2 < settledText(marked).length ||
          settledText(marked).length * 2 < settledText(base.plain).length));
  return {
    point,
    plain: base.plain,
    again: base.again,
    steady: base.steady,
    marked,
    reflected,
    reacts,
    found,
    send,
    chain,
    report: (rule, sighting) => {
      found.add(rule.id);
      scan.report(rule, {
        placeKey: pointKey(point),
        ...sighting,
        parameter: point.name,
        url: point.kind === 'query' ? point.request.url : point.request.url.replace(/\?.*/s, ''),
        method: point.request.method,
        foundOn: point.request.page,
      });
    },
  };
}
