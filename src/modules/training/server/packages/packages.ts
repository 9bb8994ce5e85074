import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { oneLine } from '#platform/text.ts';
import type { packageContract } from '../../packageContract.ts';
import { removePackageFilesSpec } from './packageFiles.ts';
import * as store from './packages.store.ts';

type Calls = typeof packageContract;

export async function editPackage(
  ctx: OrgScope,
  { course, title, minutes }: BodyOf<Calls['editPackage']>,
): Promise<ReplyOf<Calls['editPackage']>> {
  if (!(await ctx.inOrg((db) => store.updatePackage(db, course, { title: oneLine(title), minutes }))))
    throw new Refusal('no-such-course');
  return {};
}

/** Its files go soon; who took it, and with which score, stays. */
export async function removePackage(
  ctx: OrgScope,
  { course }: BodyOf<Calls['removePackage']>,
): Promise<ReplyOf<Calls['removePackage']>> {
  await ctx.inOrg(async (db) => {
    if (!(await store.removePackageRow(db, course, ctx.now()))) throw new Refusal('no-such-course');
    await ctx.jobs.enqueue(db, removePackageFilesSpec, { orgId: ctx.orgId, packageId: course });
  });
  return {};
}
