import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { CatalogCourse } from '../entities.ts';
import { courses } from './courses.ts';

/** The twelve of the year as the catalogue shows them; the same for everybody. */
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

type PackageRow = {
  id: string;
  title: string;
  standard: string;
  minutes: number;
  addedAt: Date;
  removedAt: Date | null;
  lessons: CatalogCourse['lessons'];
};

async function selectPackages(db: OrgDb): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select id, title, standard, minutes, added_at as "addedAt", removed_at as "removedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', part ->> 'id', 'title', part ->> 'title', 'minutes', 0) order by place), '[]')
        from jsonb_array_elements(parts) with ordinality as p(part, place)) as lessons
    from training_package p
    where removed_at is null or exists (select from enrolment_tally t where t.org_id = p.org_id and t.course_id = p.id::text)
    order by added_at, id`.execute(db);
  return rows;
}

/** Every course that somebody of the organisation takes or can be given, in order: the year's, then the organisation's own. */
export async function readCatalog(db: OrgDb): Promise<{ all: Map<string, CatalogCourse>; open: Set<string> }> {
  const packages = await selectPackages(db);
  const own = packages.map((row): CatalogCourse => ({
    id: row.id,
    kind: 'own',
    title: row.title,
    summary: '',
    minutes: row.minutes,
    month: null,
    version: row.addedAt.toISOString(),
    goals: [],
    lessons: row.lessons,
    standard: row.standard,
    addedAt: row.addedAt.toISOString(),
  }));
  return {
    all: new Map([...yearlyCatalog(), ...own].map((course) => [course.id, course])),
    /** What can be given. */
    open: new Set([...yearlyCatalog().map(({ id }) => id), ...packages.filter(({ removedAt }) => !removedAt).map(({ id }) => id)]),
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
