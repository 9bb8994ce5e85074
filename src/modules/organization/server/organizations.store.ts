import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';
import { summaryPart } from '#platform/server/summaryPart.ts';
import { chosenGoals, noGoals, settledGoals, type GoalId, type Goals } from '../goals.ts';

export type NewOrganization = {
  orgId: string;
  companyName: string;
  companyUrl: string;
  numberOfEmployees: string;
  industry: string;
  channelId: string;
  subscriptionId: string | null;
  planId: string;
  subscriptionStatus: 'INTRIAL' | 'ACTIVE';
  subscriptionDate: Date | null;
  expirationDate: Date | null;
  now: Date;
};

export type NewAdmin = {
  orgId: string;
  cognitoId: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  now: Date;
};

/** The organisation that a person administers, or null. */
export async function organizationOfPerson(db: GlobalDb, cognitoId: string): Promise<string | null> {
  const { rows } = await sql<{
    org_id: string | null;
  }>`select organization_of_person(${cognitoId}) as org_id`.execute(db);
  return rows[0]?.org_id ?? null;
}

/** The welcome mail is queued in the same transaction, so it counts as sent from the beginning. */
export async function insertOrganization(db: OrgDb, row: NewOrganization): Promise<void> {
  await db
    .insertInto('organization')
    .values({
      org_id: row.orgId,
      company_name: row.companyName,
      company_url: row.companyUrl,
      number_of_employees: row.numberOfEmployees,
      industry: row.industry,
      channel_id: row.channelId,
      subscription_id: row.subscriptionId,
      plan_id: row.planId,
      subscription_status: row.subscriptionStatus,
      sign_up_date: row.now,
      subscription_date: row.subscriptionDate,
      expiration_date: row.expirationDate,
      welcome_email_sent: true,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute();
}

export async function insertAdmin(db: OrgDb, row: NewAdmin): Promise<void> {
  await db
    .insertInto('admin')
    .values({
      org_id: row.orgId,
      cognito_id: row.cognitoId,
      email: row.email,
      first_name: row.firstName,
      last_name: row.lastName,
      job_title: row.jobTitle,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute();
}

export type MembershipRow = {
  org_id: string;
  company_name: string;
  company_url: string;
  number_of_employees: string;
  industry: string;
  phone: string;
  channel_id: string;
  subscription_id: string | null;
  subscription_status: string;
  first_name: string;
  last_name: string;
  email: string;
  job_title: string;
  cognito_id: string;
  has_seen_org_goals: boolean;
  org_goals: Partial<Goals>;
  /** Null where the account is not being closed. */
  closing_due_at: Date | null;
};

/** A person with their organisation, in one statement; undefined for somebody of another organisation. */
export const selectMembership = (
  db: OrgDb,
  orgId: string,
  cognitoId: string,
): Promise<MembershipRow | undefined> =>
  db
    .selectFrom('admin as a')
    .innerJoin('organization as o', 'o.org_id', 'a.org_id')
    .leftJoin('organization_closing as c', (join) =>
      join.onRef('c.org_id', '=', 'a.org_id').on('c.kept_at', 'is', null),
    )
    .select([
      'o.org_id',
      'o.company_name',
      'o.company_url',
      'o.number_of_employees',
      'o.industry',
      'o.phone',
      'o.channel_id',
      'o.subscription_id',
      'o.subscription_status',
      sql<Partial<Goals>>`o.org_goals`.as('org_goals'),
      'a.first_name',
      'a.last_name',
      'a.email',
      'a.job_title',
      'a.cognito_id',
      'a.has_seen_org_goals',
      'c.due_at as closing_due_at',
    ])
    .where('a.org_id', '=', orgId)
    .where('a.cognito_id', '=', cognitoId)
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
      ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
      ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
      ...(change.jobTitle === undefined ? {} : { job_title: change.jobTitle }),
      ...(change.hasSeenOrgGoals === undefined ? {} : { has_seen_org_goals: change.hasSeenOrgGoals }),
      updated_at: now,
    })
    .where('org_id', '=', orgId)
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The organisation has chosen no goals, and nobody was asked. */
export async function forgetGoals(db: OrgDb, orgId: string, now: Date): Promise<void> {
  await db
    .updateTable('organization')
    .set({ org_goals: '{}', updated_at: now })
    .where('org_id', '=', orgId)
    .execute();
  await db
    .updateTable('admin')
    .set({ has_seen_org_goals: false, updated_at: now })
    .where('org_id', '=', orgId)
    .execute();
}

/** Changes the goals that are named; the others stay, also those that another administrator chooses at the same moment. */
export async function mergeGoals(db: OrgDb, orgId: string, change: Partial<Goals>, now: Date): Promise<void> {
  const { org_goals: kept } = await db
    .selectFrom('organization')
    .select(sql<Partial<Goals>>`org_goals`.as('org_goals'))
    .where('org_id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('organization')
    .set({ org_goals: JSON.stringify(settledGoals({ ...noGoals, ...kept, ...change })), updated_at: now })
    .where('org_id', '=', orgId)
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
      company_name: change.companyName,
      company_url: change.companyUrl,
      number_of_employees: change.numberOfEmployees,
      industry: change.industry,
      updated_at: now,
    })
    .where('org_id', '=', orgId)
    .returning(['company_name', 'company_url', 'number_of_employees', 'industry', 'phone'])
    .executeTakeFirst();
