import { sql, type Selectable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';
import type { LevelCode, RecurrenceCode } from '../../entities.ts';

export type StandingConsent = { terms: string; acceptedAt: Date };

export type WebsiteRow = {
  id: string;
  name: string;
  url: string;
  scanProfile: LevelCode;
  confirmedBy: string;
  confirmedAt: Date;
  /** Where no person confirmed the website itself: the terms that it is scanned under. */
  standing: StandingConsent | null;
  /** Who agreed that scans send its forms, and when. */
  formsConfirmedBy: string | null;
  formsConfirmedAt: Date | null;
};

const columns = [
  'id',
  'name',
  'url',
  'scanProfile',
  'confirmedBy',
  'confirmedAt',
  'consentTerms',
  'consentTermsAcceptedAt',
  'formsConfirmedBy',
  'formsConfirmedAt',
] as const;
type Selected = Pick<Selectable<Tables['website']>, (typeof columns)[number]>;

const website = <Row extends Selected>({ consentTerms, consentTermsAcceptedAt, ...row }: Row) => ({
  ...row,
  scanProfile: row.scanProfile as LevelCode,
  standing:
    consentTerms && consentTermsAcceptedAt
      ? { terms: consentTerms, acceptedAt: consentTermsAcceptedAt }
      : null,
});

/** A website of this organisation, or null. */
export async function selectWebsite(
  db: OrgDb,
  websiteId: string,
  options: { lock?: boolean } = {},
): Promise<WebsiteRow | null> {
  const query = db.selectFrom('website').select(columns).where('id', '=', websiteId);
  const row = await (options.lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? website(row) : null;
}

/** When each website of the organisation was added. */
export const selectWebsiteAges = (db: OrgDb): Promise<{ id: string; createdAt: Date }[]> =>
  db.selectFrom('website').select(['id', 'createdAt']).execute();

export type WebsiteStanding = WebsiteRow & {
  createdAt: Date;
  recurrence: RecurrenceCode | null;
  running: boolean;
  lastScanAt: Date | null;
  highs: number;
  mediums: number;
  lows: number;
};

/** Every website by name, with its schedule, its running scan and its open issues. A plan limits how many are added. */
export async function selectWebsites(db: OrgDb): Promise<WebsiteStanding[]> {
  const { rows } = await sql<Selected & Omit<WebsiteStanding, keyof WebsiteRow>>`
    select w.id, w.name, w.url, w.scan_profile, w.confirmed_by, w.confirmed_at, w.consent_terms,
      w.consent_terms_accepted_at, w.forms_confirmed_by, w.forms_confirmed_at, w.created_at, s.recurrence,
      exists (select from scan r where r.org_id = w.org_id and r.website_id = w.id and r.status = 'started') as running,
      (select max(c.completed_at) from scan c where c.org_id = w.org_id and c.website_id = w.id and c.status = 'completed') as last_scan_at,
      f.highs, f.mediums, f.lows
    from website w
    left join website_schedule s on s.org_id = w.org_id and s.website_id = w.id
    cross join lateral (
      select count(*) filter (where severity = 'high') as highs, count(*) filter (where severity = 'medium') as mediums, count(*) filter (where severity = 'low') as lows
      from finding where org_id = w.org_id and website_id = w.id and status = 'open'
    ) f
    order by w.name_key`.execute(db);
  return rows.map(website);
}

export async function countWebsites(db: OrgDb): Promise<number> {
  const { count } = await db
    .selectFrom('website')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function isUrlUsed(db: OrgDb, urlKey: string): Promise<boolean> {
  return (
    (await db.selectFrom('website').select('id').where('urlKey', '=', urlKey).executeTakeFirst()) !==
    undefined
  );
}

/** When a person accepted the terms: on becoming an administrator, and for anyone else when the account was opened. */
export async function selectAcceptance(db: OrgDb, cognitoId: string): Promise<Date> {
  const person = await db
    .selectFrom('admin')
    .select('createdAt')
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  if (person) return person.createdAt;
  return (await db.selectFrom('organization').select('signUpDate').executeTakeFirstOrThrow()).signUpDate;
}

export type NewWebsite = {
  orgId: string;
  id: string;
  name: string;
  nameKey: string;
  url: string;
  urlKey: string;
  scanProfile: string;
  confirmedBy: string;
  confirmedByPerson: string;
  standing: StandingConsent | null;
  now: Date;
};

/** Fails with a unique violation of `website_name` or `website_url`. */
export async function insertWebsite(db: OrgDb, given: NewWebsite): Promise<void> {
  await db
    .insertInto('website')
    .values({
      orgId: given.orgId,
      id: given.id,
      name: given.name,
      nameKey: given.nameKey,
      url: given.url,
      urlKey: given.urlKey,
      scanProfile: given.scanProfile,
      confirmedBy: given.confirmedBy,
      confirmedByPerson: given.confirmedByPerson,
      confirmedAt: given.now,
      consentTerms: given.standing?.terms ?? null,
      consentTermsAcceptedAt: given.standing?.acceptedAt ?? null,
      createdAt: given.now,
    })
    .execute();
}

/** True when the website exists. Fails with a unique violation of `website_name`. */
export async function updateWebsiteName(
  db: OrgDb,
  websiteId: string,
  name: string,
  nameKey: string,
): Promise<boolean> {
  const row = await db
    .updateTable('website')
    .set({ name, nameKey })
    .where('id', '=', websiteId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const updateWebsiteLevel = async (
  db: OrgDb,
  websiteId: string,
  scanProfile: string,
): Promise<void> => {
  await db.updateTable('website').set({ scanProfile }).where('id', '=', websiteId).execute();
};

/** Keeps who agreed that scans send the forms of a website; the first one stands. */
export async function confirmForms(db: OrgDb, websiteId: string, by: string, at: Date): Promise<void> {
  await db
    .updateTable('website')
    .set({ formsConfirmedBy: by, formsConfirmedAt: at })
    .where('id', '=', websiteId)
    .where('formsConfirmedAt', 'is', null)
    .execute();
}

/** Removes the website with everything that hangs on it. A worker that scans it notices and stops. */
export async function deleteWebsite(db: OrgDb, websiteId: string): Promise<boolean> {
  return (
    (await db.deleteFrom('website').where('id', '=', websiteId).returning('id').executeTakeFirst()) !==
    undefined
  );
}

/** Every website of the organisation with its scans and findings. */
export const deleteAllWebsites = async (db: OrgDb): Promise<void> => {
  await db.deleteFrom('website').execute();
};

/** The organization with what decides about its plan. @param lock holds the row until the transaction ends */
export const selectPlanned = (db: OrgDb, { lock }: { lock?: boolean }) => {
  const query = db.selectFrom('organization').select(['companyName', 'companyUrl', 'channelId', 'planId']);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
};
