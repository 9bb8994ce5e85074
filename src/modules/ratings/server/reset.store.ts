import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { removeRatingFilesSpec } from './runs/jobSpecs.ts';

/** Everything of the ratings goes, proofs of ownership too. */
export async function deleteAllRatings(ctx: OrgScope, db: OrgDb): Promise<void> {
  // snapshots, findings and assets go with the runs
  for (const table of ['rating_run', 'rating_setting', 'rating_ownership', 'rating_report_request'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await ctx.jobs.enqueue(db, removeRatingFilesSpec, { orgId: ctx.orgId });
}
