import { readAddress, type AddressHint } from './address.ts';
import { libraryTable, type LibraryFacts, type LibraryTable } from './table.ts';
import { comparable, inRange, nextFix, versionPattern, type ComparableVersion } from './version.ts';

type LibraryFlaw = {
  /** Empty for a flaw without a number, an end of maintenance for instance. */
  cve: string[];
  severity: 'high' | 'medium' | 'low';
  summary: string;
  /** The nearest newer version without it; null when there is none. */
  fixedIn: string | null;
};
export type DetectedLibrary = {
  id: string;
  name: string;
  version: string;
  by: 'file name' | 'content';
  flaws: LibraryFlaw[];
};

/** A banner stands at the start, a bundle is long; what lies beyond is not read. */
const maxContent = 2_000_000;
const versionGroup = `(?<version>${versionPattern})`;

type Matcher = {
  facts: LibraryFacts;
  files: Set<string>;
  packages: Set<string>;
  urls: RegExp[];
  content: RegExp[];
};
const matchers = new WeakMap<LibraryTable, Matcher[]>();

const key = (name: string) => name.toLowerCase().replace(/[-_.]js$/, '');
const compile = (patterns: readonly string[], flags: string) =>
  patterns.map(
    (text) =>
      new RegExp(
        text.replace('§§', () => versionGroup),
        flags,
      ),
  );

function matchersOf(table: LibraryTable): Matcher[] {
  const known = matchers.get(table);
  if (known) return known;
  const built = table.libraries.map((facts) => ({
    facts,
    files: new Set(facts.files.map(key)),
    packages: new Set(facts.packages.map(key)),
    urls: compile(facts.urls, 'i'),
    content: compile(facts.content, 'gm'),
  }));
  matchers.set(table, built);
  return built;
}

/** A floating version is judged as the last of its line, so that nothing is said that may have been fixed. */
function judged(version: string, floating: boolean): ComparableVersion | null {
  return comparable(floating ? `${version}.9999` : version);
}

function flawsOf(facts: LibraryFacts, version: ComparableVersion): LibraryFlaw[] {
  return facts.flaws
    .filter((flaw) => inRange(version, flaw.affected))
    .map((flaw) => ({
      cve: [...flaw.cve],
      severity: flaw.severity,
      summary: flaw.summary,
      fixedIn:
        flaw.fixedIn === null
          ? null
          : nextFix(version, typeof flaw.fixedIn === 'string' ? [flaw.fixedIn] : flaw.fixedIn),
    }));
}

function versionsInContent(matcher: Matcher, content: string): string[] {
  const found = matcher.content.flatMap((pattern) =>
    [...content.matchAll(pattern)].slice(0, 5).map((match) => match.groups?.['version'] ?? ''),
  );
  return [...new Set(found.filter(Boolean))];
}

function hintsFor(
  matcher: Matcher,
  hints: readonly AddressHint[],
  url: string,
): { version: string; floating: boolean }[] {
  const byConvention = hints.filter(
    (hint) =>
      hint.packages.some((name) => matcher.packages.has(key(name))) ||
      hint.files.some((name) => matcher.files.has(key(name))),
  );
  if (byConvention.length) return byConvention;
  return matcher.urls.flatMap((pattern) => {
    const version = pattern.exec(url)?.groups?.['version'];
    return version ? [{ version, floating: false }] : [];
  });
}

/** What is known about one version of a library, by its id in the table; null for a library or a version not known here. */
export function libraryAt(
  id: string,
  version: string,
  table: LibraryTable,
): Omit<DetectedLibrary, 'by'> | null {
  const facts = table.libraries.find((library) => library.id === id);
  const parsed =
    facts && new RegExp(`^${versionPattern}$`, 'i').test(version) ? judged(version, false) : null;
  return facts && parsed ? { id, name: facts.name, version, flaws: flawsOf(facts, parsed) } : null;
}

/**
 * Which known libraries a script is or holds, and what is known to be wrong with those versions. `content` is the script
 * (or page) itself; what it says about a library beats what the address says. A library without known flaws is listed
 * too. Never throws, and takes time linear in the content.
 */
export function detectLibraries(
  source: { url: string; content?: string },
  table: LibraryTable = libraryTable(),
): DetectedLibrary[] {
  const content = source.content?.slice(0, maxContent);
  const url = source.url.slice(0, 1000);
  const hints = readAddress(url);
  const detected = new Map<string, DetectedLibrary>();
  const add = (facts: LibraryFacts, version: string, by: DetectedLibrary['by'], floating = false) => {
    const parsed = judged(version, floating);
    const identity = `${facts.id} ${parsed?.semver ?? ''}`;
    if (parsed && !detected.has(identity))
      detected.set(identity, { id: facts.id, name: facts.name, version, by, flaws: flawsOf(facts, parsed) });
  };
  for (const matcher of matchersOf(table)) {
    const inside = content ? versionsInContent(matcher, content) : [];
    for (const version of inside) add(matcher.facts, version, 'content');
    if (inside.length) continue;
    for (const hint of hintsFor(matcher, hints, url))
      add(matcher.facts, hint.version, 'file name', hint.floating);
  }
  return [...detected.values()];
}
