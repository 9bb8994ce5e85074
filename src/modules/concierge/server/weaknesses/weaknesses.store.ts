import { sql } from 'kysely';
import type { RichText } from '#platform/richText.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Weakness, WeaknessEvent } from '../../entities.ts';
import { pageSize, type Severity, type WeaknessStatus } from '../../rules.ts';
import { containing } from '../pageOf.ts';
import { threadBrief } from '../threads.store.ts';

export type WeaknessRow = Omit<Weakness, 'reportedOn' | 'statusUpdatedOn'> & {
  reportedOn: Date;
  statusUpdatedOn: Date;
  type: string;
  evidence: string;
  version: number;
};

const columns = sql`w.id as weakness_id, w.type, w.title, w.severity, w.status, w.reported_on, w.status_updated_on, w.asset, w.source, w.evidence,
  w.version, ${threadBrief}`;
const from = (cognitoId: string) => sql`from weakness w
  left join concierge_thread t on t.org_id = w.org_id and t.weakness_id = w.id
  left join concierge_read s on s.kind = 'thread' and s.id = t.id::text and s.cognito_id = ${cognitoId}`;

export type WeaknessFilter = {
  search: string;
  severity?: Severity | undefined;
  status?: WeaknessStatus | undefined;
  sort: 'severity' | 'status' | 'reportedOn' | 'statusUpdatedOn' | 'title';
  down: boolean;
};

// the ranks of modules.md 3; ties are in the order of the newest date
const orders: Record<WeaknessFilter['sort'], [first: string, ties: string]> = {
  severity: ['w.severity_rank', 'w.reported_on desc, w.status_rank'],
  status: ['w.status_rank', 'w.severity_rank, w.status_updated_on desc'],
  reportedOn: ['w.reported_on', 'w.severity_rank'],
  statusUpdatedOn: ['w.status_updated_on', 'w.severity_rank'],
  title: ['lower(w.title)', 'w.reported_on desc'],
};

export async function selectWeaknesses(
  db: OrgDb,
  cognitoId: string,
  { search, severity, status, sort, down }: WeaknessFilter,
  page: number,
): Promise<{ rows: WeaknessRow[]; total: number }> {
  const like = containing(search);
  const [first, ties] = orders[sort];
  const where = sql`(${search} = '' or w.title ilike ${like} or w.asset ilike ${like})
    and (${severity ?? null}::text is null or w.severity = ${severity ?? null}) and (${status ?? null}::text is null or w.status = ${status ?? null})`;
  const { rows } = await sql<WeaknessRow>`
    select ${columns} ${from(cognitoId)} where ${where} order by ${sql.raw(`${first} ${down ? 'desc' : 'asc'}, ${ties}`)}, w.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from weakness w where ${where}`.execute(db);
  return { rows, ...counted[0]! };
}

/** How many there are by status, and of the open ones by severity. */
export async function countWeaknesses(
  db: OrgDb,
): Promise<{ status: WeaknessStatus; severity: Severity; n: number }[]> {
  const { rows } = await sql<{ status: WeaknessStatus; severity: Severity; n: number }>`
    select status, severity, count(*) as n from weakness group by status, severity`.execute(db);
  return rows;
}

export async function selectWeakness(
  db: OrgDb,
  id: string,
  cognitoId = '',
): Promise<(WeaknessRow & { body: unknown }) | undefined> {
  const { rows } = await sql<
    WeaknessRow & { body: unknown }
  >`select ${columns}, w.body ${from(cognitoId)} where w.id = ${id}`.execute(db);
  return rows[0];
}

/** Held until the transaction ends: changes of one weakness come one after the other. */
export const holdWeakness = (db: OrgDb, id: string) =>
  db.selectFrom('weakness').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type EventRow = Omit<WeaknessEvent, 'at'> & { at: Date };

/** Newest first. */
export async function selectEvents(db: OrgDb, weaknessId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select at, act, status, note, by_name as by from weakness_event where weakness_id = ${weaknessId} order by id desc limit 200`.execute(
    db,
  );
  return rows;
}

export type NewEvent = EventRow & { byStaff: boolean };

export async function insertEvent(
  db: OrgDb,
  orgId: string,
  weaknessId: string,
  { by: byName, ...event }: NewEvent,
): Promise<void> {
  await db
    .insertInto('weaknessEvent')
    .values({ ...event, byName, orgId, weaknessId })
    .execute();
}

export type NewWeakness = Pick<
  WeaknessRow,
  'type' | 'title' | 'severity' | 'source' | 'asset' | 'evidence'
> & {
  orgId: string;
  id: string;
  body: RichText;
  now: Date;
};

/** @returns false where there is one of this type and asset already */
export async function insertWeakness(db: OrgDb, weakness: NewWeakness): Promise<boolean> {
  const { rows } = await sql`
    insert into weakness (org_id, id, type, title, severity, status, reported_on, status_updated_on, body, source, asset, evidence)
    values (${weakness.orgId}, ${weakness.id}, ${weakness.type}, ${weakness.title}, ${weakness.severity}, 'Open', ${weakness.now}, ${weakness.now},
      ${JSON.stringify(weakness.body)}::jsonb, ${weakness.source}, ${weakness.asset}, ${weakness.evidence})
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

export type WeaknessChange = Partial<
  Pick<WeaknessRow, 'title' | 'severity' | 'asset' | 'evidence' | 'status'> & { body: RichText }
>;

/** Changes what is given and counts the version up. */
export async function updateWeakness(
  db: OrgDb,
  id: string,
  { body, ...change }: WeaknessChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('weakness')
    .set((e) => ({
      ...change,
      ...(body && { body: JSON.stringify(body) }),
      ...(change.status && { statusUpdatedOn: now }),
      version: e('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** The weakness of a type at an asset that the customer sees. */
export const selectShownWeakness = (db: OrgDb, type: string, asset: string) =>
  db
    .selectFrom('weakness')
    .select(['id as weaknessId', 'title'])
    .where('type', '=', type)
    .where('asset', '=', asset)
    .where('status', '<>', 'Not Relevant')
    .executeTakeFirst();
