import semver from 'semver';
import { describe, expect, test } from 'vitest';
import { isSlowPattern } from './pattern-safety.ts';
import { libraryTable, tableSchema } from './table.ts';
import { comparable, inRange, nextFix } from './version.ts';

const { asOf, libraries } = libraryTable();

describe('the table of facts', () => {
  test('is dated and holds at least 45 libraries', () => {
    expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(libraries.length).toBeGreaterThanOrEqual(45);
  });

  test('has no key twice, and no file or package name that means two libraries', () => {
    const twice = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice(libraries.map(({ id }) => id))).toEqual([]);
    expect(
      twice(libraries.flatMap(({ files }) => [...new Set(files.map((file) => file.toLowerCase()))])),
    ).toEqual([]);
    expect(
      twice(
        libraries.flatMap(({ packages }) => [
          ...new Set(packages.map((name) => name.toLowerCase().replace(/[-_.]js$/, ''))),
        ]),
      ),
    ).toEqual([]);
  });

  test('has no pattern that a hostile script could keep busy', () => {
    expect(libraries.flatMap(({ content }) => content).filter(isSlowPattern)).toEqual([]);
    expect(
      ['a(b+)+§§', 'a.*§§', 'a[\\s\\S]*§§', 'a.{0,5000}§§', 'a.{0,400}b.{0,400}§§'].filter(
        (pattern) => !isSlowPattern(pattern),
      ),
    ).toEqual([]);
  });

  test('can identify every library that has flaws', () => {
    const blind = libraries.filter(
      (library) =>
        library.files.length + library.packages.length + library.urls.length + library.content.length === 0,
    );
    expect(blind.map(({ id }) => id)).toEqual([]);
  });

  test.each(libraries.map((library) => [library.id, library.flaws] as const))(
    '%s: fixes lie outside of what is affected, and every open branch has one',
    (_, flaws) => {
      for (const flaw of flaws) {
        const fixes =
          flaw.fixedIn === null ? [] : typeof flaw.fixedIn === 'string' ? [flaw.fixedIn] : flaw.fixedIn;
        for (const fix of fixes) {
          const version = comparable(fix);
          expect(version?.semver).toBe(fix);
          expect(version && inRange(version, flaw.affected)).toBe(false);
        }
        const bounds = [...flaw.affected.matchAll(/<(\d[\w.-]*)/g)].map(([, bound]) => bound ?? '');
        for (const bound of bounds)
          expect(fixes.length === 0 || fixes.some((fix) => semver.gte(fix, bound))).toBe(true);
        for (const cve of flaw.cve)
          expect(Number(cve.slice(4, 8))).toBeLessThanOrEqual(Number(asOf.slice(0, 4)));
      }
    },
  );
});

describe('the schema refuses', () => {
  const flaw = {
    cve: ['CVE-2020-11022'],
    affected: '<3.5.0',
    fixedIn: '3.5.0',
    severity: 'medium',
    summary: 'Something goes wrong.',
  };
  const library = { id: 'x', name: 'X', flaws: [flaw] };
  test.each([
    ['a number that is no CVE', { ...library, flaws: [{ ...flaw, cve: ['CVE-20-1'] }] }],
    ['a range that is none', { ...library, flaws: [{ ...flaw, affected: 'below 3' }] }],
    ['another severity', { ...library, flaws: [{ ...flaw, severity: 'critical' }] }],
    ['a pattern without version mark', { ...library, content: ['jQuery'] }],
    ['a pattern that is no regular expression', { ...library, content: ['(§§'] }],
    ['an unknown field', { ...library, colour: 'red' }],
  ])('%s', (_, broken) => {
    expect(tableSchema.safeParse({ asOf, libraries: [library] }).success).toBe(true);
    expect(tableSchema.safeParse({ asOf, libraries: [broken] }).success).toBe(false);
  });
});

describe('versions', () => {
  test.each([
    ['3.7.1', '3.7.1'],
    ['1.7', '1.7.0'],
    ['1.8.3.1', '1.8.3'],
    ['1.12.0-rc', '1.12.0-rc'],
    ['1.12.0-rc.1', '1.12.0-rc.1'],
    ['1.9.0b1', '1.9.0-beta.1'],
    ['3.0.0-beta1', '3.0.0-beta.1'],
    ['3.0.0-rc1', '3.0.0-rc.1'],
    ['4.24.0-lts', '4.24.0'],
    ['02.01.00', '2.1.0'],
  ])('%s is %s', (written, version) => {
    expect(comparable(written)?.semver).toBe(version);
  });

  test.each(['20160523', '2016.05.23', '', 'latest', '1', '3', '1.2.3.4.5', '12345.1.1'])(
    '%j is no version',
    (written) => {
      expect(comparable(written)).toBeNull();
    },
  );

  test('a pre-release is older than its release', () => {
    const release = comparable('3.5.0-rc.1');
    expect(release && inRange(release, '<3.5.0')).toBe(true);
    expect(release && inRange(release, '>=3.5.0')).toBe(false);
  });

  test('the nearest newer fix is named', () => {
    const version = (text: string) => comparable(text) ?? { semver: '0.0.0', patched: false };
    expect(nextFix(version('3.3.7'), ['4.3.1', '3.4.1'])).toBe('3.4.1');
    expect(nextFix(version('4.0.0'), ['3.4.1', '4.3.1'])).toBe('4.3.1');
    expect(nextFix(version('5.0.0'), ['3.4.1'])).toBeNull();
  });
});
