import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

export type ErasureRow = {
  organizationId: string;
  askedAt: Date;
  begunAt: Date;
  byStaff: boolean;
  sealedPeople: string | null;
  finishedAt: Date | null;
};

export const selectErasure = (db: GlobalDb, orgId: string): Promise<ErasureRow | undefined> =>
  db
    .selectFrom('erasure')
    .select(['organizationId', 'askedAt', 'begunAt', 'byStaff', 'sealedPeople', 'finishedAt'])
    .where('organizationId', '=', orgId)
    .executeTakeFirst();

/** From the first step of an erasure on, nothing takes it back. */
export const isErasing = async (db: OrgDb, orgId: string): Promise<boolean> =>
  (await db
    .selectFrom('erasure')
    .select('organizationId')
    .where('organizationId', '=', orgId)
    .executeTakeFirst()) !== undefined;

export const selectUnfinished = async (db: GlobalDb, atMost: number): Promise<string[]> =>
  (
    await db
      .selectFrom('erasure')
      .select('organizationId')
      .where('finishedAt', 'is', null)
      .orderBy('begunAt')
      .limit(atMost)
      .execute()
  ).map((row) => row.organizationId);

export async function insertErasure(
  db: OrgDb,
  {
    orgId,
    askedAt,
    byStaff,
    begunAt,
    sealedPeople,
  }: { orgId: string; askedAt: Date; byStaff: boolean; begunAt: Date; sealedPeople: string },
): Promise<void> {
  await db
    .insertInto('erasure')
    .values({
      organizationId: orgId,
      askedAt,
      byStaff,
      begunAt,
      sealedPeople,
    })
    .execute();
}

/** From then on nobody signs in to the organization, and no invitation opens it. */
export async function endAdministration(db: OrgDb, orgId: string): Promise<void> {
  await db.deleteFrom('adminInvite').where('orgId', '=', orgId).execute();
  await db.deleteFrom('admin').where('orgId', '=', orgId).execute();
  await db.deleteFrom('appSession').where('actsFor', '=', orgId).execute();
}

type Erased = { rows?: number; files?: number; accounts?: number };

/** Counts what an erasure has done so far. */
export const countErased = async (
  db: GlobalDb | OrgDb,
  orgId: string,
  { rows = 0, files = 0, accounts = 0 }: Erased,
): Promise<void> =>
  void (await sql`update erasure set rows_erased = rows_erased + ${rows}, files_erased = files_erased + ${files},
    accounts_erased = accounts_erased + ${accounts} where organization_id = ${orgId}`.execute(db));

/**
 * The tables whose rows belong to organizations, those that refer to others first, so that nothing is erased by reference in
 * one long statement. Approved versions of a policy go with the policy alone.
 */
export async function tenantTablesInOrder(db: GlobalDb): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity order by 1`.execute(
    db,
  );
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select distinct f.conrelid::regclass::text as child, f.confrelid::regclass::text as parent from pg_constraint f
    where f.contype = 'f' and f.conrelid <> f.confrelid`.execute(db);
  const left = new Set(tables.map(({ name }) => name));
  const ordered: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !references.some(({ child, parent }) => parent === name && left.has(child)),
    );
    // tables that refer to each other in a ring go in any order: references are erased along
    for (const name of free.length > 0 ? free : left) {
      left.delete(name);
      ordered.push(name);
    }
  }
  return ordered.filter((name) => name !== 'organization' && name !== 'policy_version');
}

/** Erases some rows of a table. @returns how many */
export async function eraseSomeRows(
  db: GlobalDb,
  orgId: string,
  table: string,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{
    erased: number;
  }>`select erase_rows(${orgId}, ${table}, ${atMost}) as erased`.execute(db);
  return rows[0]!.erased;
}

/** Erases the organization itself and ends the erasure, as one step. @returns false where another worker did so */
export async function finishErasure(db: GlobalDb, orgId: string, now: Date): Promise<boolean> {
  const open = await db
    .selectFrom('erasure')
    .select('organizationId')
    .where('organizationId', '=', orgId)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) return false;
  const { rows } = await sql<{ erased: string }>`select erase_organization(${orgId}) as erased`.execute(db);
  await db.deleteFrom('marketingEvent').where('aboutOrganization', '=', orgId).execute();
  await db.deleteFrom('appSession').where('actsFor', '=', orgId).execute();
  await sql`delete from rate_window where position(${orgId} in key) > 0`.execute(db);
  await countErased(db, orgId, { rows: Number(rows[0]!.erased) });
  await db
    .updateTable('erasure')
    .set({ finishedAt: now, sealedPeople: null })
    .where('organizationId', '=', orgId)
    .execute();
  return true;
}

/** True for somebody who administers another organization by now, or works as staff. */
export async function isNeededElsewhere(db: GlobalDb, cognitoId: string): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select organization_of_person(${cognitoId}) is not null or exists (select from staff_member m where m.cognito_id = ${cognitoId}) as needed`.execute(
    db,
  );
  return rows[0]!.needed;
}
