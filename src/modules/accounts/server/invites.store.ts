import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';

export type InviteRow = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  status: 'sent' | 'used' | 'canceled';
  /** Counts the links that this invitation has had. */
  linkRound: number;
  createdAt: Date;
  expiresAt: Date;
};
export type InvitePlace = { orgId: string; id: string };

/** Where the invitation of a link is; the only thing known before its organisation is. */
export async function placeOfInvite(db: GlobalDb, linkHash: string): Promise<InvitePlace | null> {
  const { rows } = await sql<{
    org_id: string;
    id: string;
  }>`select org_id, id from organization_of_invite(${linkHash})`.execute(db);
  return rows[0] ? { orgId: rows[0].org_id, id: rows[0].id } : null;
}

/** Where open invitations of an address are, whatever organisation they come from. */
export async function placesOfOpenInvites(db: GlobalDb, email: string, now: Date): Promise<InvitePlace[]> {
  const { rows } = await sql<{
    org_id: string;
    id: string;
  }>`select org_id, id from open_invites_of_address(${email}, ${now})`.execute(db);
  return rows.map((row) => ({ orgId: row.org_id, id: row.id }));
}

export async function selectInvite(db: OrgDb, id: string): Promise<InviteRow | null> {
  const row = await db
    .selectFrom('admin_invite')
    .select([
      'id',
      'email',
      'first_name',
      'last_name',
      'job_title',
      'status',
      'link_round',
      'created_at',
      'expires_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        jobTitle: row.job_title,
        status: row.status as InviteRow['status'],
        linkRound: row.link_round,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    : null;
}

export type OrganizationFacts = { companyName: string; channelId: string; subscriptionId: string | null };

/** What mails and links say about the organisation; `lock` keeps two invitations of it apart. */
export async function selectOrganization(
  db: OrgDb,
  orgId: string,
  lock = false,
): Promise<OrganizationFacts | null> {
  const query = db
    .selectFrom('organization')
    .select(['company_name', 'channel_id', 'subscription_id'])
    .where('org_id', '=', orgId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row
    ? { companyName: row.company_name, channelId: row.channel_id, subscriptionId: row.subscription_id }
    : null;
}

export const isAdminAddress = async (db: OrgDb, email: string): Promise<boolean> =>
  (await db
    .selectFrom('admin')
    .select('cognito_id')
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst()) !== undefined;

/** Name of an administrator, or the address where the name is not known. */
export async function selectAdminName(db: OrgDb, cognitoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('admin')
    .select(['first_name', 'last_name', 'email'])
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() || row.email : null;
}

export async function cancelOpenInvites(db: OrgDb, email: string): Promise<void> {
  await db
    .updateTable('admin_invite')
    .set({ status: 'canceled' })
    .where(sql<string>`lower(email)`, '=', email)
    .where('status', '=', 'sent')
    .execute();
}

export type NewInvite = {
  orgId: string;
  id: string;
  linkHash: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
};

export async function insertInvite(db: OrgDb, invite: NewInvite): Promise<void> {
  await db
    .insertInto('admin_invite')
    .values({
      org_id: invite.orgId,
      id: invite.id,
      link_hash: invite.linkHash,
      email: invite.email,
      first_name: invite.firstName,
      last_name: invite.lastName,
      job_title: invite.jobTitle,
      status: 'sent',
      invited_by: invite.invitedBy,
      created_at: invite.now,
      expires_at: invite.expiresAt,
    })
    .execute();
}

/** Marks an invitation as used; false when it no longer waits, or has another link by now. Of two that try at once, one gets it. */
export async function claimInvite(db: OrgDb, id: string, linkRound: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('admin_invite')
    .set({ status: 'used', used_at: now })
    .where('id', '=', id)
    .where('link_round', '=', linkRound)
    .where('status', '=', 'sent')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes back a joining whose password could not be set: the link works again. */
export async function undoJoin(db: OrgDb, id: string, cognitoId: string): Promise<void> {
  await db.deleteFrom('admin').where('cognito_id', '=', cognitoId).execute();
  await db.updateTable('admin_invite').set({ status: 'sent', used_at: null }).where('id', '=', id).execute();
}
