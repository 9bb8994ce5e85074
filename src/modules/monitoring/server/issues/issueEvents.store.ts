import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { HistoryEntry } from '../../issueEntities.ts';
import { toWire } from '../../rules.ts';

export type NewEvent = {
  findingId: string;
  kind: HistoryEntry['kind'];
  by?: string;
  note?: string;
  until?: Date;
};

/** Adds to the histories of issues, in the order given. */
export async function insertEvents(
  db: OrgDb,
  { orgId, websiteId, at }: { orgId: string; websiteId: string; at: Date },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('findingEvent')
    .values(
      events.map(({ findingId, kind, by, note, until }) => ({
        orgId,
        websiteId,
        findingId,
        at,
        kind,
        byEmail: by ?? null,
        note: note ?? '',
        until: until ?? null,
      })),
    )
    .execute();
}

const most = 200;

/** The newest of what happened to an issue, older to newer. */
export async function selectHistoryOf(
  db: OrgDb,
  websiteId: string,
  findingId: string,
): Promise<HistoryEntry[]> {
  const { rows } = await sql<{
    at: Date;
    kind: HistoryEntry['kind'];
    byEmail: string | null;
    note: string;
    until: Date | null;
  }>`
    select at, kind, by_email, note, until from finding_event
    where website_id = ${websiteId} and finding_id = ${findingId} order by seq desc limit ${most}`.execute(
    db,
  );
  return rows.toReversed().map(({ at, kind, byEmail: by, note, until }) => ({
    at: toWire(at),
    kind,
    by,
    note,
    until: until && toWire(until),
  }));
}
