import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import type { Snoozed } from '../contract.ts';

/** The summary of a module that is not active. */
export const inactivePart = summaryPart<null, null>({ value: () => sql`null`, read: () => null });

/** What is put off now; at most one row for each kind of action. */
export const snoozedPart = summaryPart({
  value: (now) => sql<Snoozed[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', action, 'title', title, 'amount', amount, 'until', until) order by until), '[]')
    from dashboard_snooze where until > ${now}
  )`,
  read: (rows): Snoozed[] => rows.map((row) => ({ ...row, until: new Date(row.until).toISOString() })),
});

export async function upsertSnooze(
  db: OrgDb,
  orgId: string,
  { id, title, amount, until }: Omit<Snoozed, 'until'> & { until: Date },
) {
  await db
    .insertInto('dashboardSnooze')
    .values({ orgId, action: id, title, amount, until })
    .onConflict((conflict) => conflict.columns(['orgId', 'action']).doUpdateSet({ title, amount, until }))
    .execute();
}

export const deleteSnooze = async (db: OrgDb, action: string): Promise<void> => {
  await db.deleteFrom('dashboardSnooze').where('action', '=', action).execute();
};
