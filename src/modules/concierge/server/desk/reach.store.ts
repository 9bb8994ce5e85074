import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';

type Channels = readonly string[] | null;
const texts = (values: Channels) => sql`${values === null ? null : [...values]}::text[]`;

export type LetterGroup = {
  channelId: string;
  industry: string;
  planId: string;
  organizations: number;
  people: number;
};

/** How many organisations and people there are of each kind that decides who reads a letter. */
export async function selectGroups(db: GlobalDb, channels: Channels): Promise<LetterGroup[]> {
  const { rows } = await sql<LetterGroup>`
    select channel_id, industry, plan_id, organizations, people from letter_audience_groups(${texts(channels)})`.execute(
    db,
  );
  return rows;
}

export type LetterOrganization = Omit<LetterGroup, 'organizations'> & { orgId: string; companyName: string };

export async function selectOrganizations(
  db: GlobalDb,
  channels: Channels,
  ids: readonly string[],
): Promise<LetterOrganization[]> {
  const { rows } = await sql<LetterOrganization>`
    select org_id, company_name, channel_id, industry, plan_id, people
    from letter_organizations(${texts(channels)}, ${[...ids]}::uuid[])`.execute(db);
  return rows;
}

export async function selectReaders(
  db: GlobalDb,
  channels: Channels,
  ids: readonly string[],
): Promise<{ id: string; people: number }[]> {
  const { rows } = await sql<{ id: string; people: number }>`
    select id, people from letter_readers(${texts(channels)}, ${[...ids]}::text[])`.execute(db);
  return rows;
}
