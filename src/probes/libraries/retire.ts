import { z } from 'zod';
import { isSlowPattern } from './pattern-safety.ts';
import { tableSchema, type LibraryFacts, type LibraryFlawFacts, type LibraryTable } from './table.ts';
import { comparable } from './version.ts';

/**
 * Lays the facts of a retire.js repository file over our own. An operator fetches that file (`jsrepository-v4.json` or
 * newer, or `jsrepository-master.json`) where there is a network and gives its path; nothing is fetched from here.
 */

const texts = z.array(z.string()).default([]);
const rangeSchema = z.object({ atOrAbove: z.string().optional(), below: z.string().optional() });
const vulnerabilitySchema = rangeSchema.extend({
  ranges: z.array(rangeSchema).optional(),
  severity: z.string().default('medium'),
  summary: z.string().optional(),
  identifiers: z
    .object({ CVE: texts, summary: z.string().optional(), githubID: z.string().optional() })
    .default({ CVE: [] }),
});
const repositorySchema = z.record(
  z.string(),
  z.object({
    npmname: z.string().optional(),
    bowername: texts,
    vulnerabilities: z.array(vulnerabilitySchema).default([]),
    extractors: z
      .object({ filename: texts, filecontent: texts, uri: texts })
      .default({ filename: [], filecontent: [], uri: [] }),
  }),
);

/** Their way to say that nothing is fixed. */
const endless = /^9{3,}\.|^1\.999|\.999\.999$/;

function pattern(source: string, before = '', after = ''): string | null {
  const marked = source.replace('(§§version§§)', '§§').replace('§§version§§', '§§');
  if (!marked.includes('§§') || marked.includes('§§version') || isSlowPattern(marked)) return null;
  const text = `${before}${marked}${after}`;
  try {
    new RegExp(text.replace('§§', '(?<version>1)')).test('');
    return text;
  } catch {
    return null;
  }
}

const present = <T>(items: readonly (T | null)[]) => items.filter((item): item is T => item !== null);

function rangeOf(range: z.infer<typeof rangeSchema>): string | null {
  const from =
    range.atOrAbove === undefined || range.atOrAbove === '0'
      ? ''
      : comparable(range.atOrAbove.replace(/^(\d+)$/, '$1.0'))?.semver;
  const to = range.below === undefined || endless.test(range.below) ? '' : comparable(range.below)?.semver;
  if (from === undefined || to === undefined) return null;
  const parts = [from && `>=${from}`, to && `<${to}`].filter(Boolean);
  return parts.length ? parts.join(' ') : '>=0.0.0-0';
}

function flawOf(vulnerability: z.infer<typeof vulnerabilitySchema>): LibraryFlawFacts | null {
  const ranges = vulnerability.ranges ?? [vulnerability];
  const affected = ranges.map(rangeOf);
  if (affected.length === 0 || affected.includes(null)) return null;
  const fixes = ranges.flatMap(({ below }) =>
    below === undefined || endless.test(below) ? [] : [comparable(below)?.semver ?? ''],
  );
  const { identifiers } = vulnerability;
  const told = (identifiers.summary ?? vulnerability.summary ?? '')
    .replace(/[\p{Cc}#*`]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const summary =
    told.length >= 10
      ? told.slice(0, 297)
      : `Known flaw ${identifiers.CVE[0] ?? identifiers.githubID ?? 'without a number'}.`;
  return {
    cve: identifiers.CVE.filter((id) => /^CVE-\d{4}-\d{4,7}$/.test(id)),
    affected: affected.join(' || '),
    fixedIn: fixes.length ? fixes : null,
    severity:
      vulnerability.severity === 'critical' || vulnerability.severity === 'high'
        ? 'high'
        : vulnerability.severity === 'medium'
          ? 'medium'
          : 'low',
    summary,
  };
}

/**
 * Turns the text of a repository file into a table; `asOf` is its day, `YYYY-MM-DD`. What cannot be taken over (patterns
 * that are slow on hostile scripts, versions that cannot be compared) is left out. Throws when the text is no such file.
 */
export function importRetireRepository(json: string, asOf: string): LibraryTable {
  const repository = repositorySchema.parse(JSON.parse(json));
  const libraries = Object.entries(repository).flatMap(([name, entry]): LibraryFacts[] => {
    const flaws = present(entry.vulnerabilities.map(flawOf));
    const { filename, filecontent, uri } = entry.extractors;
    const id = name
      .toLowerCase()
      .replace(/^@/, '')
      .replace(/[^a-z0-9.-]+/g, '-');
    if (flaws.length === 0 || name === 'retire-example') return [];
    return [
      {
        id,
        name,
        files: [],
        packages: [...new Set([entry.npmname ?? name, ...entry.bowername])],
        urls: present([
          ...uri.map((source) => pattern(source)),
          ...filename.map((source) => pattern(source, '(?:^|/)', '(?:[?#]|$)')),
        ]),
        content: present(filecontent.map((source) => pattern(source))),
        flaws,
      },
    ];
  });
  return tableSchema.parse({ asOf, libraries });
}

const known = (name: string) => name.toLowerCase().replace(/[-_.]js$/, '');

/** Ours with theirs on top: of a flaw in both, theirs counts; of a library in both, we go on recognising it our way too. */
export function overlayTable(ours: LibraryTable, theirs: LibraryTable): LibraryTable {
  const libraries = ours.libraries.map((library) => ({ ...library }));
  for (const addition of theirs.libraries) {
    const names = new Set([addition.id, ...addition.packages].map(known));
    const library = libraries.find((candidate) =>
      [candidate.id, ...candidate.packages].some((name) => names.has(known(name))),
    );
    if (!library) {
      libraries.push(addition);
      continue;
    }
    const newer = addition.flaws.filter(({ cve }) => cve.length > 0);
    const replaced = new Set(newer.flatMap(({ cve }) => cve));
    library.urls = [...new Set([...library.urls, ...addition.urls])];
    library.content = [...new Set([...library.content, ...addition.content])];
    library.flaws = [
      ...library.flaws.filter(({ cve }) => cve.length === 0 || !cve.every((id) => replaced.has(id))),
      ...newer,
    ];
  }
  return tableSchema.parse({ asOf: theirs.asOf > ours.asOf ? theirs.asOf : ours.asOf, libraries });
}
