import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { leaveTraining, lockOrganization } from '#modules/organization/server/public.ts';
import { removePackageFilesSpec } from './packages/packageFiles.ts';
import { lockTrainees } from './trainees/trainees.store.ts';

/** Everything of training goes, own courses too; people who sign stay in the team. */
export async function deleteAllTraining(ctx: OrgScope, db: OrgDb): Promise<void> {
  await lockOrganization(db, ctx.orgId);
  await lockTrainees(db, null);
  const { rows } = await sql<{ id: string }>`select member_id as id from trainee`.execute(db);
  const packages = await db.selectFrom('trainingPackage').select('id').execute();
  for (const { id } of packages)
    await ctx.jobs.enqueue(db, removePackageFilesSpec, { orgId: ctx.orgId, packageId: id });
  // one statement for all of them, where taking away people would take one for each
  for (const table of [
    'training_certificate',
    'training_attempt',
    'training_play',
    'enrolment',
    'trainee',
    'training_answer_tally',
    'training_setting',
    'training_package',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await leaveTraining(
    db,
    rows.map(({ id }) => id),
    ctx.now(),
  );
}
