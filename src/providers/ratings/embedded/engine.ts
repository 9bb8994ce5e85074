import {
  noEventsText,
  RatingsFailure,
  type MeasuredVector,
  type Measurement,
  type RateProgress,
} from '../port.ts';
import { vectorIds } from '../vectors.ts';
import { assetsOf } from './look/assets.ts';
import { notMeasured } from './finding.ts';
import { lookUpReports, reportedVectors } from './feeds/feeds.ts';
import { withHistory } from './score/history.ts';
import type { Lab } from './lab.ts';
import { TooSlow, usualLimits, within, type Limits } from './limits.ts';
import { makeLook } from './look/look.ts';
import { mailHosts } from './look/mailServers.ts';
import { runProbe, vectorProbes } from './look/probes.ts';
import { makeReach, type Reach } from './look/reach.ts';
import { readSubject, settleDomain, type Subject } from './subject.ts';

export type EngineInput = {
  url: string;
  verified: boolean;
  dkimSelectors: readonly string[];
  userAgent: string;
  /** Folder of the operator's feed files. */
  feeds?: string | undefined;
  lab?: Lab | undefined;
  limits?: Limits | undefined;
  /** The name by which mail servers are greeted. */
  greetingName?: string | undefined;
};
export type EngineOptions = {
  signal: AbortSignal;
  now: () => Date;
  onProgress?: ((progress: RateProgress) => void) | undefined;
};

/** A domain of which the DNS knows neither a host nor a mail server has nothing to be rated. */
async function requireSomething(reach: Reach, subject: Subject): Promise<void> {
  const [mail, ...hosts] = await Promise.all([
    mailHosts(reach, subject.domain),
    ...subject.hosts.map((host) => reach.resolver.addresses(host)),
  ]);
  if (hosts.every((addresses) => addresses.length === 0) && (mail ?? []).length === 0)
    throw new RatingsFailure('no-events', noEventsText);
}

/**
 * Looks at a company from outside: every vector at once, each within its time. Rejects with `RatingsFailure` where there is
 * nothing to look at, or with the signal's reason.
 */
export async function measure(input: EngineInput, options: EngineOptions): Promise<Measurement> {
  const named = readSubject(input.url);
  const now = input.lab?.now ? () => input.lab!.now! : options.now;
  const limits = input.limits ?? usualLimits;
  const end = new AbortController();
  const overall = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([options.signal, end.signal, overall]);
  const reach = makeReach({
    userAgent: input.userAgent,
    signal,
    now,
    lab: input.lab,
    limits,
    greetingName: input.greetingName,
  });
  try {
    options.signal.throwIfAborted();
    options.onProgress?.({ percent: 2, activity: `Looking up ${named.domain}` });
    const subject = await settleDomain(reach.resolver, named);
    await requireSomething(reach, subject);
    const look = makeLook(reach, subject, {
      verified: input.lab?.verified ?? input.verified,
      dkimSelectors: input.dkimSelectors,
      feeds: input.lab ? input.lab.feeds : input.feeds,
    });
    let done = 0;
    const vectors: Record<string, MeasuredVector> = {};
    const finish = (id: string, vector: MeasuredVector, activity: string) => {
      vectors[id] = vector;
      done += 1;
      if (activity) options.onProgress?.({ percent: 5 + (93 * done) / (vectorProbes.length + 1), activity });
    };
    const late = (error: unknown): MeasuredVector => {
      options.signal.throwIfAborted();
      if (!overall.aborted) throw error;
      return notMeasured(`The time of ${limits.totalMs / 1000} seconds for the whole rating was over.`);
    };
    await Promise.all([
      ...vectorProbes.map(async (probe) =>
        finish(probe.id, await runProbe(look, probe).catch(late), probe.activity),
      ),
      within(limits.probeMs, signal, () => lookUpReports(look))
        .catch((error: unknown) => {
          const note = error instanceof TooSlow ? notMeasured(error.message) : late(error);
          return Object.fromEntries(Object.keys(reportedVectors).map((id) => [id, note]));
        })
        .then((found) => {
          Object.assign(vectors, found);
          done += 1;
        }),
    ]);
    const at = now();
    const complete = withHistory(vectors, at);
    return {
      kind: 'measured',
      domain: subject.domain,
      measuredAt: at.toISOString(),
      vectors: Object.fromEntries(
        vectorIds.map((id) => [id, complete[id] ?? notMeasured('It was not looked at.')]),
      ),
      assets: overall.aborted ? [] : await assetsOf(look),
    };
  } catch (error) {
    options.signal.throwIfAborted();
    if (overall.aborted)
      throw new RatingsFailure('unreachable', 'The company could not be looked at in time.', error);
    throw error;
  } finally {
    // Whatever still runs for nobody ends here.
    end.abort(new Error('The rating is over.'));
    reach.close();
  }
}
