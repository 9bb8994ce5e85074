import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';

export type DueOrganization = { orgId: string; reviews: Date[] };

/** Organisations with policies to be reviewed within the span, after the one given. */
export async function selectOrganizationsDue(
  db: GlobalDb,
  since: Date,
  until: Date,
  after: string,
  atMost: number,
): Promise<DueOrganization[]> {
  const { rows } = await sql<{
    org_id: string;
    reviews: Date[];
  }>`select org_id, reviews from policy_reviews_due(${since}, ${until}, ${after}, ${atMost})`.execute(db);
  return rows.map((row) => ({ orgId: row.org_id, reviews: row.reviews }));
}

export type DueReview = {
  policyId: string;
  version: number;
  name: string;
  approvedAt: Date;
  reviewAt: Date;
  reminded: number[];
};

/** Policies that hold and are to be reviewed before a day, the most urgent first, with the stages already sent. */
export async function selectReviewsDue(db: OrgDb, until: Date): Promise<DueReview[]> {
  const rows = await db
    .selectFrom('policy_version as v')
    .leftJoin('policy_review_reminder as r', (join) =>
      join
        .onRef('r.org_id', '=', 'v.org_id')
        .onRef('r.policy_id', '=', 'v.policy_id')
        .onRef('r.version', '=', 'v.version'),
    )
    .select((e) => [
      'v.policy_id',
      'v.version',
      'v.name',
      'v.approval_date',
      'v.review_at',
      e.fn
        .coalesce(
          e.fn.agg<number[]>('array_agg', ['r.stage']).filterWhere('r.stage', 'is not', null),
          sql<number[]>`'{}'`,
        )
        .as('reminded'),
    ])
    .where('v.in_force', '=', true)
    .where('v.review_at', '<=', until)
    .groupBy(['v.org_id', 'v.policy_id', 'v.version'])
    .orderBy('v.review_at')
    .orderBy('v.name_key')
    .execute();
  return rows.map((row) => ({
    policyId: row.policy_id,
    version: row.version,
    name: row.name,
    approvedAt: row.approval_date!,
    reviewAt: row.review_at!,
    reminded: row.reminded,
  }));
}

/** When the organisation was last reminded of any review. */
export async function selectLastReminder(db: OrgDb): Promise<Date | null> {
  const row = await db
    .selectFrom('policy_review_reminder')
    .select((e) => e.fn.max('sent_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function insertReviewReminders(
  db: OrgDb,
  orgId: string,
  reminders: readonly { policyId: string; version: number; stage: number }[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('policy_review_reminder')
    .values(
      reminders.map(({ policyId, version, stage }) => ({
        org_id: orgId,
        policy_id: policyId,
        version,
        stage,
        sent_at: now,
      })),
    )
    .execute();
}
