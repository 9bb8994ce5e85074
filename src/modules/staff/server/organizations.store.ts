import { sql } from 'kysely';
import type { Day } from '#platform/days.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { OrganizationSort } from '../rules.ts';

export type OrganizationRow = {
  orgId: string;
  companyName: string;
  channelId: string;
  planId: string;
  subscriptionStatus: 'INTRIAL' | 'ACTIVE';
  signUpDate: Date;
  expirationDate: Date | null;
  admins: number;
  lastActivity: Date | null;
};

/** What staff see of an organization in their list: also how it stands. */
export type PortfolioRow = OrganizationRow & {
  rating: number | null;
  ratedOn: Day | null;
  openHighs: number;
};

export type OrganizationPage = {
  /** Null for every channel there is, known or not. */
  channels: readonly string[] | null;
  search: string;
  sort: OrganizationSort;
  descending: boolean;
  /** Whose ratings count. */
  ratingSource: string;
  /** From the smallest to the largest. */
  plans: readonly string[];
  atMost: number;
  skip: number;
};

/** Organisations of the channels given, whatever organisation the transaction acts for, and how many there are in all. */
export async function selectOrganizations(
  db: GlobalDb,
  page: OrganizationPage,
): Promise<{ rows: PortfolioRow[]; total: number }> {
  const { rows } = await sql<PortfolioRow & { total: number }>`
    select * from portfolio_for_staff(${page.channels === null}, ${page.channels ?? []}::text[], ${page.search}, ${page.sort}, ${page.descending},
      ${page.plans}::text[], ${page.ratingSource}, ${page.atMost}::int, ${page.skip}::int)`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** The organisation that the transaction acts for. */
export async function selectOrganization(db: OrgDb, orgId: string): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    select o.org_id, o.company_name, o.channel_id, o.plan_id, o.subscription_status, o.sign_up_date, o.expiration_date,
      (select count(*)::int from admin a where a.org_id = o.org_id) as admins,
      greatest(
        (select max(s.touched_at) from app_session s where s.acts_for = o.org_id and s.support_staff is null),
        (select e.at from audit_entry e where e.org_id = o.org_id and e.actor_id is not null and e.staff is null
          order by e.at desc, e.id desc limit 1)) as last_activity
    from organization o where o.org_id = ${orgId}`.execute(db);
  return rows[0];
}

export const selectNameAndChannel = (
  db: OrgDb,
  orgId: string,
): Promise<{ companyName: string; channelId: string } | undefined> =>
  db
    .selectFrom('organization')
    .select(['companyName', 'channelId'])
    .where('orgId', '=', orgId)
    .executeTakeFirst();

export type AdministratorRow = {
  cognitoId: string;
  firstName: string;
  lastName: string;
  email: string;
  jobTitle: string;
  since: Date;
};

const columns = ['cognitoId', 'firstName', 'lastName', 'email', 'jobTitle', 'createdAt as since'] as const;

export const selectAdministrators = (db: OrgDb, orgId: string): Promise<AdministratorRow[]> =>
  db
    .selectFrom('admin')
    .select(columns)
    .where('orgId', '=', orgId)
    .orderBy('createdAt')
    .orderBy('cognitoId')
    .execute();

/** One administrator, who cannot be removed until the transaction ends. */
export const holdAdministrator = (
  db: OrgDb,
  orgId: string,
  cognitoId: string,
): Promise<AdministratorRow | undefined> =>
  db
    .selectFrom('admin')
    .select(columns)
    .where('orgId', '=', orgId)
    .where('cognitoId', '=', cognitoId)
    .forShare()
    .executeTakeFirst();
