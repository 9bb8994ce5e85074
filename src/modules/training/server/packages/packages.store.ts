import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { lockTrainees } from '../trainees/trainees.store.ts';
import type { PackagePart, PackageStandard } from './manifest.ts';

export type PackageRow = {
  id: string;
  title: string;
  standard: PackageStandard;
  parts: PackagePart[];
  minutes: number;
  addedAt: Date;
};

const columns = ['id', 'title', 'standard', 'parts', 'minutes', 'addedAt'] as const;

export async function selectPackage(db: OrgDb, id: string): Promise<PackageRow | null> {
  const row = await db
    .selectFrom('trainingPackage')
    .select(columns)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return (row as PackageRow | undefined) ?? null;
}

/** How many there are and what they weigh, held until the transaction ends so that two imports do not both fit. */
export async function countPackages(db: OrgDb, orgId: string): Promise<{ packages: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 29))`.execute(db);
  const row = await db
    .selectFrom('trainingPackage')
    .select(({ fn }) => [
      fn.countAll<number>().as('packages'),
      fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
    ])
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { packages: Number(row.packages), bytes: Number(row.bytes) };
}

export async function insertPackage(
  db: OrgDb,
  orgId: string,
  given: PackageRow & { files: number; bytes: number; addedBy: string },
): Promise<void> {
  await db
    .insertInto('trainingPackage')
    .values({
      orgId,
      id: given.id,
      title: given.title,
      standard: given.standard,
      parts: JSON.stringify(given.parts),
      minutes: given.minutes,
      files: given.files,
      bytes: given.bytes,
      addedAt: given.addedAt,
      addedBy: given.addedBy,
    })
    .execute();
}

export async function updatePackage(
  db: OrgDb,
  id: string,
  { title, minutes }: { title: string; minutes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('trainingPackage')
    .set({ title, minutes })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a course away from everybody: what was begun stays on record and counts no more. False where there is none. */
export async function removePackageRow(db: OrgDb, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('trainingPackage')
    .set({ removedAt: now })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await lockTrainees(db, null);
  await db.deleteFrom('enrolment').where('courseId', '=', id).where('status', '=', 'notStarted').execute();
  await db
    .updateTable('enrolment')
    .set({ assigned: false, active: false })
    .where('courseId', '=', id)
    .execute();
  return true;
}

/** Packages that can be given, and those that were taken away while somebody has them. */
export async function selectPackages(db: OrgDb): Promise<(PackageRow & { removedAt: Date | null })[]> {
  const { rows } = await sql<PackageRow & { removedAt: Date | null }>`
    select id, title, standard, parts, minutes, added_at as "addedAt", removed_at as "removedAt" from training_package p
    where removed_at is null or exists (select from enrolment_tally t where t.org_id = p.org_id and t.course_id = p.id::text)
    order by added_at, id`.execute(db);
  return rows;
}
