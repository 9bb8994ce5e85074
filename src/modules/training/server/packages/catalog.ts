import type { CatalogCourse } from '../../entities.ts';
import type { PackageRow } from './packages.store.ts';

export const catalogOfPackage = ({
  id,
  title,
  standard,
  parts,
  minutes,
  addedAt,
}: PackageRow): CatalogCourse => ({
  id,
  kind: 'own',
  title,
  summary: '',
  minutes,
  month: null,
  version: addedAt.toISOString(),
  goals: [],
  lessons: parts.map((part) => ({ id: part.id, title: part.title, minutes: 0 })),
  standard,
  addedAt: addedAt.toISOString(),
});
