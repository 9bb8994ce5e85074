import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { Known, Sighting } from './sightings.ts';

/** Two rounds in one organisation come one after the other. */
export async function lockWatch(db: OrgDb, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`weaknesses ${orgId}`}, 0))`.execute(db);
}

export async function selectKnown(db: OrgDb): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select c.type, c.asset, c.source, c.fact, c.state, c.present, c.weakness_id, w.status as weakness_status
    from weakness_candidate c left join weakness w on w.org_id = c.org_id and w.id = c.weakness_id`.execute(
    db,
  );
  return rows;
}

/** Keeps what was seen now; whatever was decided about it stays. */
export async function upsertSighting(db: OrgDb, orgId: string, sighting: Sighting, now: Date): Promise<void> {
  await sql`
    insert into weakness_candidate (org_id, type, asset, state, present, severity, title, source, fact, evidence, first_seen, last_seen)
    values (${orgId}, ${sighting.type}, ${sighting.asset}, 'proposed', true, ${sighting.severity}, ${sighting.title}, ${sighting.source}, ${sighting.fact},
      ${sighting.evidence}, ${now}, ${now})
    on conflict (org_id, type, asset) do update set present = true, gone_at = null, severity = excluded.severity, title = excluded.title,
      source = excluded.source, fact = excluded.fact, evidence = excluded.evidence, last_seen = excluded.last_seen`.execute(
    db,
  );
}

export async function markGone(
  db: OrgDb,
  { type, asset }: { type: string; asset: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('weaknessCandidate')
    .set({ present: false, goneAt: now })
    .where('type', '=', type)
    .where('asset', '=', asset)
    .execute();
}

/** Forgets what nobody decided about and no measurement has seen since then: a server that makes up names would fill the table. */
export async function forgetGone(db: OrgDb, before: Date): Promise<void> {
  await db
    .deleteFrom('weaknessCandidate')
    .where('state', '=', 'proposed')
    .where('present', '=', false)
    .where('goneAt', '<', before)
    .execute();
}

/** A candidate, held until the transaction ends. */
export const holdCandidate = (db: OrgDb, { type, asset }: { type: string; asset: string }) =>
  db
    .selectFrom('weaknessCandidate')
    .selectAll()
    .where('type', '=', type)
    .where('asset', '=', asset)
    .forUpdate()
    .executeTakeFirst();

export type Decision = Pick<Known, 'state' | 'weaknessId'> & { by: string; note: string; at: Date };

export async function decideCandidate(
  db: OrgDb,
  { type, asset }: { type: string; asset: string },
  { by: decidedBy, at: decidedAt, ...decision }: Decision,
): Promise<void> {
  await db
    .updateTable('weaknessCandidate')
    .set({ ...decision, decidedBy, decidedAt })
    .where('type', '=', type)
    .where('asset', '=', asset)
    .execute();
}

/** Organisations where something was measured since then, or all (null), after the one given. */
export async function selectToWatch(
  db: GlobalDb,
  since: Date | null,
  after: string,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id from organizations_to_watch(${since}, ${after}, ${atMost})`.execute(db);
  return rows.map((row) => row.orgId);
}
