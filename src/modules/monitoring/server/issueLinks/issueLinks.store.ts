import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

export type IssueLinkRow = {
  id: string;
  websiteId: string;
  findingId: string;
  madeBy: string;
  madeAt: Date;
  email: string | null;
  expiresAt: Date;
  withdrawnAt: Date | null;
  opens: number;
  lastOpenedAt: Date | null;
  answers: number;
  lastAnsweredAt: Date | null;
};

const mostListed = 50;

/** Links to an issue, the newest first. */
export const selectLinksOf = (db: OrgDb, websiteId: string, findingId: string): Promise<IssueLinkRow[]> =>
  db
    .selectFrom('issueLink')
    .selectAll()
    .where('websiteId', '=', websiteId)
    .where('findingId', '=', findingId)
    .orderBy('madeAt', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute();

/** How many links of an issue work now, and how many the organization made since then. */
export async function countLinks(
  db: OrgDb,
  { websiteId, findingId, now, since }: { websiteId: string; findingId: string; now: Date; since: Date },
): Promise<{ open: number; recent: number }> {
  const { rows } = await sql<{ open: number; recent: number }>`select
    (select count(*) from issue_link where website_id = ${websiteId} and finding_id = ${findingId}
      and withdrawn_at is null and expires_at > ${now}) as open,
    (select count(*) from issue_link where made_at > ${since}) as recent`.execute(db);
  return rows[0]!;
}

type NewLink = {
  orgId: string;
  websiteId: string;
  findingId: string;
  id: string;
  by: string;
  now: Date;
  email: string | null;
  until: Date;
};

export async function insertLink(db: OrgDb, link: NewLink): Promise<IssueLinkRow> {
  return db
    .insertInto('issueLink')
    .values({
      orgId: link.orgId,
      websiteId: link.websiteId,
      findingId: link.findingId,
      id: link.id,
      madeBy: link.by,
      madeAt: link.now,
      email: link.email,
      expiresAt: link.until,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a link of this issue; null where there is none, `ended` false where it had ended before. */
export async function withdrawLink(
  db: OrgDb,
  link: { websiteId: string; findingId: string; id: string },
  now: Date,
): Promise<{ row: IssueLinkRow; ended: boolean } | null> {
  const row = await db
    .selectFrom('issueLink')
    .selectAll()
    .where('id', '=', link.id)
    .where('websiteId', '=', link.websiteId)
    .where('findingId', '=', link.findingId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.withdrawnAt) return { row, ended: false };
  await db.updateTable('issueLink').set({ withdrawnAt: now }).where('id', '=', row.id).execute();
  return { row, ended: true };
}

export type OpenedLink = IssueLinkRow & {
  companyName: string;
  channelId: string;
  sentBy: string;
  closing: boolean;
};

/** A link with what its page says of the organization. Held until the transaction ends, where something is written of it. */
export async function selectLink(db: OrgDb, id: string, { lock = false } = {}): Promise<OpenedLink | null> {
  const { rows } = await sql<OpenedLink>`
    select l.*, o.company_name as "companyName", o.channel_id as "channelId",
      coalesce((select nullif(trim(a.first_name || ' ' || a.last_name), '') from admin a where lower(a.email) = lower(l.made_by) limit 1), l.made_by) as "sentBy",
      exists (select from organization_closing c where c.kept_at is null) as closing
    from issue_link l join organization o on o.org_id = l.org_id where l.id = ${id} ${lock ? sql`for update of l` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function noteOpened(db: OrgDb, id: string, now: Date): Promise<void> {
  await db
    .updateTable('issueLink')
    .set((e) => ({ opens: e('opens', '+', 1), lastOpenedAt: now }))
    .where('id', '=', id)
    .execute();
}

/** Takes one answer of a link; false where another one took that number. */
export async function takeAnswer(db: OrgDb, id: string, answers: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('issueLink')
    .set({ answers: answers + 1, lastAnsweredAt: now })
    .where('id', '=', id)
    .where('answers', '=', answers)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What people of the organization are called, by email. */
export async function selectMaker(
  db: OrgDb,
  cognitoId: string,
): Promise<{ companyName: string; channelId: string; name: string }> {
  const { rows } = await sql<{ companyName: string; channelId: string; name: string }>`
    select company_name as "companyName", channel_id as "channelId",
      coalesce((select trim(first_name || ' ' || last_name) from admin where cognito_id = ${cognitoId}), '') as name from organization`.execute(
    db,
  );
  return rows[0]!;
}

/** Whether an address is one of the organization's administrators. */
export async function isAdministrator(db: OrgDb, address: string): Promise<boolean> {
  const rows = await db.selectFrom('admin').select('email').execute();
  return rows.some(({ email }) => email.toLowerCase() === address.toLowerCase());
}
