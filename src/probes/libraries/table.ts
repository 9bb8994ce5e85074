import { readdirSync, readFileSync } from 'node:fs';
import semver from 'semver';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = new URL('../../../content/libraries/', import.meta.url);

const pattern = z.string().refine((text) => {
  try {
    return text.includes('§§') && new RegExp(text.replaceAll('§§', '1.0')) instanceof RegExp;
  } catch {
    return false;
  }
}, 'not a regular expression with the version mark §§');

const librarySeverities = ['high', 'medium', 'low'] as const;

const flawSchema = z.strictObject({
  cve: z.array(z.string().regex(/^CVE-\d{4}-\d{4,7}$/)),
  affected: z
    .string()
    .refine((range) => semver.validRange(range, { includePrerelease: true }) !== null, 'not a version range'),
  fixedIn: z.union([z.string(), z.array(z.string()).min(1)]).nullable(),
  severity: z.enum(librarySeverities),
  summary: z.string().min(10).max(300),
});

const librarySchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  name: z.string().min(1),
  files: z.array(z.string()).default([]),
  packages: z.array(z.string()).default([]),
  urls: z.array(pattern).default([]),
  content: z.array(pattern).default([]),
  flaws: z.array(flawSchema),
});
export type LibraryFacts = z.infer<typeof librarySchema>;
export type LibraryFlawFacts = z.infer<typeof flawSchema>;

/** `asOf`: the day up to which advisories were looked through, `YYYY-MM-DD`. */
export type LibraryTable = { asOf: string; libraries: LibraryFacts[] };

const day = z.iso.date();
export const tableSchema = z.strictObject({ asOf: day, libraries: z.array(librarySchema) });

const readYaml = (file: string): unknown => parse(readFileSync(new URL(file, folder), 'utf8'));

function readLibraryTable(): LibraryTable {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file !== 'about.yaml')
    .toSorted();
  const { asOf } = z
    .object({ asOf: z.string() })
    .parse(parse(readFileSync(new URL('about.yaml', folder), 'utf8'), { schema: 'failsafe' }));
  return tableSchema.parse({ asOf, libraries: files.flatMap((file) => readYaml(file) as unknown[]) });
}

let own: LibraryTable | undefined;

export function libraryTable(): LibraryTable {
  own ??= readLibraryTable();
  return own;
}
