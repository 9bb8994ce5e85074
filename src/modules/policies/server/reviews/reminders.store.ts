import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

export type DueOrganization = { orgId: string; reviews: Date[] };

/** Organisations with policies to be reviewed within the span, after the one given. */
export async function selectOrganizationsDue(
  db: GlobalDb,
  since: Date,
  until: Date,
  after: string,
  atMost: number,
): Promise<DueOrganization[]> {
  const { rows } = await sql<DueOrganization>`
    select org_id, reviews from policy_reviews_due(${since}, ${until}, ${after}, ${atMost})`.execute(db);
  return rows;
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
    .selectFrom('policyVersion as v')
    .leftJoin('policyReviewReminder as r', (join) =>
      join
        .onRef('r.orgId', '=', 'v.orgId')
        .onRef('r.policyId', '=', 'v.policyId')
        .onRef('r.version', '=', 'v.version'),
    )
    .select((e) => [
      'v.policyId',
      'v.version',
      'v.name',
      'v.approvalDate as approvedAt',
      'v.reviewAt',
      e.fn
        .coalesce(
          e.fn.agg<number[]>('array_agg', ['r.stage']).filterWhere('r.stage', 'is not', null),
          sql<number[]>`'{}'`,
        )
        .as('reminded'),
    ])
    .where('v.inForce', '=', true)
    .where('v.reviewAt', '<=', until)
    .groupBy(['v.orgId', 'v.policyId', 'v.version'])
    .orderBy('v.reviewAt')
    .orderBy('v.nameKey')
    .execute();
  return rows as DueReview[];
}

/** When the organisation was last reminded of any review. */
export async function selectLastReminder(db: OrgDb): Promise<Date | null> {
  const row = await db
    .selectFrom('policyReviewReminder')
    .select((e) => e.fn.max('sentAt').as('at'))
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
    .insertInto('policyReviewReminder')
    .values(
      reminders.map(({ policyId, version, stage }) => ({
        orgId,
        policyId,
        version,
        stage,
        sentAt: now,
      })),
    )
    .execute();
}
