import { describe, expect, test } from 'vitest';
import { joinParameters, readManifest } from './manifest.ts';
import { manifestXml, type ManifestOptions } from './testing/packages.ts';

const files = ['imsmanifest.xml', 'index.html', 'content/Part One/start.html', 'content/two.html'];
const read = (options: ManifestOptions | string | Buffer, paths = files) =>
  readManifest(
    Buffer.from(
      typeof options === 'object' && !Buffer.isBuffer(options) ? manifestXml(options) : (options as string),
    ),
    paths,
  );
const codeOf = (options: ManifestOptions | string, paths?: string[]) => {
  try {
    read(options, paths);
    return 'taken';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('a manifest of SCORM 1.2 gives title, standard, launch file and mastery score', () => {
  expect(read({ title: 'Ships &amp; parcels &#8212; a start' })).toEqual({
    title: 'Ships & parcels — a start',
    standard: '1.2',
    parts: [
      {
        id: 'i1',
        title: 'Parcels',
        href: 'index.html',
        parameters: '',
        masteryScore: 80,
        launchData: '',
        isAsset: false,
      },
    ],
  });
});

test.each([
  ['1.2', '1.2'],
  ['1.1', '1.2'],
  ['CAM 1.3', '2004'],
  ['1.3', '2004'],
  ['2004 2nd Edition', '2004'],
  ['2004 3rd Edition', '2004'],
  ['2004 4th Edition', '2004'],
])('schema version %s is of %s', (schemaversion, standard) => {
  expect(read({ schemaversion }).standard).toBe(standard);
});

test('a manifest that names no version is known by its namespaces; another standard is refused', () => {
  expect(read({ schemaversion: null, schema: '' }).standard).toBe('1.2');
  const newer =
    'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"';
  expect(read({ schemaversion: null, schema: '', namespace: newer }).standard).toBe('2004');
  const common = 'xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" xmlns:adlcp="x"';
  expect(codeOf({ schema: 'IMS Common Cartridge', schemaversion: '1.1.0', namespace: common })).toBe(
    'unknown-standard',
  );
});

test('the measure of 2004 comes from the item or from the sequencing that it names', () => {
  const objectives = (by: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="${by}"><imsss:minNormalizedMeasure>0.75</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>`;
  const item = (inner: string) =>
    `<item identifier="i1" identifierref="r1"><title>One</title>${inner}</item>`;
  const version = { schemaversion: '2004 4th Edition' };
  const measure = (options: ManifestOptions) => read({ ...version, ...options }).parts[0]!.masteryScore;
  expect(measure({ items: item(`<imsss:sequencing>${objectives('true')}</imsss:sequencing>`) })).toBe(0.75);
  expect(measure({ items: item(`<imsss:sequencing>${objectives('false')}</imsss:sequencing>`) })).toBeNull();
  expect(measure({ items: item('') })).toBeNull();
  expect(
    measure({
      items: item('<imsss:sequencing IDRef="s1"/>'),
      more: `<imsss:sequencingCollection><imsss:sequencing ID="s1">${objectives('true')}</imsss:sequencing></imsss:sequencingCollection>`,
    }),
  ).toBe(0.75);
});

test('bases, parameters, nested, hidden and copied items', () => {
  const { parts } = read({
    attributes: 'xml:base="content/"',
    items: `<item identifier="chapter"><title>Chapter</title>
        <item identifier="a" identifierref="r1" parameters="?lang=en&amp;x=1"><title>One</title><adlcp:datafromlms>key=7</adlcp:datafromlms></item>
        <item identifier="a" identifierref="r2" parameters="#top"><title>Two</title></item>
      </item>
      <item identifier="hidden" identifierref="r2" isvisible="false"><title>Hidden</title></item>
      <item identifier="again" identifierref="r1"><title>Again</title></item>`,
    resources: `<resource identifier="r1" type="webcontent" adlcp:scormType="sco" xml:base="Part%20One/" href="start.html?mode=a"/>
      <resource identifier="r2" type="webcontent" adlcp:scormtype="asset" href="../content/./two.html"/>`,
  });
  expect(
    parts.map(({ id, title, href, parameters, isAsset, launchData }) => [
      id,
      title,
      href,
      parameters,
      isAsset,
      launchData,
    ]),
  ).toEqual([
    ['a', 'One', 'content/Part One/start.html', '?mode=a&lang=en&x=1', false, 'key=7'],
    ['a-2', 'Two', 'content/two.html', '#top', true, ''],
    ['again', 'Again', 'content/Part One/start.html', '?mode=a', false, ''],
  ]);
});

test.each([
  ['', '?a=1', '?a=1'],
  ['', 'a=1', '?a=1'],
  ['', '&a=1', '?a=1'],
  ['?x=2', 'a=1', '?x=2&a=1'],
  ['?x=2#there', 'a=1', '?x=2&a=1#there'],
  ['#there', '#here', '#there'],
  ['', '#here', '#here'],
  ['?x=2', '', '?x=2'],
])('%j with parameters %j is opened with %j', (tail, parameters, joined) => {
  expect(joinParameters(tail, parameters)).toBe(joined);
});

describe('what is not launched', () => {
  const resource = (href: string) => ({
    resources: `<resource identifier="r1" adlcp:scormtype="sco" href="${href}"/>`,
  });
  test.each([
    'missing.html',
    '../index.html',
    'https://elsewhere-tools.com/index.html',
    '//elsewhere-tools.com/index.html',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('%s', (href) => {
    expect(codeOf(resource(href))).toBe('no-manifest');
  });

  test('a package without items, organisation or manifest', () => {
    expect(codeOf({ items: '' })).toBe('no-manifest');
    expect(codeOf({ items: '<item identifier="i"><title>Nothing</title></item>' })).toBe('no-manifest');
    expect(codeOf('<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"></manifest>')).toBe(
      'no-manifest',
    );
    expect(codeOf('<courseStructure/>')).toBe('no-manifest');
    expect(codeOf('no xml at all')).toBe('no-manifest');
    expect(codeOf('')).toBe('no-manifest');
  });

  test('more items than a person could take', () => {
    const items = Array.from(
      { length: 101 },
      (_, i) => `<item identifier="i${i}" identifierref="r1"><title>One</title></item>`,
    ).join('');
    expect(codeOf({ items })).toBe('package-too-large');
  });
});

describe('XML that wants more than to be read', () => {
  test.each([
    ['an outer entity', '<!DOCTYPE manifest [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    [
      'entities of entities',
      '<!DOCTYPE manifest [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    ],
    ['an outer declaration', '<!doctype manifest SYSTEM "http://elsewhere-tools.com/x.dtd">'],
  ])('%s is refused', (_name, declaration) => {
    expect(codeOf(manifestXml().replace('<manifest', `${declaration}<manifest`))).toBe('unsafe-package');
  });

  test('an entity that nobody declared stays as it is written', () => {
    expect(read({ title: 'Parcels &x; &#0;' }).title).toBe('Parcels &x;');
  });

  test('elements within elements without end', () => {
    expect(codeOf({ items: '<item>'.repeat(100_000) })).toBe('no-manifest');
    expect(codeOf({ title: 'x'.repeat(3_000_000) })).toBe('no-manifest');
  });

  test('a name that every object has is no attribute', () => {
    expect(codeOf({ items: '<item __proto__="x" constructor="y" identifierref="toString"/>' })).toBe(
      'no-manifest',
    );
  });
});

test('a manifest in UTF-16 is read', () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(manifestXml({ title: 'Päckchen' }).replace('UTF-8', 'UTF-16'), 'utf16le'),
  ]);
  expect(readManifest(bytes, files).title).toBe('Päckchen');
});
