import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';
import type { AudienceKind } from '../../rules.ts';
import type { DeskMessage, MessageDraft, MessageStage, MessageStatus } from './desk.ts';
import { containing } from '../pageOf.ts';

export type DeskMessageRow = Omit<
  DeskMessage,
  'conciergeMessageId' | 'fromProduct' | 'audience' | 'body' | 'editedAt'
> & {
  id: string;
  body: unknown;
  audienceKind: AudienceKind;
  audienceValues: string[];
  brandId: string | null;
  editedAt: Date;
};

export type MessageFilter = {
  /** Messages of this brand alone; null: all. */
  brandId: string | null;
  stages: readonly MessageStage[];
  search: string;
  now: Date;
  atMost: number;
  skip: number;
};

/** What was edited last first. */
export async function selectDeskMessages(
  db: GlobalDb,
  { brandId, stages, search, now, atMost, skip }: MessageFilter,
): Promise<{ rows: DeskMessageRow[]; total: number }> {
  const like = containing(search);
  const matching = sql`from concierge_message m
    where (${brandId}::text is null or m.brand_id = ${brandId}) and (${search} = '' or m.title ilike ${like} or m.summary ilike ${like})
      and case when m.status <> 'published' then m.status when m.expires_on <= ${now}::timestamptz then 'expired'
        when m.published_on > ${now}::timestamptz then 'scheduled' else 'out' end = any (${stages}::text[])`;
  const { rows } =
    await sql<DeskMessageRow>`select m.* ${matching} order by m.edited_at desc, m.id limit ${atMost} offset ${skip}`.execute(
      db,
    );
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  return { rows, total: counted[0]!.total };
}

export async function selectDeskMessage(db: GlobalDb, id: string): Promise<DeskMessageRow | undefined> {
  const { rows } = await sql<DeskMessageRow>`select * from concierge_message where id = ${id}`.execute(db);
  return rows[0];
}

export const selectMessageIds = async (db: GlobalDb): Promise<string[]> =>
  (await db.selectFrom('conciergeMessage').select('id').execute()).map(({ id }) => id);

export type Saving = {
  id: string;
  before: number;
  draft: MessageDraft;
  status: MessageStatus;
  by: string;
  now: Date;
};

/**
 * Writes the next version of a message; `before` 0 makes it.
 * @returns false where the version is another one by now
 */
export async function saveMessageRow(
  db: GlobalDb,
  { id, before, draft, status, by, now }: Saving,
): Promise<boolean> {
  const { audience } = draft;
  const values = {
    version: sql`${before + 1}::int`,
    status: sql`${status}::text`,
    title: sql`${draft.title}::text`,
    summary: sql`${draft.summary}::text`,
    body: sql`${JSON.stringify(draft.body)}::jsonb`,
    severity: sql`${draft.severity}::text`,
    category: sql`${draft.category}::text`,
    minutes: sql`${draft.minutes}::smallint`,
    publishedOn: sql`${draft.publishedOn}::timestamptz`,
    expiresOn: sql`${draft.expiresOn}::timestamptz`,
    onArrival: sql`${draft.onArrival}::boolean`,
    audienceKind: sql`${audience.kind}::text`,
    audienceValues: sql`${[...audience.values]}::text[]`,
    brandId: sql`${audience.brandId}::text`,
    actions: sql`${JSON.stringify(draft.actions)}::jsonb`,
    mail: sql`${draft.mail}::boolean`,
    editedBy: sql`${by}::text`,
    editedAt: sql`${now}::timestamptz`,
  };
  const names = Object.keys(values).map((name) => sql.ref(name));
  const written =
    before === 0
      ? sql`insert into concierge_message (id, created_at, ${sql.join(names)})
          values (${id}, ${now}, ${sql.join(Object.values(values))}) on conflict do nothing returning id`
      : sql`update concierge_message set ${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
          where id = ${id} and version = ${before} returning id`;
  // one statement: a message never has a version that is not kept
  const { rows } = await sql<{ id: string }>`
    with written as (${written})
    insert into concierge_message_version (id, version, document, edited_by, edited_at)
    select id, ${before + 1}::int, ${JSON.stringify({ ...draft, status })}::jsonb, ${by}, ${now} from written returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export type VersionRow = { version: number; document: unknown; editedBy: string; editedAt: Date };
/** Newest first. */
export const selectVersions = (db: GlobalDb, id: string): Promise<VersionRow[]> =>
  db
    .selectFrom('conciergeMessageVersion')
    .select(['version', 'document', 'editedBy', 'editedAt'])
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .limit(200)
    .execute();

/** Messages that are out and whose readers are still to be notified. */
export async function selectUnmailed(db: GlobalDb, now: Date): Promise<DeskMessageRow[]> {
  const { rows } = await sql<DeskMessageRow>`
    select * from concierge_message where status = 'published' and mail and mailed_at is null and published_on <= ${now}
      and (expires_on is null or expires_on > ${now}) order by published_on limit 50`.execute(db);
  return rows;
}

export const markMailed = async (db: GlobalDb, id: string, now: Date): Promise<void> => {
  await db.updateTable('conciergeMessage').set({ mailedAt: now }).where('id', '=', id).execute();
};

export type AddresseeRow = { orgId: string; channelId: string; industry: string; planId: string };

/** Organisations that a message may be for, after the one given; null says nothing about a thing. */
export async function selectAddressees(
  db: GlobalDb,
  narrow: {
    channels: readonly string[] | null;
    industries: readonly string[] | null;
    orgIds: readonly string[] | null;
  },
  after: string,
  atMost: number,
): Promise<AddresseeRow[]> {
  const { rows } = await sql<AddresseeRow>`
    select * from organizations_for_letter(${narrow.channels}::text[], ${narrow.industries}::text[], ${narrow.orgIds}::uuid[], ${after}, ${atMost})`.execute(
    db,
  );
  return rows;
}
