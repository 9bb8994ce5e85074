import type { OrgDb } from '#platform/server/database/database.ts';
import { selectPackage, type PackageRow } from './packages.store.ts';
import type { PackagePlace } from './packageTokens.ts';

export type ServedPart = { course: PackageRow; learner: string };

/** The course that an address leads to with its person; null where it was removed, or is theirs no longer. */
export async function selectServed(
  db: OrgDb,
  { packageId, memberId, part: place }: PackagePlace,
): Promise<ServedPart | null> {
  const course = await selectPackage(db, packageId);
  if (!course?.parts[place]) return null;
  const taken = await db
    .selectFrom('enrolment as e')
    .innerJoin('teamMember as m', (join) =>
      join.onRef('m.orgId', '=', 'e.orgId').onRef('m.id', '=', 'e.memberId'),
    )
    .select(['m.name'])
    .where('e.memberId', '=', memberId)
    .where('e.courseId', '=', packageId)
    .where('e.active', '=', true)
    .executeTakeFirst();
  return taken ? { course, learner: taken.name } : null;
}
