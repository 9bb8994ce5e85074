import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detectLibraries, libraryAt } from './detect.ts';
import { BadRepository, dropRepository, keepRepository, readTableInUse } from './operator.ts';
import { libraryTable } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'libraries-'));
afterAll(() => rmSync(folder, { recursive: true }));

const repository = (cve: string) =>
  JSON.stringify({
    jquery: {
      vulnerabilities: [
        { below: '9.0.0', severity: 'high', identifiers: { CVE: [cve], summary: 'Told by the repository.' } },
      ],
      extractors: { filename: ['jquery-(§§version§§)\\.js'] },
    },
    'new-widget': {
      vulnerabilities: [
        { below: '2.0.0', severity: 'low', identifiers: { summary: 'Without a number of its own.' } },
      ],
      extractors: { filecontent: ['NewWidget v(§§version§§)'] },
    },
  });

describe('facts of an operator', () => {
  it('are kept, found again by every scan, say what is new, and can be taken away', () => {
    const change = keepRepository(folder, `\uFEFF${repository('CVE-2031-1111')}`, '2031-01-01');
    expect(change).toEqual({
      libraries: ['new-widget'],
      newFlaws: ['jquery CVE-2031-1111', 'new-widget Without a number of its own.'],
      goneFlaws: [],
      asOf: '2031-01-01',
    });
    const { table, problem } = readTableInUse(folder);
    expect(problem).toBeNull();
    expect(detectLibraries({ url: '/jquery-8.1.0.js' }, table)[0]?.flaws.map(({ cve }) => cve)).toEqual([
      ['CVE-2031-1111'],
    ]);
    expect(keepRepository(folder, repository('CVE-2031-2222'), '2031-02-01')).toMatchObject({
      newFlaws: ['jquery CVE-2031-2222'],
      goneFlaws: ['jquery CVE-2031-1111'],
    });
    dropRepository(folder);
    expect(readTableInUse(folder).table).toEqual(libraryTable());
  });

  it.each(['', '{', '[]', '"text"', '{"jquery":{"vulnerabilities":"none"}}', '{}', '<html>Not found</html>'])(
    'stay as they are when the file is %j',
    (text) => {
      keepRepository(folder, repository('CVE-2031-1111'), '2031-01-01');
      const before = readTableInUse(folder);
      expect(() => keepRepository(folder, text, '2031-03-01')).toThrow(BadRepository);
      expect(readTableInUse(folder)).toEqual(before);
      expect(readdirSync(folder)).toEqual(['libraries.json']);
    },
  );

  it('leave our own in use when the kept file is damaged', () => {
    writeFileSync(join(folder, 'libraries.json'), '{"asOf":"2031-01-01","libraries":[{}]}');
    const { table, problem } = readTableInUse(folder);
    expect(table).toEqual(libraryTable());
    expect(problem).toContain('damaged');
  });
});

describe('libraryAt', () => {
  it('judges what a library says of itself', () => {
    expect(libraryAt('jquery', '1.12.4', libraryTable())?.flaws.length).toBeGreaterThan(0);
    expect(libraryAt('jquery', '3.7.1', libraryTable())?.flaws).toEqual([]);
  });
  it.each([
    ['jquery', '<img src=x>'],
    ['jquery', ''],
    ['constructor', '1.0.0'],
    ['nobody-knows', '1.0.0'],
  ])('says nothing about %s %j', (id, version) => expect(libraryAt(id, version, libraryTable())).toBeNull());
});
