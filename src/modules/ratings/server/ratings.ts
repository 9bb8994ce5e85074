import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { noEventsText } from '#providers/ratings/port.ts';
import type { ratingsContract } from '../contract.ts';
import { stripProtocol } from '../rules.ts';
import { registrableDomain } from './company/domain.ts';
import {
  beginMeasurement,
  failureOf,
  measurableFrom,
  progressOf,
  withinDailyMeasurements,
} from './runs/measurements.ts';
import { readRatings, type ReadRatings } from './readRatings.ts';
import { reportOf } from './report/reportFiles.ts';
import { isAtWork, selectCompany, selectRun, type RunRow } from './runs/runs.store.ts';

type Calls = typeof ratingsContract;
type Answer = ReplyOf<Calls['fastRatings']>;

const nothing: Answer = {
  data: null,
  pdf: null,
  error: null,
  progress: null,
  refreshFrom: null,
  failure: null,
};
/** A rating that the daily round should have renewed: whoever looks at it renews it. */
const staleMs = 30 * 3_600_000;

/** Begins a measurement where one is due or asked for. Refuses with `too-soon` what is asked for too often. */
async function beginWhereNeeded(
  ctx: OrgCtx,
  domain: string,
  found: ReadRatings | null,
  run: RunRow | null,
  refresh: boolean,
) {
  if (run && isAtWork(run)) return;
  const isStale = !found || ctx.now().getTime() - Date.parse(found.data.measuredAt) > staleMs;
  if (!refresh && !isStale) return;
  const from = measurableFrom(run, ctx.now());
  const mayBegin = !from && (await withinDailyMeasurements(ctx, ctx.orgId));
  if (mayBegin) await ctx.inOrg((db) => beginMeasurement(ctx, db, domain, 'administrator'));
  else if (refresh || !run) throw new Refusal('too-soon', from ? { nextAllowed: from.toISOString() } : {});
}

/**
 * The rating of the company's own domain as it is kept; the first is begun here and asked for again and again. Refuses with
 * `no-company-url`, `other-url`, `too-soon`.
 */
export async function fastRatings(
  ctx: OrgCtx,
  { url, pdf, refresh }: BodyOf<Calls['fastRatings']>,
): Promise<Answer> {
  const company = await ctx.inOrg((db) => selectCompany(db));
  const own = stripProtocol(company.url);
  if (own === '') throw new Refusal('no-company-url');
  const domain = registrableDomain(own);
  if (domain === null ? stripProtocol(url) !== own : registrableDomain(url) !== domain)
    throw new Refusal('other-url');
  if (domain === null) return { ...nothing, error: noEventsText };
  const found = await readRatings(ctx, domain);
  await beginWhereNeeded(ctx, domain, found, await ctx.inOrg((db) => selectRun(db, domain)), refresh);
  const run = await ctx.inOrg((db) => selectRun(db, domain));
  const failure = failureOf(run);
  return {
    data: found?.data ?? null,
    pdf: found && pdf ? (await reportOf(ctx, found)).toString('base64') : null,
    error: found ? null : (failure?.text ?? null),
    progress: progressOf(run),
    refreshFrom: measurableFrom(run, ctx.now())?.toISOString() ?? null,
    failure: found ? failure : null,
  };
}
