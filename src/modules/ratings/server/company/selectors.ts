import type { BodyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { ratingsContract } from '../../contract.ts';
import { registrableDomain } from './domain.ts';
import { beginMeasurement, measurableFrom, withinDailyMeasurements } from '../runs/measurements.ts';
import { saveSelectors, selectCompany, selectRun, selectSetting } from '../runs/runs.store.ts';

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

/** Keeps the names of signing keys; they are looked at now, or with the next measurement where the last one was just made. */
export async function saveDkimSelectors(
  ctx: OrgCtx,
  { selectors }: BodyOf<(typeof ratingsContract)['saveDkimSelectors']>,
): Promise<Record<string, never>> {
  const wanted = [...new Set(selectors.map((one) => one.toLowerCase()))];
  const due = await ctx.inOrg(async (db) => {
    const { dkimSelectors } = await selectSetting(db);
    if (isSame(dkimSelectors, wanted)) return null;
    await saveSelectors(db, ctx.orgId, wanted);
    await recordAct(db, {
      act: 'signing-keys-named',
      subject: 'rating_setting',
      before: { names: dkimSelectors.join(', ') },
      after: { names: wanted.join(', ') },
    });
    const domain = registrableDomain((await selectCompany(db)).url);
    const run = domain === null ? null : await selectRun(db, domain);
    return run && !measurableFrom(run, ctx.now()) ? domain : null;
  });
  if (due !== null && (await withinDailyMeasurements(ctx, ctx.orgId)))
    await ctx.inOrg((db) => beginMeasurement(ctx, db, due, 'administrator'));
  return {};
}
