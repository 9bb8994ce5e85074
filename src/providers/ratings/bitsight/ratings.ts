import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { noEventsText, RatingsFailure, type Ratings, type Verdict } from '../port.ts';
import { defaultsAnswer, fastRatingsAnswer } from './answers.ts';
import { openClient, type Client, type ClientOptions } from './client.ts';
import { verdictOf, type Weights } from './verdict.ts';

const dayMs = 86_400_000;

/** The registrable domain of whatever address was given; an IP address, or what is no name, has none. */
function domainOf(url: string): string {
  const host = url
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .split(/[/?#]/)[0]!
    .replace(/:\d+$/, '');
  const { domain, isIp } = parse(domainToASCII(host), { allowPrivateDomains: false });
  if (isIp || !domain) throw new RatingsFailure('no-events', noEventsText);
  return domain;
}

/** What each vector weighs now; nothing where the defaults cannot be read, which costs no rating. */
async function readWeights(client: Client, signal: AbortSignal): Promise<Weights> {
  try {
    const { vector_weights: weights } = defaultsAnswer.parse(await client.ask('/defaults', signal));
    return new Map(
      Object.values(weights ?? {}).flatMap((one) => (one ? [[one.slug, one.weight] as const] : [])),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RatingsFailure || error instanceof Error) return new Map();
    throw error;
  }
}

/**
 * Ratings of BitSight by its Customer API. Each fast rating spends quota, so an answer serves its domain for a day in this
 * program. `score` is null: how the agency rates is its own.
 */
export function openBitsight(options: ClientOptions): Ratings {
  const client = openClient(options);
  const kept = new Map<string, { at: number; verdict: Verdict }>();
  let weights: { at: number; read: Weights } | null = null;

  async function weightsAt(now: number, signal: AbortSignal): Promise<Weights> {
    if (!weights || now - weights.at >= dayMs) weights = { at: now, read: await readWeights(client, signal) };
    return weights.read;
  }

  return {
    source: { id: 'bitsight', label: 'Rating by BitSight' },
    rate: async ({ url, companyName }, { signal, now, onProgress }) => {
      const domain = domainOf(url);
      const at = now().getTime();
      for (const [name, { at: then }] of kept) if (at - then >= dayMs) kept.delete(name);
      const known = kept.get(domain);
      if (known) return known.verdict;
      onProgress?.({ percent: 10, activity: 'Asking BitSight for its rating' });
      const answer = await client.ask('/fast-ratings', signal, { url: domain, company: companyName });
      onProgress?.({ percent: 90, activity: 'Reading the rating' });
      const parsed = fastRatingsAnswer.safeParse(answer);
      const verdict = parsed.success ? verdictOf(domain, parsed.data, await weightsAt(at, signal)) : null;
      if (!verdict) throw new RatingsFailure('no-events', noEventsText);
      kept.set(domain, { at, verdict });
      return verdict;
    },
    score: null,
  };
}
