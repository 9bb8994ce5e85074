import type { BodyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { ratingsContract } from '../../contract.ts';
import { registrableDomain } from './domain.ts';
import { saveNotOurs } from '../runs/known.store.ts';
import { requireDomain } from './ownUrl.ts';
import { lockRun, selectCompany } from '../runs/runs.store.ts';
import { selectNewest } from '../runs/snapshots.store.ts';
import { writeEstimate } from '../runs/snapshots.ts';

type Calls = typeof ratingsContract;

/** The name in an asset, without scheme, port and path. */
const hostOf = (asset: string): string =>
  asset
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/(?::\d{1,5})?(?:[/?#].*)?$/s, '')
    .toLowerCase();

const isOwnDomain = (asset: string, domain: string): boolean =>
  [domain, `www.${domain}`].includes(hostOf(asset));

/** The rating of today with the decision counted; that of the days before stays what it was. */
async function rateAgain(ctx: OrgScope, db: OrgDb, domain: string): Promise<void> {
  const newest = await selectNewest(db, domain, ctx.providers.ratings.source.id);
  if (newest)
    await writeEstimate(ctx, db, { orgId: ctx.orgId, domain, measuredAt: newest.measuredAt, at: ctx.now() });
}

/** Leaves an asset out of the rating at once. Whoever looks after the portal sees who said so, and why. */
export async function disownAsset(
  ctx: OrgCtx,
  { asset, reason }: BodyOf<Calls['disownAsset']>,
): Promise<Record<string, never>> {
  await ctx.inOrg(async (db) => {
    const domain = await requireDomain(db, 'no-rating');
    if (!(await lockRun(db, domain))) throw new Refusal('no-rating');
    if (isOwnDomain(asset, domain)) throw new Refusal('own-domain');
    const decision = { reason, by: ctx.session.email, at: ctx.now() };
    if (!(await saveNotOurs(db, domain, asset, decision))) throw new Refusal('no-such-asset');
    await recordAct(db, {
      act: 'asset-disowned',
      subject: 'rating_asset',
      subjectId: asset,
      subjectName: asset,
      after: { reason },
    });
    await rateAgain(ctx, db, domain);
  });
  return {};
}

export async function ownAsset(
  ctx: OrgCtx,
  { asset }: BodyOf<Calls['ownAsset']>,
): Promise<Record<string, never>> {
  await ctx.inOrg(async (db) => {
    const domain = registrableDomain((await selectCompany(db)).url);
    if (domain === null || !(await lockRun(db, domain)) || !(await saveNotOurs(db, domain, asset, null)))
      throw new Refusal('no-such-asset');
    await recordAct(db, {
      act: 'asset-owned',
      subject: 'rating_asset',
      subjectId: asset,
      subjectName: asset,
    });
    await rateAgain(ctx, db, domain);
  });
  return {};
}
