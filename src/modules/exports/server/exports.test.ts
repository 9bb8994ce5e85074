import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { poolTokens } from '#app/testing/closing.ts';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { makeExport } from './exports.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;

const ask = async (portal: TestPortal, who: Member) =>
  who.post('/organization/makeExport', await poolTokens(portal, who.email));
const listOf = async (who: Pick<Member, 'get'>) =>
  (await who.get('/organization/exports')).body.data as { id: string; state: string; percent: number }[];
const run = { id: '', attempt: 0, lastAttempt: false, signal: new AbortController().signal };

test('an export takes a password given for it, is made in the background, and every administrator hears when it is ready', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const asked = await ask(portal, ada);
  expect(asked.body.data).toMatchObject({
    state: 'waiting',
    askedBy: 'Ada Vance',
    name: 'Acme Widgets Inc export 2026-03-02.zip',
    bytes: null,
  });
  expect(await ask(portal, ada)).toMatchObject({ status: 409, body: { error: { code: 'export-running' } } });
  await portal.runJobs();
  expect(await listOf(ada)).toMatchObject([
    { state: 'ready', percent: 100, expiresAt: '2026-03-09T17:00:00.000Z' },
  ]);
  expect((await portal.mailbox.list({ to: ada.email })).map(({ subject }) => subject)).toContain(
    'Your Cyber Safety export is ready',
  );
  expect(JSON.stringify((await ada.get('/audit/entries')).body.data)).toContain(
    'Asked for an export of everything',
  );
});

test('tokens of somebody else or of an old sign-in start no export, and a support session neither makes nor downloads one', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const eve = await portal.member('eve@elsewhere-tools.com');
  const foreign = await eve.post('/organization/makeExport', await poolTokens(portal, ada.email));
  expect(foreign).toMatchObject({ status: 403, body: { error: { code: 'invalid-token' } } });
  const id = (await ask(portal, ada)).body.data.id as string;
  await portal.runJobs();
  const tokens = await poolTokens(portal, ada.email);
  const helper = await portal.support(ada);
  expect((await helper.post('/organization/makeExport', tokens)).body.error.code).toBe(
    'not-in-support-session',
  );
  expect((await helper.get(`/organization/export/${id}/x.zip`)).body.error.code).toBe(
    'not-in-support-session',
  );
  // the call that hands out other files knows nothing of it
  for (const filePath of [
    `exports/${ada.orgId}/${id}.zip`,
    `../exports/${ada.orgId}/${id}.zip`,
    `organizations/${ada.orgId}/exports/${id}.zip`,
  ])
    expect(
      (await helper.get(`/s3/getPrivateAsset?filePath=${encodeURIComponent(filePath)}`)).status,
    ).not.toBe(200);
  expect((await eve.get(`/organization/export/${id}/x.zip`)).status).toBe(404);
});

test('five exports a day are made; a refused one is not counted', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  for (let n = 0; n < 5; n += 1) {
    expect((await ask(portal, ada)).status).toBe(200);
    expect((await ask(portal, ada)).status).toBe(n === 4 ? 429 : 409);
    await portal.runJobs();
  }
  expect(await ask(portal, ada)).toMatchObject({
    status: 429,
    body: { error: { code: 'too-many-exports' } },
  });
  portal.clock.advance(86_401);
  expect(
    (await ask(portal, await portal.signIn(ada.email).then((again) => ({ ...again, orgId: ada.orgId }))))
      .status,
  ).toBe(200);
});

test('an export that fails is tried again and given up at last, and another can be asked for', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const { id } = (await ask(portal, ada)).body.data as { id: string };
  await portal.dropQueued();
  const { put } = portal.base.providers.files;
  portal.base.providers.files.put = () => Promise.reject(new Error('no room'));
  const once = (lastAttempt: boolean) =>
    makeExport(portal.base, { orgId: ada.orgId, id }, { ...run, lastAttempt });
  await expect(once(false)).rejects.toThrow('no room');
  expect((await listOf(ada))[0]!.state).toBe('running');
  await expect(once(true)).rejects.toThrow('no room');
  expect((await listOf(ada))[0]!.state).toBe('failed');
  portal.base.providers.files.put = put;
  // one that was given up is not made after all
  await once(false);
  expect((await listOf(ada))[0]!.state).toBe('failed');
  expect((await ask(portal, ada)).status).toBe(200);
});

test('after seven days an export cannot be downloaded, and the nightly job removes its file and its row', async () => {
  const { applyRetention } = await import('#app/database/retention.ts');
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const { id } = (await ask(portal, ada)).body.data as { id: string };
  await portal.runJobs();
  const stored = () => portal.base.providers.files.list('exports/');
  portal.clock.advance(7 * 86_400 - 60);
  const again = await portal.signIn(ada.email);
  expect((await again.get(`/organization/export/${id}/x.zip`)).status).toBe(200);
  portal.clock.advance(61);
  expect((await again.get(`/organization/export/${id}/x.zip`)).body.error.code).toBe('no-such-export');
  expect((await listOf(again))[0]!.state).toBe('expired');
  expect(await stored()).toHaveLength(1);
  await applyRetention(portal.base);
  expect([await stored(), await listOf(again)]).toEqual([[], []]);
});

test('a file that fails half-way fails the export, leaves no file behind, and the next try is whole', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const { files } = portal.base.providers;
  await files.put(`organizations/${ada.orgId}/plan.pdf`, Buffer.from('%PDF'), 'application/pdf');
  const { id } = (await ask(portal, ada)).body.data as { id: string };
  const open = vi.spyOn(files, 'open').mockImplementationOnce(async (key) => {
    async function* half() {
      yield Buffer.from('%P');
      throw new Error('The disk is gone.');
    }
    return {
      key,
      size: 4,
      type: 'application/pdf',
      modifiedAt: portal.clock.now(),
      bytes: Readable.from(half()),
    };
  });
  const makeIt = (lastAttempt: boolean) =>
    makeExport(portal.base, { orgId: ada.orgId, id }, { ...run, lastAttempt });
  await expect(makeIt(true)).rejects.toMatchObject({
    message: 'The file could not be written.',
    cause: { message: 'The disk is gone.' },
  });
  open.mockRestore();
  expect(await listOf(ada)).toMatchObject([{ state: 'failed' }]);
  expect(await files.list('exports/')).toEqual([]);
  // one that failed for good lets another be asked for
  expect((await ask(portal, ada)).status).toBe(200);
  await portal.runJobs();
  expect((await listOf(ada)).map(({ state }) => state).toSorted()).toEqual(['failed', 'ready']);
});
