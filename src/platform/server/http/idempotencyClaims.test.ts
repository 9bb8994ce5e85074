import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import type { OrgCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { once } from './idempotency.ts';
import { claimKey, noteEffect, saveAnswer, selectKey, type Claim } from './idempotency.store.ts';
import { programNumber, showLife } from '../process/livingPrograms.ts';

async function openOrganization() {
  const { database, connections } = await openTestDatabase();
  const orgId = randomUUID();
  const now = new Date();
  await database.inOrg(orgId, (db) =>
    db
      .insertInto('organization')
      .values({
        orgId,
        companyName: 'Quillfeather Mills',
        numberOfEmployees: '0-10',
        industry: 'IT',
        channelId: 'default',
        planId: 'free',
        subscriptionStatus: 'ACTIVE',
        signUpDate: now,
        createdAt: now,
        updatedAt: now,
      })
      .execute(),
  );
  return { database, connections, orgId };
}

const claimOf = (orgId: string): Claim => ({
  orgId,
  caller: 'ada',
  call: 'addWebsite',
  key: 'key-1',
  claim: randomUUID(),
});

const take = (database: Database, mine: Claim, program: number | null) => {
  const now = new Date();
  const times = {
    now,
    before: new Date(now.getTime() - 86_400_000),
    heldUntil: new Date(now.getTime() + 60_000),
  };
  return database.inOrg(mine.orgId, (db) => claimKey(db, mine, { fingerprint: 'same', ...times, program }));
};

test('a key in the hands of a program is free as soon as the program has ended, and not before', async () => {
  const { database, connections, orgId } = await openOrganization();
  const program = new pg.Client(connections.direct);
  await program.connect();
  await program.query(showLife);
  expect(await take(database, claimOf(orgId), programNumber)).toBe(true);
  expect(await take(database, claimOf(orgId), null)).toBe(false);
  await program.end();
  await vi.waitFor(async () => expect(await take(database, claimOf(orgId), null)).toBe(true), {
    timeout: 5000,
    interval: 20,
  });
});

test('a request whose key went to another one commits nothing and answers nothing', async () => {
  const { database, orgId } = await openOrganization();
  const [first, second] = [claimOf(orgId), claimOf(orgId)];
  const ended = 1;
  expect(await take(database, first, ended)).toBe(true);
  expect(await take(database, second, null)).toBe(true);
  const work = database.inOrg(orgId, async (db) => {
    await db.updateTable('organization').set({ companyName: 'Harbor Lamps' }).execute();
    if (!(await noteEffect(db, first))) throw new Error('in other hands');
  });
  await expect(work).rejects.toThrow('in other hands');
  await database.inOrg(orgId, (db) => saveAnswer(db, first, 'sealed', new Date()));
  expect(await database.inOrg(orgId, (db) => selectKey(db, second, new Date()))).toMatchObject({
    answeredAt: null,
  });
});

test.each(['the claim', 'the work'])(
  'a key is free again when the database went away during %s',
  async (during) => {
    const { database, orgId } = await openOrganization();
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
    let calls = 0;
    const ctx = {
      orgId,
      session: { cognitoId: 'ada', supportStaff: null },
      now: () => new Date(),
      aliveAs: () => null,
      log: { warn: () => {} },
      inOrg: async (work: Parameters<Database['inOrg']>[1]) => {
        calls++;
        // committed, and then the answer is lost; the next attempt does not get through either
        if (calls === 1 && during === 'the claim') await database.inOrg(orgId, work);
        if (calls <= 2 && (during === 'the claim' || calls === 2)) throw away;
        return database.inOrg(orgId, work);
      },
    } as unknown as OrgCtx;
    const asked = { call: 'addWebsite', key: 'key-1', body: {}, refusals: {} };
    await expect(
      once(
        ctx,
        asked,
        (within) => within.inOrg(async () => 'done'),
        () => {},
      ),
    ).rejects.toBe(away);
    const keys = () => database.inOrg(orgId, (db) => db.selectFrom('idempotencyKey').select('key').execute());
    await vi.waitFor(async () => expect(await keys()).toEqual([]), { timeout: 5000, interval: 20 });
  },
);
