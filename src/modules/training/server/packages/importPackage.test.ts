import { describe, expect, test } from 'vitest';
import { makePackage, makeZip, manifestXml } from './testing/packages.ts';
import { packageWorld } from './testing/packageWorld.ts';

test('a package becomes a course of the organisation, and its files are in the store by their names and types', async () => {
  const { upload, stored, portal, ada } = await packageWorld();
  const bytes = makePackage({ title: 'Handling  parcels' }, [
    { name: 'media/film.MP4', bytes: 'film' },
    { name: 'media/strange.xyz', bytes: '?' },
  ]);
  const { status, body } = await upload(bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toMatchObject({
    kind: 'own',
    title: 'Handling parcels',
    standard: '1.2',
    minutes: 30,
    month: null,
  });
  const key = `organizations/${ada.orgId}/training/${body.data.id}/`;
  expect((await stored()).map((file) => file.key)).toEqual(
    ['imsmanifest.xml', 'index.html', 'media/film.MP4', 'media/strange.xyz'].map((name) => `${key}${name}`),
  );
  const type = async (name: string) => {
    const file = (await portal.base.providers.files.open(key + name))!;
    file.bytes.destroy();
    return file.type;
  };
  expect([await type('media/film.MP4'), await type('media/strange.xyz')]).toEqual([
    'video/mp4',
    'application/octet-stream',
  ]);
  // the clean-up that was put down beforehand leaves alone what came to be
  await portal.runJobs();
  expect(await stored()).toHaveLength(4);
});

test('a package whose files are all in one folder is the same package', async () => {
  const { upload, stored } = await packageWorld();
  const bytes = makeZip([
    { name: 'course/imsmanifest.xml', bytes: manifestXml() },
    { name: 'course/index.html', bytes: 'x' },
  ]);
  const { body } = await upload(bytes);
  expect((await stored()).map((file) => file.key.split(`${body.data.id}/`)[1])).toEqual([
    'imsmanifest.xml',
    'index.html',
  ]);
});

test.each([
  ['no zip file', Buffer.from('hello'), 400, 'unreadable-package'],
  ['no manifest', makeZip([{ name: 'index.html', bytes: 'x' }]), 400, 'no-manifest'],
  [
    'a manifest in one of two folders',
    makeZip([
      { name: 'a/imsmanifest.xml', bytes: manifestXml() },
      { name: 'b/x', bytes: 'x' },
    ]),
    400,
    'no-manifest',
  ],
  ['a course of cmi5', makeZip([{ name: 'cmi5.xml', bytes: '<courseStructure/>' }]), 400, 'unknown-standard'],
  [
    'a climbing path',
    makePackage({}, [{ name: '../../../../tmp/evil.html', bytes: 'x' }]),
    400,
    'unsafe-package',
  ],
  ['a bomb', makePackage({}, [{ name: 'bomb.txt', bytes: Buffer.alloc(8_000_000) }]), 400, 'unsafe-package'],
  [
    'too many files',
    makeZip(Array.from({ length: 5001 }, (_, i) => ({ name: `${i}`, bytes: '' }))),
    413,
    'package-too-large',
  ],
] as const)('%s is refused, and nothing of it is kept', async (_name, bytes, status, code) => {
  const { upload, stored, load } = await packageWorld();
  const answer = await upload(bytes);
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code });
  expect(await stored()).toEqual([]);
  expect(
    Object.values((await load()).catalogMap).filter((one) => (one as { kind: string }).kind === 'own'),
  ).toEqual([]);
});

test('when the store fails midway, what was stored is removed again', async () => {
  const { upload, stored, portal } = await packageWorld();
  const { files } = portal.base.providers;
  const put = files.put;
  files.put = (key, bytes, type) =>
    key.endsWith('/fails.txt') ? Promise.reject(new Error('disk full')) : put(key, bytes, type);
  const many = Array.from({ length: 10 }, (_, i) => ({ name: `${i}.txt`, bytes: 'x' }));
  const answer = await upload(makePackage({}, [...many, { name: 'fails.txt', bytes: 'x' }]));
  expect(answer.status).toBe(500);
  expect(await stored()).toEqual([]);
});

test('when the program dies midway, the job that was put down removes what nobody names', async () => {
  const { upload, stored, portal, ada } = await packageWorld();
  await upload();
  await portal.base.forOrg(ada.orgId).inOrg((db) => db.deleteFrom('trainingPackage').execute());
  expect(await stored()).not.toEqual([]);
  await portal.runJobs();
  expect(await stored()).toEqual([]);
});

describe('what one organisation may bring', () => {
  test('is so many packages; one that was taken away makes room', async () => {
    const { upload, scope, ada, stored } = await packageWorld();
    const first = (await upload()).body.data.id as string;
    await scope.inOrg((db) =>
      db
        .updateTable('trainingPackage')
        .set({ bytes: 2_000_000_000 - 100 })
        .execute(),
    );
    const refused = await upload();
    expect(refused.body.error).toMatchObject({ code: 'too-many-packages' });
    expect(refused.status).toBe(403);
    expect(await stored()).toHaveLength(2);
    expect((await ada.post('/training/removePackage', { course: first })).status).toBe(200);
    expect((await upload()).status).toBe(200);
  });
});

test('an administrator names a course and says how long it takes; nobody of another organisation does', async () => {
  const { upload, ada, portal, load } = await packageWorld();
  const { id } = (await upload()).body.data;
  expect(
    (
      await ada.post('/training/editPackage', {
        course: id,
        title: ' Parcels\u202e at\nthe gate ',
        minutes: 12,
      })
    ).status,
  ).toBe(200);
  expect((await load()).catalogMap[id]).toMatchObject({ title: 'Parcels at the gate', minutes: 12 });
  const mallory = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  for (const call of ['editPackage', 'removePackage'])
    expect(
      (await mallory.post(`/training/${call}`, { course: id, title: 'Mine', minutes: 1 })).body.error.code,
    ).toBe('no-such-course');
});

test('a course that is taken away takes its files and what nobody began along; what was begun stays on record', async () => {
  const { give, save, ada, portal, stored, enrolment, open } = await packageWorld();
  const begun = await give();
  await save(begun, 'i1', { cmi: { core: { lesson_status: 'passed', score: { raw: '90' } } } });
  const untouched = await give();
  for (const course of [begun, untouched])
    expect((await ada.post('/training/removePackage', { course })).status).toBe(200);
  expect(await enrolment(begun)).toMatchObject({
    status: 'finished',
    bestScore: 90,
    active: false,
    assigned: false,
  });
  expect(await enrolment(untouched)).toBeUndefined();
  expect((await open(begun)).body.error.code).toBe('no-such-course');
  await portal.runJobs();
  expect(await stored()).toEqual([]);
  expect((await ada.post('/training/removePackage', { course: begun })).body.error.code).toBe(
    'no-such-course',
  );
});

test('a reset takes the files of every course along', async () => {
  const { upload, ada, portal, stored } = await packageWorld();
  await upload();
  await upload();
  expect((await ada.post('/reset/training', { orgId: ada.orgId })).status).toBe(200);
  await portal.runJobs();
  expect(await stored()).toEqual([]);
});

test('texts of a manifest that are cut in the middle of a character are kept without its half', async () => {
  const { upload, scope } = await packageWorld();
  const long = (most: number) => `${'a'.repeat(most - 1)}😀`;
  const items = `<item identifier="${long(200)}" identifierref="r1" parameters="${long(999)}"><title>${long(200)}</title><adlcp:datafromlms>${long(4096)}</adlcp:datafromlms></item>`;
  const { status, body } = await upload(makePackage({ items, title: long(200) }));
  expect([status, body.data?.title]).toEqual([200, 'a'.repeat(199)]);
  const row = await scope.inOrg((db) =>
    db.selectFrom('trainingPackage').select('parts').executeTakeFirstOrThrow(),
  );
  expect(row.parts).toMatchObject([
    { id: 'a'.repeat(199), title: 'a'.repeat(199), launchData: 'a'.repeat(4095) },
  ]);
});

test('a course has a name that can be read', async () => {
  const { give, ada, upload } = await packageWorld();
  expect((await upload(makePackage({ title: '&#x200b;' }))).body.data.title).toBe('parcels');
  const course = await give();
  for (const title of ['\u202e', '\u200b', '…']) {
    const { status, body } = await ada.post('/training/editPackage', { course, title, minutes: 5 });
    expect([title, status, body.error?.fields?.[0]?.field]).toEqual([title, 400, 'title']);
  }
});
