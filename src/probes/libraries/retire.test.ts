import { describe, expect, test } from 'vitest';
import { detectLibraries } from './detect.ts';
import { importRetireRepository, overlayTable } from './retire.ts';
import { libraryTable } from './table.ts';

const repository = {
  jquery: {
    bowername: ['jQuery'],
    npmname: 'jquery',
    vulnerabilities: [
      {
        below: '3.5.0',
        atOrAbove: '1.2.0',
        severity: 'medium',
        identifiers: { CVE: ['CVE-2020-11022'], summary: 'Told in other words, and newer.' },
      },
      {
        ranges: [{ below: '3.9.0' }],
        severity: 'critical',
        summary: 'Something found last week.',
        identifiers: { CVE: ['CVE-2026-99999'] },
      },
      {
        below: '2.999.999',
        severity: 'low',
        identifiers: { summary: 'An end of life that we tell ourselves.' },
      },
    ],
    extractors: {
      func: ['jQuery.fn.jquery'],
      filename: ['jquery-(§§version§§)(.min)?\\.js'],
      filecontent: ['/\\*!? jQuery v(§§version§§)'],
      hashes: {},
    },
  },
  'My Widget': {
    vulnerabilities: [
      {
        ranges: [
          { atOrAbove: '1.0.0', below: '1.2.3' },
          { atOrAbove: '2.0.0-rc1', below: '2.0.4' },
        ],
        severity: 'high',
        summary: '# Impact\n\nText runs as script.',
        identifiers: { githubID: 'GHSA-1' },
      },
      {
        atOrAbove: '0',
        below: '999.999.999',
        severity: 'none',
        identifiers: { CVE: ['CVE-2026-11111', 'CVE-2007-01-09'] },
      },
      { below: 'not a version', severity: 'high', identifiers: { CVE: ['CVE-2026-22222'] } },
    ],
    extractors: {
      uri: ['/widget/(§§version§§)/widget(\\.min)?\\.js'],
      filename: ['widget-(§§version§§)(\\.min)?\\.js'],
      filecontent: [
        '=(.)\\.widget="(§§version§§)",\\1\\.run',
        'widget(?:.*\\n){1,3}(§§version§§)',
        'a.{5,400}b.{5,400}(§§version§§)',
        '(unclosed (§§version§§)',
      ],
    },
  },
  'retire-example': {
    vulnerabilities: [{ below: '0.0.2', severity: 'low', identifiers: {} }],
    extractors: {},
  },
  'dont check': { extractors: { uri: ['ga\\.js'] } },
};
const json = JSON.stringify(repository);

describe('importing', () => {
  const table = importRetireRepository(json, '2026-11-01');

  test('takes over what it can and leaves out what it cannot', () => {
    expect(table.asOf).toBe('2026-11-01');
    expect(table.libraries.map(({ id }) => id)).toEqual(['jquery', 'my-widget']);
    expect(table.libraries[1]).toEqual({
      id: 'my-widget',
      name: 'My Widget',
      files: [],
      packages: ['My Widget'],
      urls: ['/widget/§§/widget(\\.min)?\\.js', '(?:^|/)widget-§§(\\.min)?\\.js(?:[?#]|$)'],
      content: ['=(.)\\.widget="§§",\\1\\.run'],
      flaws: [
        {
          cve: [],
          affected: '>=1.0.0 <1.2.3 || >=2.0.0-rc.1 <2.0.4',
          fixedIn: ['1.2.3', '2.0.4'],
          severity: 'high',
          summary: 'Impact Text runs as script.',
        },
        {
          cve: ['CVE-2026-11111'],
          affected: '>=0.0.0-0',
          fixedIn: null,
          severity: 'low',
          summary: 'Known flaw CVE-2026-11111.',
        },
      ],
    });
  });

  test.each([
    ['/static/widget-1.2.0.min.js?x', undefined, 'file name', '1.2.3'],
    ['/static/widget/2.0.1/widget.js', undefined, 'file name', '2.0.4'],
    ['/app.js', 'x=e.widget="1.1.0",e.run()', 'content', '1.2.3'],
  ])('%s is recognised', (url, content, by, fixedIn) => {
    expect(detectLibraries({ url, content }, table)).toMatchObject([
      { id: 'my-widget', by, flaws: [{ severity: 'high', fixedIn }, { fixedIn: null }] },
    ]);
  });

  test.each([
    ['not json', /JSON/],
    ['[]', /record/],
    ['{"x":{"vulnerabilities":"none"}}', /vulnerabilities/],
  ])('refuses %s', (text, message) => {
    expect(() => importRetireRepository(text, '2026-11-01')).toThrow(message);
  });
});

describe('laid over our own', () => {
  test('newer facts come on top, ours stay', () => {
    const table = overlayTable(libraryTable(), importRetireRepository(json, '2026-11-01'));
    expect(table.asOf).toBe('2026-11-01');
    expect(table.libraries).toHaveLength(libraryTable().libraries.length + 1);
    const [jquery] = detectLibraries({ url: '/jquery-3.4.1.js' }, table);
    expect(jquery?.flaws.map(({ cve, summary }) => [cve[0], summary])).toEqual([
      ['CVE-2020-11023', expect.stringContaining('option')],
      ['CVE-2020-11022', 'Told in other words, and newer.'],
      ['CVE-2026-99999', 'Something found last week.'],
    ]);
    expect(detectLibraries({ url: '/jquery-3.4.1.js' })[0]?.flaws).toHaveLength(2);
  });

  test('an older file does not make the table look older', () => {
    expect(overlayTable(libraryTable(), importRetireRepository(json, '2020-01-01')).asOf).toBe(
      libraryTable().asOf,
    );
  });
});
