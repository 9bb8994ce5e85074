import { AddressRefused } from '#probes/net.ts';
import { inspectTls, type TlsReport } from '#probes/tls/inspect.ts';
import { noEventsText, RatingsFailure, type MeasuredVector, type Measurement, type RateProgress } from '../port.ts';
import { vectorIds } from '../vectors.ts';
import { assetsOf } from './assets.ts';
import { notMeasured } from './finding.ts';
import { lookUpReports, reportedVectors } from './feeds.ts';
import { withHistory } from './history.ts';
import type { Lab } from './lab.ts';
import { probeMs, TooSlow, totalMs, within } from './limits.ts';
import type { Look } from './look.ts';
import { lookAtMail, mailHosts } from './mailServers.ts';
import { vectorProbes, type VectorProbe } from './probes.ts';
import { makeReach, type Reach } from './reach.ts';
import { visitSite, webHosts } from './site.ts';
import { readSubject, type Subject } from './subject.ts';

export type EngineInput = {
  url: string;
  verified: boolean;
  dkimSelectors: readonly string[];
  userAgent: string;
  /** Folder of the operator's feed files. */
  feeds?: string | undefined;
  lab?: Lab | undefined;
};
export type EngineOptions = { signal: AbortSignal; now: () => Date; onProgress?: ((progress: RateProgress) => void) | undefined };

/** Milliseconds for one TLS server: within the time of a probe. */
const tlsMs = 9000;

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
};

function makeLook(reach: Reach, subject: Subject, input: EngineInput): Look {
  const reports = new Map<string, Promise<TlsReport | null>>();
  const inspect = async (host: string): Promise<TlsReport | null> => {
    try {
      const place = await reach.place(host, 443);
      if (!place) return null;
      return await inspectTls({ host, ...place, timeoutMs: tlsMs, now: reach.now, signal: reach.signal, ca: reach.ca });
    } catch (error) {
      if (error instanceof AddressRefused) return null;
      throw error;
    }
  };
  return {
    subject,
    reach,
    verified: input.lab?.verified ?? input.verified,
    dkimSelectors: input.dkimSelectors,
    feeds: input.lab ? input.lab.feeds : input.feeds,
    site: once(() => visitSite(reach, subject)),
    mail: once(() => lookAtMail(reach, subject.domain)),
    tls: (host) => {
      let report = reports.get(host);
      if (!report) reports.set(host, (report = inspect(host)));
      return report;
    },
  };
}

/** A domain of which the DNS knows neither a host nor a mail server has nothing to be rated. */
async function requireSomething(reach: Reach, subject: Subject): Promise<void> {
  const [mail, ...hosts] = await Promise.all([
    mailHosts(reach, subject.domain),
    ...subject.hosts.map((host) => reach.resolver.addresses(host)),
  ]);
  if (hosts.every((addresses) => addresses.length === 0) && (mail ?? []).length === 0) throw new RatingsFailure('no-events', noEventsText);
}

/** Waits for what a probe builds on, then gives it its own time. What goes wrong becomes a note, never an error. */
async function runProbe(look: Look, { needs, run }: VectorProbe): Promise<MeasuredVector> {
  const { signal } = look.reach;
  try {
    if (needs.includes('site')) {
      const site = await look.site();
      if (needs.includes('tls')) await Promise.all(webHosts(site).map(look.tls));
    }
    if (needs.includes('mail')) await look.mail();
    return await within(probeMs, signal, () => run(look));
  } catch (error) {
    if (signal.aborted) throw error;
    return notMeasured(error instanceof TooSlow ? error.message : 'It could not be measured because of an error of ours.');
  }
}

/**
 * Looks at a company from outside: every vector at once, each within its time. Rejects with `RatingsFailure` where there is
 * nothing to look at, or with the signal's reason.
 */
export async function measure(input: EngineInput, options: EngineOptions): Promise<Measurement> {
  const subject = readSubject(input.url);
  const now = input.lab?.now ? () => input.lab!.now! : options.now;
  const end = new AbortController();
  const overall = AbortSignal.timeout(totalMs);
  const signal = AbortSignal.any([options.signal, end.signal, overall]);
  const reach = makeReach({ userAgent: input.userAgent, signal, now, lab: input.lab });
  try {
    options.signal.throwIfAborted();
    options.onProgress?.({ percent: 2, activity: `Looking up ${subject.domain}` });
    await requireSomething(reach, subject);
    const look = makeLook(reach, subject, input);
    let done = 0;
    const vectors: Record<string, MeasuredVector> = {};
    const finish = (id: string, vector: MeasuredVector, activity: string) => {
      vectors[id] = vector;
      done += 1;
      if (activity) options.onProgress?.({ percent: Math.min(98, 5 + Math.round((done / (vectorProbes.length + 1)) * 93)), activity });
    };
    const late = (error: unknown): MeasuredVector => {
      options.signal.throwIfAborted();
      if (!overall.aborted) throw error;
      return notMeasured(`The time of ${totalMs / 1000} seconds for the whole rating was over.`);
    };
    await Promise.all([
      ...vectorProbes.map(async (probe) => finish(probe.id, await runProbe(look, probe).catch(late), probe.activity)),
      within(probeMs, signal, () => lookUpReports(look))
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
      vectors: Object.fromEntries(vectorIds.map((id) => [id, complete[id] ?? notMeasured('It was not looked at.')])),
      assets: overall.aborted ? [] : await assetsOf(look),
    };
  } catch (error) {
    options.signal.throwIfAborted();
    if (overall.aborted) throw new RatingsFailure('unreachable', 'The company could not be looked at in time.', error);
    throw error;
  } finally {
    // Whatever still runs for nobody ends here.
    end.abort(new Error('The rating is over.'));
    reach.close();
  }
}
