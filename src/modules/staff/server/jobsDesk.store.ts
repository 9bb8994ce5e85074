import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';

type Page = { since: Date; search: string; atMost: number; skip: number };
type Found<Row> = { rows: Row[]; total: number };
const foundOf = <Row>(rows: (Row & { total: number })[]): Found<Row> => ({
  rows: rows.map(({ total: _total, ...row }) => row as unknown as Row),
  total: rows[0]?.total ?? 0,
});

/** Names of organisations by their id, lower-cased. */
export async function selectNames(db: GlobalDb, orgIds: readonly string[]): Promise<Map<string, string>> {
  if (orgIds.length === 0) return new Map();
  const { rows } = await sql<{
    orgId: string;
    companyName: string;
  }>`select * from organization_names(${orgIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.orgId, row.companyName]));
}

/** Organisations that a search means, as staff find them. */
export async function selectOrganizationsNamed(db: GlobalDb, search: string): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id from organizations_for_staff(true, '{}', ${search}, 'name', false, '{}', 100, 0)`.execute(
    db,
  );
  return rows.map((row) => row.orgId);
}

export type FailedScanRow = {
  orgId: string;
  scanId: string;
  companyName: string;
  website: string;
  level: string;
  at: Date;
  tries: number;
  reason: string;
};

export async function selectFailedScans(
  db: GlobalDb,
  { since, search, atMost, skip }: Page,
): Promise<Found<FailedScanRow>> {
  const { rows } = await sql<FailedScanRow & { total: number }>`
    select org_id as "orgId", scan_id as "scanId", company_name as "companyName", website, level, at, tries, reason, total
    from failed_scans(${since}, ${search}, ${atMost}::int, ${skip}::int)`.execute(db);
  return foundOf(rows);
}

export type FailedMailRow = { id: string; at: Date; recipient: string; sender: string; reason: string };

export async function selectFailedMails(
  db: GlobalDb,
  { since, search, atMost, skip }: Page,
): Promise<Found<FailedMailRow>> {
  const { rows } = await sql<FailedMailRow & { total: number }>`
    select id, at, recipient, sender, reason, count(*) over ()::int as total from mail_failure
    where at >= ${since} and (${search} = '' or position(lower(${search}) in lower(concat_ws(' ', recipient, sender, reason))) > 0)
    order by at desc, id limit ${atMost} offset ${skip}`.execute(db);
  return foundOf(rows);
}
