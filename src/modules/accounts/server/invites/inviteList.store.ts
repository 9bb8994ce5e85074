import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

export type ListedRow = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  status: 'sent' | 'canceled';
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** Invitations that nobody accepted, newest first; of one address the newest, so that a replaced one does not show. */
export async function selectOpenAndEnded(db: OrgDb, orgId: string): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select i.id, i.email, i.first_name, i.last_name, i.job_title, i.status, i.created_at, i.expires_at,
      case when a.cognito_id is not null then coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) end as invited_by
    from (select distinct on (lower(email)) * from admin_invite where org_id = ${orgId} order by lower(email), created_at desc, expires_at desc) i
    left join admin a on a.org_id = ${orgId} and a.cognito_id = i.invited_by
    where i.status <> 'used'
    order by i.created_at desc, i.email limit 1000`.execute(db);
  return rows;
}

export type InviteDetails = { email: string; firstName: string; lastName: string; jobTitle: string };

/** Changes what an invitation says; false when it was used or cancelled meanwhile. */
export async function updateDetails(db: OrgDb, id: string, details: InviteDetails): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('adminInvite')
    .set({
      email: details.email,
      firstName: details.firstName,
      lastName: details.lastName,
      jobTitle: details.jobTitle,
    })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets an invitation wait again, with this link alone; false when it was used meanwhile. */
export async function renewInvite(
  db: OrgDb,
  id: string,
  link: { round: number; hash: string; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('adminInvite')
    .set({ status: 'sent', linkRound: link.round, linkHash: link.hash, expiresAt: link.expiresAt })
    .where('id', '=', id)
    .where('status', '<>', 'used')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the invitation does not wait. */
export async function cancelInvite(db: OrgDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('adminInvite')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes an ended invitation off the list, with those of its address that it replaced. */
export async function deleteEndedInvites(
  db: OrgDb,
  invite: { id: string; email: string },
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('adminInvite')
    .where((where) => where.or([where('status', '<>', 'sent'), where('expiresAt', '<=', now)]))
    .where((where) =>
      where.or([
        where('id', '=', invite.id),
        where.and([
          where(sql<string>`lower(email)`, '=', invite.email.toLowerCase()),
          where('status', '<>', 'used'),
        ]),
      ]),
    )
    .execute();
}
