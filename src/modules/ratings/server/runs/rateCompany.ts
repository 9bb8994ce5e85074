import { setTimeout as pause } from 'node:timers/promises';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles, type JobRun } from '#platform/server/jobs/jobs.ts';
import { storable } from '#platform/storable.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import {
  RatingsFailure,
  type Measurement,
  type RateProgress,
  type RateRequest,
  type Verdict,
} from '#providers/ratings/port.ts';
import { registrableDomain } from '../company/domain.ts';
import { rateCompanySpec } from './jobSpecs.ts';
import { keepOutcome } from './keep.ts';
import { noteRating } from '../measures.ts';
import { selectOwnership } from '#modules/domains/server/public.ts';
import { agencyReportKey } from '../report/reportFiles.ts';
import { beginRun, endRun, saveBeat, selectCompany, selectSetting } from './runs.store.ts';

/** A measurement that so many workers took up and none finished is given up. */
export const mostTries = 6;
const lookEveryMs = 1000;
const beatEveryMs = 10_000;
const companiesAtOnce = 2;

const failures = {
  interrupted:
    'The measurement was interrupted again and again and could not be finished. Please try again later.',
  fault:
    'Something went wrong on our side, so the rating could not be calculated. Please try again in a few minutes.',
  changed: 'The website address of the company was changed meanwhile.',
  inactive: 'The plan does not include ratings now.',
} as const;

/** The reason with which a measurement is stopped that nobody waits for any more. */
class Unwanted extends Error {}

/** Says once in a while that a worker is at work, with its news, and stops it when its row is gone. */
function watch(ctx: OrgScope, domain: string, stop: (reason: Error) => void) {
  let news: RateProgress | null = null;
  let lastWrite = ctx.now().getTime();
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      await pause(lookEveryMs, undefined, { signal: over.signal }).catch(() => {});
      const now = ctx.now();
      if (over.signal.aborted || (!news && now.getTime() - lastWrite < beatEveryMs)) continue;
      const progress = news && storable(news);
      news = null;
      lastWrite = now.getTime();
      try {
        if (!(await ctx.inOrg((db) => saveBeat(db, domain, now, progress))))
          return stop(new Unwanted('No one waits for it any more.'));
      } catch (error) {
        ctx.log.warn({ err: error, domain }, 'rating progress not written');
      }
    }
  })();
  return {
    onProgress: (progress: RateProgress) => {
      news = progress;
    },
    end: async () => {
      over.abort();
      await watching;
    },
  };
}

type InHand = { request: RateRequest; problem: keyof typeof failures | null };

/** Takes the measurement in hand, with what it is to be of; null when it is over. */
async function takeUp(ctx: OrgScope, domain: string): Promise<InHand | null> {
  const isActive = await moduleIsActive(ctx, 'ratings');
  return ctx.inOrg(async (db) => {
    const run = await beginRun(db, domain, ctx.now());
    if (!run) return null;
    const company = await selectCompany(db);
    const [ownership, setting] = [await selectOwnership(db, domain), await selectSetting(db)];
    const problem =
      run.tries > mostTries
        ? 'interrupted'
        : !isActive
          ? 'inactive'
          : registrableDomain(company.url) === domain
            ? null
            : 'changed';
    const request: RateRequest = {
      url: company.url,
      companyName: company.name,
      industry: company.industry,
      verified: ownership !== null,
      dkimSelectors: setting.dkimSelectors,
    };
    return { request, problem };
  });
}

async function measure(
  ctx: OrgScope,
  domain: string,
  request: RateRequest,
  job: JobRun,
): Promise<Measurement | Verdict> {
  const unwanted = new AbortController();
  const watched = watch(ctx, domain, (reason) => unwanted.abort(reason));
  try {
    return await ctx.providers.ratings.rate(request, {
      signal: AbortSignal.any([job.signal, unwanted.signal]),
      now: ctx.now,
      onProgress: watched.onProgress,
    });
  } finally {
    await watched.end();
  }
}

/**
 * Carries out the measurement of a company and keeps what it came to. A second run of the same job takes the same one up
 * again. What fails leaves the rating of before with its date.
 */
export async function rateCompany(
  base: BaseCtx,
  { orgId, domain }: { orgId: string; domain: string },
  job: JobRun,
): Promise<void> {
  const ctx = base.forOrg(orgId);
  const inHand = await takeUp(ctx, domain);
  if (!inHand) return;
  const startedAt = performance.now();
  const fail = (code: string, text: string) => {
    noteRating('failed', startedAt);
    return ctx.inOrg((db) =>
      endRun(db, domain, ctx.now(), { code, text: storable(text).slice(0, 600).toWellFormed() }),
    );
  };
  if (inHand.problem) return void (await fail(inHand.problem, failures[inHand.problem]));
  try {
    const outcome = await measure(ctx, domain, inHand.request, job);
    if (outcome.kind === 'verdict' && outcome.pdf)
      await ctx.providers.files.put(
        agencyReportKey(orgId, domain),
        Buffer.from(outcome.pdf),
        'application/pdf',
      );
    const kept = await keepOutcome(ctx, domain, outcome, { verified: inHand.request.verified });
    noteRating('completed', startedAt);
    ctx.log.info({ orgId, domain, kept }, 'company rated');
  } catch (error) {
    if (error instanceof Unwanted) return;
    // handed back to the queue; whoever takes it up next goes on with this measurement
    if (job.signal.aborted) throw error;
    const isFinal =
      error instanceof RatingsFailure && (error.code === 'no-events' || error.code === 'refused');
    if (error instanceof RatingsFailure && (isFinal || job.lastAttempt))
      return void (await fail(error.code, error.message));
    if (job.lastAttempt) {
      await fail('fault', failures.fault);
      ctx.log.error({ err: error, orgId, domain }, 'company not rated');
    }
    throw error;
  }
}

export const rateCompanyJob = handles(rateCompanySpec, rateCompany, { concurrency: companiesAtOnce });
