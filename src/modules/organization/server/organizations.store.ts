import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import { chosenGoals, noGoals, settledGoals, type GoalId, type Goals } from '../goals.ts';

export type NewOrganization = {
  orgId: string;
  companyName: string;
  companyUrl: string;
  numberOfEmployees: string;
  industry: string;
  channelId: string;
  signUpCode: string | null;
  planId: string;
  subscriptionStatus: 'INTRIAL' | 'ACTIVE';
  subscriptionDate: Date | null;
  expirationDate: Date | null;
  now: Date;
};

/** The welcome mail is queued in the same transaction, so it counts as sent from the beginning. */
export async function insertOrganization(db: OrgDb, row: NewOrganization): Promise<void> {
  await db
    .insertInto('organization')
    .values({
      orgId: row.orgId,
      companyName: row.companyName,
      companyUrl: row.companyUrl,
      numberOfEmployees: row.numberOfEmployees,
      industry: row.industry,
      channelId: row.channelId,
      subscriptionId: row.signUpCode,
      planId: row.planId,
      subscriptionStatus: row.subscriptionStatus,
      signUpDate: row.now,
      subscriptionDate: row.subscriptionDate,
      expirationDate: row.expirationDate,
      welcomeEmailSent: true,
      createdAt: row.now,
      updatedAt: row.now,
    })
    .execute();
}

export type MembershipRow = {
  orgId: string;
  companyName: string;
  companyUrl: string;
  numberOfEmployees: string;
  industry: string;
  phone: string;
  channelId: string;
  signUpCode: string | null;
  subscriptionStatus: string;
  firstName: string;
  lastName: string;
  email: string;
  jobTitle: string;
  cognitoId: string;
  hasSeenOrgGoals: boolean;
  orgGoals: Partial<Goals>;
  /** Null where the account is not being closed. */
  closingDueAt: Date | null;
};

/** A person with their organisation, in one statement; undefined for somebody of another organisation. */
export const selectMembership = (
  db: OrgDb,
  orgId: string,
  cognitoId: string,
): Promise<MembershipRow | undefined> =>
  db
    .selectFrom('admin as a')
    .innerJoin('organization as o', 'o.orgId', 'a.orgId')
    .leftJoin('organizationClosing as c', (join) =>
      join.onRef('c.orgId', '=', 'a.orgId').on('c.keptAt', 'is', null),
    )
    .select([
      'o.orgId',
      'o.companyName',
      'o.companyUrl',
      'o.numberOfEmployees',
      'o.industry',
      'o.phone',
      'o.channelId',
      'o.subscriptionId as signUpCode',
      'o.subscriptionStatus',
      sql<Partial<Goals>>`o.org_goals`.as('orgGoals'),
      'a.firstName',
      'a.lastName',
      'a.email',
      'a.jobTitle',
      'a.cognitoId',
      'a.hasSeenOrgGoals',
      'c.dueAt as closingDueAt',
    ])
    .where('a.orgId', '=', orgId)
    .where('a.cognitoId', '=', cognitoId)
    .executeTakeFirst();

export type PersonChange = {
  firstName?: string;
  lastName?: string;
  jobTitle?: string;
  hasSeenOrgGoals?: boolean;
};

/** False when the organisation has no such administrator. */
export async function updatePerson(
  db: OrgDb,
  orgId: string,
  cognitoId: string,
  change: PersonChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin')
    .set({
      ...(change.firstName === undefined ? {} : { firstName: change.firstName }),
      ...(change.lastName === undefined ? {} : { lastName: change.lastName }),
      ...(change.jobTitle === undefined ? {} : { jobTitle: change.jobTitle }),
      ...(change.hasSeenOrgGoals === undefined ? {} : { hasSeenOrgGoals: change.hasSeenOrgGoals }),
      updatedAt: now,
    })
    .where('orgId', '=', orgId)
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The organisation has chosen no goals, and nobody was asked. */
export async function forgetGoals(db: OrgDb, orgId: string, now: Date): Promise<void> {
  await db
    .updateTable('organization')
    .set({ orgGoals: '{}', updatedAt: now })
    .where('orgId', '=', orgId)
    .execute();
  await db
    .updateTable('admin')
    .set({ hasSeenOrgGoals: false, updatedAt: now })
    .where('orgId', '=', orgId)
    .execute();
}

/** Changes the goals that are named; the others stay, also those that another administrator chooses at the same moment. */
export async function mergeGoals(db: OrgDb, orgId: string, change: Partial<Goals>, now: Date): Promise<void> {
  const { orgGoals: kept } = await db
    .selectFrom('organization')
    .select(sql<Partial<Goals>>`org_goals`.as('orgGoals'))
    .where('orgId', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('organization')
    .set({ orgGoals: JSON.stringify(settledGoals({ ...noGoals, ...kept, ...change })), updatedAt: now })
    .where('orgId', '=', orgId)
    .execute();
}

/** What the dashboard asks of this module: the goals that something in the portal can serve. */
export const goalsPart = summaryPart({
  value: () => sql<Partial<Goals>>`(select org_goals from organization)`,
  read: (json): GoalId[] => chosenGoals({ ...noGoals, ...json }),
});

export type CompanyChange = {
  companyName: string;
  companyUrl: string;
  numberOfEmployees: string;
  industry: string;
};

/** The facts as they are afterwards. */
export const updateCompany = (db: OrgDb, orgId: string, change: CompanyChange, now: Date) =>
  db
    .updateTable('organization')
    .set({
      companyName: change.companyName,
      companyUrl: change.companyUrl,
      numberOfEmployees: change.numberOfEmployees,
      industry: change.industry,
      updatedAt: now,
    })
    .where('orgId', '=', orgId)
    .returning(['companyName', 'companyUrl', 'numberOfEmployees', 'industry', 'phone'])
    .executeTakeFirst();
