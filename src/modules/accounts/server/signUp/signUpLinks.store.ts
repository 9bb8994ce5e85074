import { sql, type Kysely, type Transaction } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import { rowsOf } from '#platform/server/database/retention.ts';

type AnyDb = Kysely<Tables> | Transaction<Tables>;

export type LinkVariant = 'link' | 'sec';
export type LinkStatus = 'sent' | 'opened' | 'accepted' | 'replaced';
export type SignUpLinkRow = {
  email: string;
  firstName: string;
  lastName: string;
  companyName: string;
  signUpCode: string;
  variant: LinkVariant;
  status: LinkStatus;
  cognitoId: string | null;
  acceptedAt: Date | null;
  expiresAt: Date;
};

const columns = [
  'email',
  'firstName',
  'lastName',
  'companyName',
  'subscriptionId as signUpCode',
  'variant',
  'status',
  'cognitoId',
  'acceptedAt',
  'expiresAt',
] as const;

/** What a page may note about one link; more is not kept. */
const mostEvents = 50;

export type NewSignUpLink = Pick<
  SignUpLinkRow,
  'email' | 'firstName' | 'lastName' | 'companyName' | 'signUpCode' | 'variant'
> & {
  hash: string;
  now: Date;
  expiresAt: Date;
};

export async function insertSignUpLink(db: AnyDb, link: NewSignUpLink): Promise<void> {
  await db
    .insertInto('signupLink')
    .values({
      linkHash: link.hash,
      email: link.email,
      firstName: link.firstName,
      lastName: link.lastName,
      companyName: link.companyName,
      subscriptionId: link.signUpCode,
      variant: link.variant,
      createdAt: link.now,
      expiresAt: link.expiresAt,
    })
    .execute();
}

/** The newest link of an address is the only one that works. */
export async function replaceOpenLinks(db: AnyDb, email: string): Promise<void> {
  await db
    .updateTable('signupLink')
    .set({ status: 'replaced' })
    .where('email', '=', email)
    .where('status', 'in', ['sent', 'opened'])
    .execute();
}

export async function selectSignUpLink(db: GlobalDb, hash: string): Promise<SignUpLinkRow | null> {
  const row = await db
    .selectFrom('signupLink')
    .select(columns)
    .where('linkHash', '=', hash)
    .executeTakeFirst();
  return (row as SignUpLinkRow | undefined) ?? null;
}

/** The link by which a person made their account, if there was one. */
export async function selectAcceptedLink(db: GlobalDb, cognitoId: string): Promise<SignUpLinkRow | null> {
  const row = await db
    .selectFrom('signupLink')
    .select(columns)
    .where('cognitoId', '=', cognitoId)
    .orderBy('acceptedAt', 'desc')
    .executeTakeFirst();
  return (row as SignUpLinkRow | undefined) ?? null;
}

/**
 * Takes a link out of use; of several that try at once, one gets it. One that was taken before `lostBefore` and made no
 * account is given again: whoever took it was lost on the way.
 */
export async function claimSignUpLink(
  db: GlobalDb,
  hash: string,
  { now, lostBefore, secOptIn }: { now: Date; lostBefore: Date; secOptIn: boolean | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signupLink')
    .set({ status: 'accepted', acceptedAt: now, secOptIn })
    .where('linkHash', '=', hash)
    .where('expiresAt', '>', now)
    .where((where) =>
      where.or([
        where('status', 'in', ['sent', 'opened']),
        where.and([
          where('status', '=', 'accepted'),
          where('cognitoId', 'is', null),
          where('acceptedAt', '<', lostBefore),
        ]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives a claimed link back because its account was not made. */
export async function releaseSignUpLink(db: GlobalDb, hash: string): Promise<void> {
  await db
    .updateTable('signupLink')
    .set({ status: 'opened', acceptedAt: null, secOptIn: null })
    .where('linkHash', '=', hash)
    .where('cognitoId', 'is', null)
    .execute();
}

export async function noteAccount(db: GlobalDb, hash: string, cognitoId: string): Promise<void> {
  await db.updateTable('signupLink').set({ cognitoId }).where('linkHash', '=', hash).execute();
}

export type LinkEvent = { at: string; status: string; eventType: string; eventDateTime: string };

/** Adds what a page told; `opened` also marks a link that waits as seen. */
export async function addLinkEvent(db: GlobalDb, hash: string, event: LinkEvent): Promise<void> {
  await db
    .updateTable('signupLink')
    .set({
      events: sql`case when jsonb_array_length(events) < ${mostEvents} then events || ${JSON.stringify([event])}::jsonb else events end`,
      ...(event.status === 'opened'
        ? { status: sql<string>`case when status = 'sent' then 'opened' else status end` }
        : {}),
    })
    .where('linkHash', '=', hash)
    .execute();
}

/** Removes links that expired before a moment without being accepted. */
export const removeUnacceptedSignUpLinks = rowsOf('signupLink', 'expiresAt', sql`t.cognito_id is null`);
