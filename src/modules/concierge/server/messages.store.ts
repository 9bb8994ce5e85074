import { sql, type RawBuilder } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Alert, AlertDetails } from '../entities.ts';
import { pageSize, type Severity } from '../rules.ts';
import type { Letter } from './content.ts';
import { containing } from './pageOf.ts';
import type { ReaderFacts } from './reader.ts';
import { threadBrief } from './threads.store.ts';

export type Asking = { reader: ReaderFacts; cognitoId: string; now: Date; letters: readonly Letter[] };

/** Letters of the product that go out by themselves, as rows of the same shape. */
const productRows = (letters: readonly Letter[]) =>
  JSON.stringify(
    letters.flatMap(({ send, body: _body, ...letter }) =>
      send
        ? [
            {
              ...letter,
              published_on: send.from,
              expires_on: send.until ?? null,
              on_arrival: send.onArrival,
            },
          ]
        : [],
    ),
  );

/**
 * Every message that this organisation may read now. The one place that decides it: `concierge_is_for` for whom, and the
 * state and days of a message for when. Drafts and what was withdrawn are not there, for nobody.
 */
const readable = ({
  reader,
  now,
  letters,
}: Pick<Asking, 'reader' | 'now' | 'letters'>): RawBuilder<unknown> => sql`
  select m.id, m.title, m.summary, m.body, m.severity, m.category, m.minutes, m.actions, m.expires_on,
    case when m.on_arrival then greatest(m.published_on, ${reader.signUpDate}::timestamptz) else m.published_on end as published_on
  from (
    select id, title, summary, body, severity, category, minutes, actions, published_on, expires_on, on_arrival
    from concierge_message
    where status = 'published'
      and concierge_is_for(audience_kind, audience_values, brand_id, ${reader.orgId}::uuid, ${reader.brandId}, ${reader.industry}, ${reader.planId})
    union all
    select p.id, p.title, p.summary, null::jsonb, p.severity, p.category, p.minutes, p.actions, p.published_on, p.expires_on, p.on_arrival
    from jsonb_to_recordset(${productRows(letters)}::jsonb) as p(id text, title text, summary text, severity text, category text, minutes smallint,
      actions jsonb, published_on timestamptz, expires_on timestamptz, on_arrival boolean)
    where not exists (select from concierge_message o where o.id = p.id)
  ) m
  where m.published_on <= ${now}::timestamptz and (m.expires_on is null or m.expires_on > ${now}::timestamptz)`;

const withMarks = (asking: Asking): RawBuilder<unknown> => sql`
  from (${readable(asking)}) l
  left join concierge_read r on r.kind = 'message' and r.id = l.id and r.cognito_id = ${asking.cognitoId}
  left join concierge_thread t on t.message_id = l.id
  left join concierge_read s on s.kind = 'thread' and s.id = t.id::text and s.cognito_id = ${asking.cognitoId}`;

const columns = sql`l.id as concierge_message_id, l.title, l.summary, l.severity, l.category, l.minutes, l.actions, l.published_on, l.expires_on,
  r.read_at as read_on, ${threadBrief}`;

export type MessageRow = Omit<Alert, 'publishedOn' | 'expiresOn' | 'readOn'> &
  Pick<AlertDetails, 'minutes' | 'actions'> & {
    publishedOn: Date;
    expiresOn: Date | null;
    readOn: Date | null;
  };

/** One page of the messages, the newest first, and how many there are of the kind asked for and unread. */
export async function selectMessages(
  db: OrgDb,
  asking: Asking,
  { search, unreadOnly }: { search: string; unreadOnly: boolean },
  page: number,
): Promise<{ rows: MessageRow[]; total: number; unread: number }> {
  const like = containing(search);
  const where = sql`(${search} = '' or l.title ilike ${like} or l.summary ilike ${like} or coalesce(l.body::text, '') ilike ${like})
    and (not ${unreadOnly}::boolean or r.read_at is null)`;
  const { rows } = await sql<MessageRow>`
    select ${columns} ${withMarks(asking)} where ${where}
    order by l.published_on desc, l.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ total: number; unread: number }>`
    select count(*) filter (where ${where}) as total, count(*) filter (where r.read_at is null) as unread ${withMarks(asking)}`.execute(
    db,
  );
  return { rows, ...counted[0]! };
}

/** One message with its text; null in `body` for one of the product. */
export async function selectMessage(
  db: OrgDb,
  asking: Asking,
  id: string,
): Promise<(MessageRow & { body: unknown }) | undefined> {
  const { rows } = await sql<
    MessageRow & { body: unknown }
  >`select ${columns}, l.body ${withMarks(asking)} where l.id = ${id}`.execute(db);
  return rows[0];
}

/** What the dashboard and the menu say about messages: how many there are, how many are unread, and the newest unread one. */
export const countedValue = (asking: Asking) => sql<{
  total: number;
  unread: number;
  newest: { id: string; title: string; severity: Severity | null; publishedOn: string } | null;
}>`(
  select jsonb_build_object('total', count(*), 'unread', count(*) filter (where r.id is null), 'newest', (array_agg(
      jsonb_build_object('id', l.id, 'title', l.title, 'severity', l.severity, 'publishedOn', l.published_on) order by l.published_on desc, l.id)
      filter (where r.id is null))[1])
  from (${readable(asking)}) l
  left join concierge_read r on r.kind = 'message' and r.id = l.id and r.cognito_id = ${asking.cognitoId})`;

/** Marks messages that the organisation may read; of others nothing is kept. */
export async function insertMarks(db: OrgDb, asking: Asking, ids: readonly string[] | 'all'): Promise<void> {
  const which = ids === 'all' ? sql`true` : sql`l.id = any (${ids}::text[])`;
  await sql`
    insert into concierge_read (org_id, cognito_id, kind, id, read_at)
    select ${asking.reader.orgId}::uuid, ${asking.cognitoId}, 'message', l.id, ${asking.now}::timestamptz from (${readable(asking)}) l where ${which}
    on conflict do nothing`.execute(db);
}

export async function deleteMarks(
  db: OrgDb,
  cognitoId: string,
  ids: readonly string[] | 'all',
): Promise<void> {
  await sql`delete from concierge_read where kind = 'message' and cognito_id = ${cognitoId}
    and (${ids === 'all'}::boolean or id = any (${ids === 'all' ? [] : ids}::text[]))`.execute(db);
}
