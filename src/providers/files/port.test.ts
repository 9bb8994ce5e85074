import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, temporaryFolder, testClock } from '#app/testing/portal.ts';
import { openFolder } from './embedded/folder.ts';
import { FilesError, isFileKey, type Files } from './port.ts';
import { localBucket, localCredentials, startLocalS3 } from './testing/localS3.ts';
import { openS3 } from './s3/s3.ts';

async function folder(dataDir = temporaryFolder('files')) {
  const { database } = await openTestDatabase();
  const clock = testClock();
  return { files: openFolder({ db: database.global, dataDir, now: clock.now }), dataDir, clock };
}

async function s3(prefix = 'portal/') {
  const store = await startLocalS3();
  onTestFinished(async () => void (await store.close()));
  const files = openS3({
    bucket: localBucket,
    region: store.region,
    endpoint: store.endpoint,
    credentials: localCredentials,
    prefix,
  });
  return { files, store };
}

const read = async (files: Files, key: string) => {
  const file = await files.open(key);
  return file && { type: file.type, size: file.size, text: await text(file.bytes) };
};

describe.each([
  ['folder', async () => (await folder()).files],
  ['S3', async () => (await s3()).files],
])('%s', (_name, open) => {
  test('gives back what was stored, and the newest of it', async () => {
    const files = await open();
    await files.put('organizations/a/März 2026 (1).pdf', Buffer.from('one'), 'application/pdf');
    expect(await read(files, 'organizations/a/März 2026 (1).pdf')).toEqual({
      type: 'application/pdf',
      size: 3,
      text: 'one',
    });
    await files.put(
      'organizations/a/März 2026 (1).pdf',
      Readable.from([Buffer.from('sec'), Buffer.from('ond')]),
      'text/plain',
    );
    expect(await read(files, 'organizations/a/März 2026 (1).pdf')).toEqual({
      type: 'text/plain',
      size: 6,
      text: 'second',
    });
  });

  test('knows no file that was never stored or was removed; removing twice is no error', async () => {
    const files = await open();
    expect(await files.open('organizations/a/x')).toBeNull();
    await files.put('organizations/a/x', Buffer.from('x'), 'text/plain');
    await files.remove('organizations/a/x');
    await files.remove('organizations/a/x');
    expect(await files.open('organizations/a/x')).toBeNull();
  });

  test('lists by the beginning of the key, page by page, and nothing of a neighbour', async () => {
    const files = await open();
    for (const key of [
      'organizations/a/1',
      'organizations/a/2',
      'organizations/a/B',
      'organizations/ab/3',
      'public/4',
    ])
      await files.put(key, Buffer.from(key), 'text/plain');
    const first = await files.list('organizations/a/', { limit: 2 });
    expect(first.map(({ key, size }) => [key, size])).toEqual([
      ['organizations/a/1', 17],
      ['organizations/a/2', 17],
    ]);
    expect(
      (await files.list('organizations/a/', { after: 'organizations/a/2' })).map(({ key }) => key),
    ).toEqual(['organizations/a/B']);
  });

  test.each(['', '/x', 'x/', 'a//b', '../x', 'a/../b', 'a/./b', 'a\\b', 'a\0b', 'x'.repeat(900)])(
    'refuses %j as a key',
    async (key) => {
      const files = await open();
      expect(isFileKey(key)).toBe(false);
      await expect(files.put(key, Buffer.from('x'), 'text/plain')).rejects.toMatchObject({ code: 'bad-key' });
      await expect(files.open(key)).rejects.toMatchObject({ code: 'bad-key' });
    },
  );

  test('gives a part of a file, and still says how large the whole is', async () => {
    const files = await open();
    await files.put('film', Buffer.from('0123456789'), 'video/mp4');
    const part = (await files.open('film', { first: 3, last: 5 }))!;
    expect({ text: await text(part.bytes), size: part.size, type: part.type }).toEqual({
      text: '345',
      size: 10,
      type: 'video/mp4',
    });
  });

  test('keeps a large file byte by byte', async () => {
    const files = await open();
    const bytes = Buffer.alloc(3_000_000, 'portal');
    await files.put('big', bytes, 'application/octet-stream');
    const file = (await files.open('big'))!;
    expect(Buffer.concat(await file.bytes.toArray()).equals(bytes)).toBe(true);
  });
});

describe('folder', () => {
  const placesIn = (dataDir: string) =>
    readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.length > 30,
    );

  test('two writers of one key leave one file and no other bytes', async () => {
    const { files, dataDir } = await folder();
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) => files.put('k', Buffer.from(content), 'text/plain')),
    );
    expect((await read(files, 'k'))!.text).toMatch(/^[abcd]$/);
    expect(placesIn(dataDir)).toHaveLength(1);
  });

  test('a stream that breaks leaves what was there and no half file', async () => {
    const { files, dataDir } = await folder();
    await files.put('k', Buffer.from('whole'), 'text/plain');
    const breaking = new Readable({ read() {} });
    breaking.push('half');
    setImmediate(() => breaking.destroy(new Error('gone')));
    await expect(files.put('k', breaking, 'text/plain')).rejects.toBeInstanceOf(FilesError);
    expect(await read(files, 'k')).toMatchObject({ text: 'whole' });
    expect(placesIn(dataDir)).toHaveLength(1);
  });

  test('bytes that nobody names are swept after a day, the others never', async () => {
    const { files, dataDir, clock } = await folder();
    await files.put('k', Buffer.from('kept'), 'text/plain');
    const { mkdirSync, writeFileSync } = await import('node:fs');
    const orphan = path.join(dataDir, 'files/00', '00000000-0000-4000-8000-000000000000');
    mkdirSync(path.dirname(orphan), { recursive: true });
    writeFileSync(orphan, 'lost');
    for (const name of placesIn(dataDir))
      utimesSync(path.join(dataDir, 'files', name), clock.now(), clock.now());
    await files.sweep!();
    expect(placesIn(dataDir)).toHaveLength(2);
    clock.advance(25 * 3600);
    await files.sweep!();
    expect(placesIn(dataDir)).toHaveLength(1);
    expect(await read(files, 'k')).toMatchObject({ text: 'kept' });
  });
});

describe('S3', () => {
  test('keeps within its folder of the bucket', async () => {
    const { files, store } = await s3('portal/');
    await files.put('public/guide.pdf', Buffer.from('x'), 'application/pdf');
    expect([...store.objects.keys()]).toEqual(['portal/public/guide.pdf']);
  });

  test('takes a long stream part by part, and gives up its parts where the stream fails', async () => {
    const { files, store } = await s3();
    const chunk = Buffer.alloc(1024 * 1024, 'lamp');
    async function* chunks(count: number, failure?: Error) {
      for (let at = 0; at < count; at++) yield chunk;
      if (failure) throw failure;
    }
    const stored = await files.put('exports/a/whole.zip', Readable.from(chunks(20)), 'application/zip');
    expect(stored.size).toBe(20 * chunk.length);
    const { bytes, type } = store.objects.get('portal/exports/a/whole.zip')!;
    expect([bytes.equals(Buffer.concat(Array.from({ length: 20 }, () => chunk))), type]).toEqual([
      true,
      'application/zip',
    ]);
    const broken = files.put(
      'exports/a/half.zip',
      Readable.from(chunks(20, new Error('The database is gone.'))),
      'application/zip',
    );
    await expect(broken).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: 'The database is gone.' },
    });
    expect(store.objects.has('portal/exports/a/half.zip')).toBe(false);
    expect(store.uploads.size).toBe(0);
  });

  test('a store that cannot be reached is said to be unavailable, not empty', async () => {
    const { files, store } = await s3();
    store.state.down = true;
    await expect(files.open('public/guide.pdf')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(files.list('public/')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a wrong secret is refused by the store and said to be unavailable', async () => {
    const { store } = await s3();
    const files = openS3({
      bucket: localBucket,
      region: store.region,
      endpoint: store.endpoint,
      credentials: { ...localCredentials, secretAccessKey: 'wrong' },
      prefix: '',
    });
    await expect(files.put('k', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
