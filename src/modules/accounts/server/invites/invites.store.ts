import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

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
  const { rows } = await sql<InvitePlace>`
    select org_id, id from organization_of_invite(${linkHash})`.execute(db);
  return rows[0] ?? null;
}

/** Where open invitations of an address are, whatever organisation they come from. */
export async function placesOfOpenInvites(db: GlobalDb, email: string, now: Date): Promise<InvitePlace[]> {
  const { rows } = await sql<InvitePlace>`
    select org_id, id from open_invites_of_address(${email}, ${now})`.execute(db);
  return rows;
}

export async function selectInvite(db: OrgDb, id: string): Promise<InviteRow | null> {
  const row = await db
    .selectFrom('adminInvite')
    .select([
      'id',
      'email',
      'firstName',
      'lastName',
      'jobTitle',
      'status',
      'linkRound',
      'createdAt',
      'expiresAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return (row as InviteRow | undefined) ?? null;
}

export type OrganizationFacts = { companyName: string; channelId: string; signUpCode: string | null };

/** What mails and links say about the organisation; `lock` keeps two invitations of it apart. */
export async function selectOrganization(
  db: OrgDb,
  orgId: string,
  lock = false,
): Promise<OrganizationFacts | null> {
  const query = db
    .selectFrom('organization')
    .select(['companyName', 'channelId', 'subscriptionId as signUpCode'])
    .where('orgId', '=', orgId);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export const isAdminAddress = async (db: OrgDb, email: string): Promise<boolean> =>
  (await db
    .selectFrom('admin')
    .select('cognitoId')
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst()) !== undefined;

/** Name of an administrator, or the address where the name is not known. */
export async function selectAdminName(db: OrgDb, cognitoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('admin')
    .select(['firstName', 'lastName', 'email'])
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return row ? `${row.firstName} ${row.lastName}`.trim() || row.email : null;
}

export async function cancelOpenInvites(db: OrgDb, email: string): Promise<void> {
  await db
    .updateTable('adminInvite')
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
    .insertInto('adminInvite')
    .values({
      orgId: invite.orgId,
      id: invite.id,
      linkHash: invite.linkHash,
      email: invite.email,
      firstName: invite.firstName,
      lastName: invite.lastName,
      jobTitle: invite.jobTitle,
      status: 'sent',
      invitedBy: invite.invitedBy,
      createdAt: invite.now,
      expiresAt: invite.expiresAt,
    })
    .execute();
}

/** Marks an invitation as used; false when it no longer waits, or has another link by now. Of two that try at once, one gets it. */
export async function claimInvite(db: OrgDb, id: string, linkRound: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('adminInvite')
    .set({ status: 'used', usedAt: now })
    .where('id', '=', id)
    .where('linkRound', '=', linkRound)
    .where('status', '=', 'sent')
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes back a joining whose password could not be set: the link works again. */
export async function undoJoin(db: OrgDb, id: string, cognitoId: string): Promise<void> {
  await db.deleteFrom('admin').where('cognitoId', '=', cognitoId).execute();
  await db.updateTable('adminInvite').set({ status: 'sent', usedAt: null }).where('id', '=', id).execute();
}
