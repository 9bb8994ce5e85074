import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { policiesWorld } from '../testing/policies.ts';

const paragraph = `<p>${'Keys stay in the safe overnight and no one takes one home. '.repeat(40)}</p>`;
const longText = (letters: number): string => paragraph.repeat(Math.floor(letters / paragraph.length));

async function longPolicy(letters: number) {
  const world = await policiesWorld();
  const { ada, portal, save } = world;
  /** Saves a draft of its own name and returns how to download it. */
  const draft = async (name: string) => {
    const saved = await save(ada, { custom: true, name, customPolicy: longText(letters) });
    expect(saved.status).toBe(200);
    return () => ada.get(`/policy/policyDownload/${saved.body.data.id};1/x.pdf`);
  };
  const bob = await portal.member('bob@elsewhere-tools.com', 'Elsewhere Tools');
  return { ...world, bob, draft, file: await draft('Keys') };
}

test('drawing a long policy leaves the thread that answers requests free', async () => {
  const { file } = await longPolicy(200_000);
  const before = performance.eventLoopUtilization();
  expect((await file()).status).toBe(200);
  // drawn in the same thread, this is close to 1
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
});

test('an organization that downloads many long drafts at once is slowed down alone', async () => {
  const { bob, draft } = await longPolicy(60_000);
  const files = [];
  for (let n = 0; n < 8; n++) files.push(await draft(`Keys ${n}`));
  let pending = files.length;
  const flood = files.map(async (file) => {
    const { status, body } = await file();
    pending -= 1;
    return `${status} ${body.error?.code ?? 'drawn'}`;
  });
  expect((await bob.get('/policy/policyDownload/backup;1/x.pdf')).status).toBe(200);
  expect(pending).toBeGreaterThan(0);
  expect(await Promise.all(flood)).toEqual(files.map(() => '200 drawn'));
});

test('twenty downloads of an approved version at different times draw it once', async () => {
  const { ada, portal, save, list } = await longPolicy(2_000);
  const saved = await save(ada, {
    custom: true,
    name: 'Locks',
    customPolicy: longText(20_000),
    status: 'Active',
  });
  expect(saved.status, (await list()).join()).toBe(200);
  const download = async () => {
    portal.clock.advance(1);
    return ada.get(`/policy/policyDownload/${saved.body.data.id};1/x.pdf`);
  };
  const first = await download();
  await portal.database.global
    .insertInto('rateWindow')
    .values({
      key: `drawing:${ada.orgId}`,
      used: 30,
      endsAt: new Date(portal.clock.now().getTime() + 60_000),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ used: 30 }))
    .execute();
  // no drawing time is left, so these come from the cache
  const others = await Promise.all(Array.from({ length: 19 }, download));
  expect(
    others.map(({ status, body }) => status === 200 && (body as Buffer).equals(first.body as Buffer)),
  ).toEqual(others.map(() => true));
});

test('an organization that used up its drawing time is refused until the minute is over', async () => {
  const { portal, ada, bob, file } = await longPolicy(2_000);
  await portal.database.global
    .insertInto('rateWindow')
    .values({
      key: `drawing:${ada.orgId}`,
      used: 30,
      endsAt: new Date(portal.clock.now().getTime() + 40_000),
    })
    .execute();
  const refused = await file();
  expect([refused.status, refused.body.error.code, String(refused.headers['retry-after'])]).toEqual([
    429,
    'too-many-requests',
    '40',
  ]);
  expect((await bob.get('/policy/policyDownload/backup;1/x.pdf')).status).toBe(200);
  portal.clock.advance(41);
  expect((await file()).status).toBe(200);
});
