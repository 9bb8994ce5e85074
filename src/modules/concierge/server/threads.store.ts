import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { excerptOf } from '#platform/richText.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Thread, ThreadEntry, ThreadState } from '../entities.ts';
import { pageSize } from '../rules.ts';
import { containing } from './pageOf.ts';

/** A conversation as its reader sees it, and the last entry of the experts. */
export type ThreadRow = Omit<Thread, 'openedOn' | 'lastEntryOn'> & {
  openedOn: Date;
  lastEntryOn: Date;
  lastStaffEntry: number;
};

const isUnread = sql`t.last_staff_entry > coalesce(s.entry, 0)`;
const columns = sql`t.id as thread_id, t.subject, t.state, t.context, t.message_id, t.weakness_id, t.opened_by_name as opened_by, t.opened_at as opened_on,
  t.last_entry_at as last_entry_on, t.last_from, t.entries, t.excerpt, t.last_staff_entry, ${isUnread} as unread`;
const seenBy = (cognitoId: string) =>
  sql`left join concierge_read s on s.kind = 'thread' and s.id = t.id::text and s.cognito_id = ${cognitoId}`;

/** The conversation `t` about a row of something else, with what its reader `s` has seen; null where there is none. */
export const threadBrief = sql`case when t.id is not null then jsonb_build_object('threadId', t.id, 'state', t.state, 'entries', t.entries,
  'unread', ${isUnread}) end as thread`;

export type ThreadFilter = { search: string; show: 'all' | 'waiting' | 'unread' | 'closed' };

export async function selectThreads(
  db: OrgDb,
  cognitoId: string,
  { search, show }: ThreadFilter,
  page: number,
): Promise<{ rows: ThreadRow[]; total: number; unread: number }> {
  const like = containing(search);
  const where = sql`(${search} = '' or t.subject ilike ${like} or t.excerpt ilike ${like} or t.opened_by_name ilike ${like}
      or exists (select from concierge_entry e where e.thread_id = t.id and e.body::text ilike ${like}))
    and case ${show} when 'unread' then ${isUnread} when 'all' then true else t.state = ${show} end`;
  const { rows } = await sql<ThreadRow>`
    select ${columns} from concierge_thread t ${seenBy(cognitoId)} where ${where}
    order by t.last_entry_at desc, t.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ total: number; unread: number }>`
    select count(*) filter (where ${where}) as total, count(*) filter (where ${isUnread}) as unread
    from concierge_thread t ${seenBy(cognitoId)}`.execute(db);
  return { rows, ...counted[0]! };
}

export async function selectThread(db: OrgDb, cognitoId: string, id: string): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select ${columns} from concierge_thread t ${seenBy(cognitoId)} where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Held until the transaction ends: entries of one conversation come one after the other. */
export const holdThread = (db: OrgDb, id: string) =>
  db.selectFrom('conciergeThread').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type NewThread = Pick<ThreadRow, 'subject' | 'context' | 'messageId' | 'weaknessId'> & {
  orgId: string;
  openedBy: string;
  openedByName: string;
  now: Date;
};

/** A conversation that waits for its first entry; about a message or a weakness the one that is there already. */
export async function openThreadRow(db: OrgDb, thread: NewThread): Promise<string> {
  const id = randomUUID();
  const { rows } = await sql<{ id: string }>`
    insert into concierge_thread (org_id, id, subject, state, context, message_id, weakness_id, opened_by, opened_by_name, opened_at,
      last_entry_at, last_from, entries)
    values (${thread.orgId}, ${id}, ${thread.subject}, 'waiting', ${thread.context === null ? null : JSON.stringify(thread.context)}::jsonb,
      ${thread.messageId}, ${thread.weaknessId}, ${thread.openedBy}, ${thread.openedByName}, ${thread.now}, ${thread.now}, 'customer', 0)
    on conflict do nothing returning id`.execute(db);
  if (rows[0]) return rows[0].id;
  const { rows: known } = await sql<{ id: string }>`
    select id from concierge_thread where message_id = ${thread.messageId} or weakness_id = ${thread.weaknessId}::uuid for update`.execute(
    db,
  );
  return known[0]!.id;
}

export type NewEntry = Pick<ThreadEntry, 'from' | 'body' | 'kind'> & {
  orgId: string;
  threadId: string;
  authorId: string;
  authorName: string;
  now: Date;
};

const stateAfter = ({ from, kind }: NewEntry): ThreadState =>
  kind === 'closed' ? 'closed' : from === 'customer' ? 'waiting' : 'answered';

/** Writes an entry and what its conversation then says of itself. @returns the number of the entry */
export async function insertEntry(db: OrgDb, entry: NewEntry): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into concierge_entry (org_id, thread_id, at, from_side, author_id, author_name, body, kind)
    values (${entry.orgId}, ${entry.threadId}, ${entry.now}, ${entry.from}, ${entry.authorId}, ${entry.authorName}, ${JSON.stringify(entry.body)}::jsonb,
      ${entry.kind}) returning id`.execute(db);
  const { id } = rows[0]!;
  const isStaff = entry.from === 'staff';
  // to close it is no answer that somebody waits for
  const counts = entry.kind !== 'closed';
  await sql`
    update concierge_thread set state = ${stateAfter(entry)}, last_entry_at = ${entry.now}, last_from = ${entry.from}, entries = entries + 1,
      excerpt = case when ${entry.kind} = 'closed' then excerpt else ${excerptOf(entry.body, 280)} end,
      last_staff_entry = case when ${isStaff && counts} then ${id}::bigint else last_staff_entry end,
      last_customer_entry = case when ${!isStaff && counts} then ${id}::bigint else last_customer_entry end,
      staff_seen_entry = case when ${isStaff} then ${id}::bigint else staff_seen_entry end
    where id = ${entry.threadId}`.execute(db);
  if (!isStaff) await upsertSeen(db, { ...entry, cognitoId: entry.authorId, entry: id });
  return id;
}

export type EntryRow = Pick<ThreadEntry, 'entryId' | 'from' | 'by' | 'kind'> & {
  at: Date;
  authorId: string;
  body: unknown;
};

/** The newest entries, oldest first. */
export async function selectEntries(db: OrgDb, threadId: string, atMost = 200): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id as entry_id, at, from_side as from, author_id, author_name as by, body, kind from concierge_entry
    where thread_id = ${threadId} order by id desc limit ${atMost}`.execute(db);
  return rows.toReversed();
}

export async function upsertSeen(
  db: OrgDb,
  seen: { orgId: string; cognitoId: string; threadId: string; entry: number; now: Date },
): Promise<void> {
  await sql`
    insert into concierge_read (org_id, cognito_id, kind, id, read_at, entry)
    values (${seen.orgId}, ${seen.cognitoId}, 'thread', ${seen.threadId}, ${seen.now}, ${seen.entry})
    on conflict (org_id, cognito_id, kind, id) do update set read_at = excluded.read_at, entry = greatest(concierge_read.entry, excluded.entry)`.execute(
    db,
  );
}

/** Those who write for an organisation come one after the other. */
export async function lockEntries(db: OrgDb, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`questions ${orgId}`}, 0))`.execute(db);
}

export async function countEntriesSince(db: OrgDb, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from concierge_entry where from_side = 'customer' and at > ${since}`.execute(db);
  return rows[0]!.n;
}

export async function countWaiting(db: OrgDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from concierge_thread where state = 'waiting'`.execute(db);
  return rows[0]!.n;
}

/** The name that conversations show for an administrator. */
export async function selectPersonName(
  db: OrgDb,
  cognitoId: string,
): Promise<{ name: string; email: string } | undefined> {
  const row = await db
    .selectFrom('admin')
    .select(['firstName', 'lastName', 'email'])
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return (
    row && {
      name: [row.firstName, row.lastName].filter(Boolean).join(' ').trim() || row.email,
      email: row.email,
    }
  );
}

/** Notes that a member of the staff has seen what the customer wrote. */
export const markSeenByStaff = (db: OrgDb, id: string) =>
  sql`update concierge_thread set staff_seen_entry = last_customer_entry
    where id = ${id} and staff_seen_entry < last_customer_entry`.execute(db);

/** A closed conversation waits for the experts again. */
export const reopenThread = (db: OrgDb, id: string) =>
  db
    .updateTable('conciergeThread')
    .set({ state: 'waiting' })
    .where('id', '=', id)
    .where('state', '=', 'closed')
    .execute();

/** @returns false where there is no such conversation */
export async function assignThreadRow(
  db: OrgDb,
  id: string,
  to: { id: string; name: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conciergeThread')
    .set({ assignedTo: to?.id ?? null, assignedName: to?.name ?? '' })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of a conversation `t`. */
export const isClosed = sql`t.state = 'closed'`;

/** Takes weaknesses, conversations and read marks of an organisation away; messages belong to none. */
export async function deleteAllConcierge(db: OrgDb): Promise<void> {
  await db.deleteFrom('conciergeThread').execute();
  await db.deleteFrom('weaknessCandidate').execute();
  await db.deleteFrom('weakness').execute();
  await db.deleteFrom('conciergeRead').execute();
}
