import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliveryOf, isAssetName, privateKey, savedName } from './fileNames.ts';

const orgId = '2b7f4d0e-9c1a-4f57-8c43-1f2e3d4c5b6a';
const other = '00000000-0000-4000-8000-000000000000';

describe('path of a private file', () => {
  test.each([
    ['reports/march.pdf', `organizations/${orgId}/reports/march.pdf`],
    [`organizations/${orgId}/reports/march.pdf`, `organizations/${orgId}/reports/march.pdf`],
    ['résumé 2026.pdf', `organizations/${orgId}/résumé 2026.pdf`],
  ])('%s stands in the own folder', (path, key) => expect(privateKey(orgId, path)).toBe(key));

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a/./b',
    'a//b',
    'a/.. ',
    'a/ ./b',
    'a/ /b',
    'a/',
    '..',
    'a\\b',
    'a%2e%2e/b',
    'a%2fb',
    `organizations/${other}/x.pdf`,
    `Organizations/${other}/x.pdf`,
    `organizations/${orgId}/../${other}/x.pdf`,
    `organizations/${orgId}/`,
    'a\0b',
    'a\u202eb',
  ])('%j leads nowhere', (path) => expect(privateKey(orgId, path)).toBeNull());

  test('no path whatever leaves the own folder', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2F',
      'organizations',
      other,
      orgId,
      'a',
      '\0',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        ),
        (path) => {
          const key = privateKey(orgId, path);
          if (key === null) return;
          expect(
            new URL(`https://store.invalid/${key.split('/').map(encodeURIComponent).join('/')}`).pathname
              .split('/')
              .slice(1, 3),
          ).toEqual(['organizations', orgId]);
          expect(key.split('/').map((segment) => segment.trim())).not.toContain('..');
        },
      ),
    );
  });
});

test.each([
  ['guide.pdf', 'application/pdf', true],
  ['Guide.PDF', 'application/pdf', true],
  ['page.html', 'application/octet-stream', false],
  ['logo.svg', 'image/svg+xml', false],
  ['run.exe', 'application/octet-stream', false],
  ['noending', 'application/octet-stream', false],
  ['trick.pdf.html', 'application/octet-stream', false],
])('%s is handed out as %s, shown: %s', (name, type, inline) =>
  expect(deliveryOf(name)).toEqual({ type, inline }),
);

test.each([
  ['guide.pdf', true],
  ['Our guide_2.pdf', true],
  ['.hidden', false],
  ['a/b.pdf', false],
  ['..', false],
  ['a..b', false],
  ['', false],
  ['a\\b', false],
])('%j is the name of a public file: %s', (name, good) => expect(isAssetName(name)).toBe(good));

test.each([
  ['x/march.pdf', undefined, 'march.pdf'],
  ['x/march.pdf', 'Report for the bank', 'Report for the bank.pdf'],
  ['x/march.pdf', 'Report.PDF', 'Report.PDF'],
  ['x/march.pdf', 'setup.exe', 'setup.exe.pdf'],
  ['x/march.pdf', '../../evil', '_.._evil.pdf'],
  ['x/march.pdf', 'a\r\nSet-Cookie: x', 'aSet-Cookie_ x.pdf'],
  ['x/march.pdf', '...', 'march.pdf'],
  ['x/noending', 'b', 'b'],
])('%s wished for as %j is saved as %s', (path, desired, name) =>
  expect(savedName(path, desired)).toBe(name),
);
