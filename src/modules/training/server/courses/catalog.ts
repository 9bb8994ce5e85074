import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { CatalogCourse } from '../../entities.ts';
import { courses } from './courses.ts';
import { catalogOfPackage } from '../packages/catalog.ts';
import { selectPackages } from '../packages/packages.store.ts';

let yearly: CatalogCourse[] | undefined;
export const yearlyCatalog = (): readonly CatalogCourse[] =>
  (yearly ??= [...courses().values()].map((course) => ({
    id: course.id,
    kind: 'yearly',
    title: course.title,
    summary: course.summary,
    minutes: course.minutes,
    month: course.month,
    version: course.version,
    goals: course.goals,
    maps: course.maps,
    lessons: course.lessons.map(({ id, title, minutes }) => ({ id, title, minutes })),
    standard: null,
    addedAt: null,
  })));

/** Every course that somebody of the organisation takes or can be given, in order: the year's, then the organisation's own. */
export async function readCatalog(
  db: OrgDb,
): Promise<{ all: Map<string, CatalogCourse>; open: Set<string> }> {
  const packages = await selectPackages(db);
  return {
    all: new Map(
      [...yearlyCatalog(), ...packages.map(catalogOfPackage)].map((course) => [course.id, course]),
    ),
    open: new Set([
      ...yearlyCatalog().map(({ id }) => id),
      ...packages.filter(({ removedAt }) => !removedAt).map(({ id }) => id),
    ]),
  };
}

/** These courses, of those that can be given; all of the year where none are named. Refuses with `no-such-course`. */
export async function coursesToGive(db: OrgDb, ids: readonly string[] | undefined): Promise<CatalogCourse[]> {
  if (ids === undefined) return [...yearlyCatalog()];
  const { all, open } = await readCatalog(db);
  return [...new Set(ids)].map((id) => {
    const course = all.get(id);
    if (!course || !open.has(id)) throw new Refusal('no-such-course');
    return course;
  });
}
