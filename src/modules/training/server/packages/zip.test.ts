import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import { makeZip, type ZipEntry } from './testing/packages.ts';
import { packageLimits, unpack, type ZipLimits } from './zip.ts';

const prefix = `organizations/${'a'.repeat(36)}/training/${'b'.repeat(36)}/`;

async function unpacked(bytes: Buffer, limits?: ZipLimits) {
  const folder = temporaryFolder('zip');
  const file = path.join(folder, 'file');
  writeFileSync(file, bytes);
  const to = mkdtempSync(path.join(folder, 'to-'));
  const files = await unpack({ path: file, size: bytes.length }, to, prefix, limits);
  // nothing beside the files that are named, and nothing beside the folder
  expect(readdirSync(to).length).toBe(files.length);
  expect(readdirSync(folder).length).toBe(2);
  return files;
}
const codeOf = (bytes: Buffer, limits?: ZipLimits) =>
  unpacked(bytes, limits).then(
    () => 'taken',
    (error: { code?: string }) => error.code,
  );
const one = (entry: Partial<ZipEntry>): Buffer =>
  makeZip([
    { name: 'index.html', bytes: 'Hello' },
    { name: 'x.txt', bytes: 'x', ...entry },
  ]);

test('files come out as they went in, folders and clutter left out', async () => {
  const files = await unpacked(
    makeZip([
      { name: 'a/', mode: 0o040755 },
      { name: 'a/März (1).html', bytes: 'One' },
      { name: 'two.bin', bytes: Buffer.alloc(3_000_000, 'two different words '), stored: true },
      { name: '__MACOSX/._two.bin', bytes: 'x' },
      { name: 'a/.DS_Store', bytes: 'x' },
    ]),
  );
  expect(files.map((file) => [file.path, file.bytes])).toEqual([
    ['a/März (1).html', 3],
    ['two.bin', 3_000_000],
  ]);
  expect(readFileSync(files[0]!.at, 'utf8')).toBe('One');
});

describe('a name that could mean another place is refused', () => {
  test.each([
    '/etc/passwd',
    '../outside.txt',
    'a/../../outside.txt',
    'a/..',
    './x',
    'a//b',
    'a\\b.txt',
    '..\\outside.txt',
    'C:/outside.txt',
    'c:outside.txt',
    '//server/share',
    'a\0.html',
    'a/\u202etxt.exe',
    'a\nb',
    `${'long/'.repeat(200)}x`,
    '',
  ])('%j', async (name) => {
    expect(await codeOf(one({ name }))).toBe('unsafe-package');
  });
});

test.each([
  ['a link', { mode: 0o120777, bytes: '/etc/passwd' }],
  ['a device', { mode: 0o020666 }],
  ['a pipe', { mode: 0o010666 }],
  ['a folder that is called a file', { mode: 0o040755 }],
  ['a reparse point', { attributes: 0x400 }],
  ['something encrypted', { flags: 0x801 }],
  ['something strongly encrypted', { flags: 0x841 }],
])('%s is refused', async (_name, entry) => {
  expect(await codeOf(one(entry))).toBe('unsafe-package');
});

test.each([
  ['twice', ['a.html', 'a.html']],
  ['in another case', ['a/Index.html', 'A/index.HTML']],
  ['in another composition', ['caf\u00e9.html', 'cafe\u0301.html']],
  ['as file and as folder', ['a', 'a/b.html']],
])('a name that is there %s is refused', async (_name, names) => {
  expect(await codeOf(makeZip(names.map((name) => ({ name, bytes: 'x' }))))).toBe('unsafe-package');
});

describe('what unpacks to more than it should', () => {
  test('is refused by its headers where they are honest', async () => {
    expect(await codeOf(one({ bytes: Buffer.alloc(5_000_000) }))).toBe('unsafe-package');
    expect(await codeOf(one({ size: packageLimits.bytes + 1 }))).toBe('package-too-large');
  });

  test('is refused while it unpacks where they lie', async () => {
    // yauzl itself notices that more comes out than was said; our own count stands behind it
    expect(['unsafe-package', 'unreadable-package']).toContain(
      await codeOf(one({ bytes: Buffer.alloc(5_000_000), size: 10 })),
    );
  });

  test('is refused for all of it together, with no file that is large by itself', async () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ name: `${i}.txt`, bytes: Buffer.alloc(900_000) }));
    expect(await codeOf(makeZip(many))).toBe('unsafe-package');
    const limits = { ...packageLimits, bytes: 1_000_000 };
    expect(await codeOf(makeZip(many.map((file) => ({ ...file, stored: true }))), limits)).toBe(
      'package-too-large',
    );
  });

  test('is refused with too many entries', async () => {
    const many = Array.from({ length: 5001 }, (_, i) => ({ name: `${i}`, bytes: '' }));
    expect(await codeOf(makeZip(many))).toBe('package-too-large');
    expect(await codeOf(makeZip(many.slice(1)))).toBe('taken');
  });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('No zip file at all')],
  ['half of one', one({}).subarray(0, 90)],
  ['a wrong checksum', one({ crc: 7 })],
  ['an unknown compression', one({ method: 99 })],
  ['damaged bytes', makeZip([{ name: 'x', bytes: 'not deflated', stored: true, method: 8 }])],
])('%s is no package', async (_name, bytes) => {
  expect(await codeOf(bytes)).toBe('unreadable-package');
});

test('folders in folders without end are refused: every one of them would be remembered', async () => {
  const nested = (folders: number) => codeOf(one({ name: `${'a/'.repeat(folders)}x.txt` }));
  expect(await nested(31)).toBe('taken');
  expect(await nested(32)).toBe('unsafe-package');
});
