import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { applyRetention } from '#app/database/retention.ts';
import { testPortal } from '#app/testing/portal.ts';
import { takesIdempotencyKey } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { once } from '#platform/server/http/idempotency.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { bodies } from './callBodies.ts';
import { bodiesFor } from './hostile/hostileBodies.ts';
import { addressOf, calls, openWorld, rowsOf, type Call, type Person } from './world.ts';

const taking = calls.filter(takesIdempotencyKey);
/** Calls after which the caller can do less than before: they come last. */
const ending = /^(reset|cancelSubscription|updatePlan|subscribePlan|removeUser|setSecondFactorPolicy|delete)/;
const order = [
  ...taking.filter(({ name }) => !ending.test(name)),
  ...taking.filter(({ name }) => ending.test(name)),
];

const make = (person: Person, call: Call, body: object, key: string) =>
  person.post(addressOf(call, body as Record<string, unknown>), body, { 'idempotency-key': key });

/** The id under which a refusal is found in the log is of the request alone. */
const withoutRequestId = (body: any) =>
  body.error ? { ...body, error: { ...body.error, requestId: null } } : body;

async function rowsOfCall(world: Awaited<ReturnType<typeof openWorld>>) {
  const rows = await rowsOf(world.portal.database, world.owner.orgId);
  delete rows.idempotencyKey;
  return rows;
}

test('every call that changes an organization, sent again with its key, gives the same answer and changes nothing more', async () => {
  const world = await openWorld();
  const { owner, ids } = world;
  const replayed: string[] = [];
  for (const call of order) {
    const known = bodies[call.name];
    const good = typeof known === 'function' ? [known(ids)] : [];
    // bodies of all kinds: what is refused repeats its refusal
    const others = fc.sample(bodiesFor(call, undefined, Object.values(ids)), {
      numRuns: 2,
      seed: 20_261_126,
    });
    for (const body of [
      ...good,
      ...others.filter((one): one is object => typeof one === 'object' && one !== null),
    ]) {
      const key = randomUUID();
      const first = await make(owner, call, body, key);
      const isFree =
        first.status === 400 || first.status === 404 || first.status === 413 || first.status >= 429;
      if (isFree && first.body.error?.code !== 'not-found') continue;
      const after = await rowsOfCall(world);
      const again = await make(owner, call, body, key);
      const named = `${call.name} ${JSON.stringify(body).slice(0, 300)}`;
      expect(
        {
          status: again.status,
          body: withoutRequestId(again.body),
          replayed: again.headers['idempotency-replayed'],
        },
        named,
      ).toEqual({
        status: first.status,
        body: withoutRequestId(first.body),
        replayed: first.status === 200 ? 'true' : again.headers['idempotency-replayed'],
      });
      expect(await rowsOfCall(world), named).toEqual(after);
      if (first.status === 200) replayed.push(call.name);
    }
  }
  // not all bodies made up by chance are good ones; most calls were carried out nevertheless
  expect(new Set(replayed).size).toBeGreaterThan(taking.length / 2);
});

test('a key belongs to one body, one call and one caller', async () => {
  const { portal, owner, other, ids } = await openWorld();
  const call = calls.find(({ name }) => name === 'editTarget')!;
  const key = randomUUID();
  expect((await make(owner, call, { zeguroTargetId: ids.targetId, appName: 'First' }, key)).status).toBe(200);
  const changed = await make(owner, call, { zeguroTargetId: ids.targetId, appName: 'Second' }, key);
  expect({ status: changed.status, code: changed.body.error.code }).toEqual({
    status: 422,
    code: 'idempotency-key-reused',
  });
  // nothing was given again
  expect(changed.headers['idempotency-replayed']).toBeUndefined();
  // the order of names in a body says nothing, quotes around the key neither
  expect(
    (await make(owner, call, { appName: 'First', zeguroTargetId: ids.targetId }, `"${key}"`)).headers[
      'idempotency-replayed'
    ],
  ).toBe('true');
  const elsewhere = await make(
    owner,
    calls.find(({ name }) => name === 'syncScans')!,
    { targetId: ids.targetId },
    key,
  );
  expect(elsewhere.headers['idempotency-replayed']).toBeUndefined();
  const stranger = await make(other, call, { zeguroTargetId: ids.targetId, appName: 'First' }, key);
  expect(stranger.status).toBe(404);
  const support = await portal.support(owner);
  const helped = await make(
    support as unknown as Person,
    call,
    { zeguroTargetId: ids.targetId, appName: 'Third' },
    key,
  );
  expect(helped.status, JSON.stringify(helped.body)).not.toBe(422);
});

/** One organization, and the work of a call that the test itself carries out with a key. */
async function openOnce() {
  const portal = await testPortal();
  const { orgId, cognitoId, email } = await portal.member();
  const session = await portal.database.global
    .selectFrom('appSession')
    .selectAll()
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirstOrThrow();
  const ctx = {
    ...portal.base.forOrg(orgId),
    session: { ...session, cognitoId, email, supportStaff: null },
  } as unknown as OrgCtx;
  const rename = (name: string) => (within: OrgCtx) =>
    within.inOrg(
      async (db) => void (await db.updateTable('organization').set({ companyName: name }).execute()),
    );
  const nameNow = () =>
    ctx.inOrg(
      async (db) =>
        (await db.selectFrom('organization').select('companyName').executeTakeFirstOrThrow()).companyName,
    );
  const ask = (work: (within: OrgCtx) => Promise<string>, body: unknown = {}) =>
    once(
      ctx,
      { call: 'try', key: 'one', body, refusals: { declared: 409, later: 429 } },
      work,
      () => {},
    ).then(
      (text) => text,
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  const keysLeft = () =>
    ctx.inOrg(
      async (db) =>
        (
          await db
            .selectFrom('idempotencyKey')
            .select(sql<number>`count(*)`.as('n'))
            .executeTakeFirstOrThrow()
        ).n,
    );
  return { portal, ctx, ask, rename, nameNow, keysLeft };
}

test('of many that come at once with one key, one is carried out, and the others are asked to come again', async () => {
  const { ask } = await openOnce();
  let runs = 0;
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const first = ask(async () => {
    runs++;
    await held;
    return 'done';
  });
  await expect.poll(() => runs).toBe(1);
  const others = await Promise.all(Array.from({ length: 20 }, () => ask(async () => `run ${++runs}`)));
  expect(new Set(others)).toEqual(new Set(['idempotency-key-in-use']));
  finish();
  expect(await first).toBe('done');
  expect(await ask(async () => `run ${++runs}`)).toBe('done');
  expect(runs).toBe(1);
});

test('what failed before it changed anything can be sent again with its key', async () => {
  const { ask, rename, nameNow } = await openOnce();
  const rolledBack = async (within: OrgCtx) =>
    within.inOrg(async (db) => {
      await db.updateTable('organization').set({ companyName: 'Half' }).execute();
      throw new Error('no luck');
    });
  expect(await ask(rolledBack)).toBe('Error: no luck');
  expect(await ask(async () => Promise.reject(new Refusal('later')))).toBe('later');
  expect(
    await ask(async (within) => {
      await rename('Whole')(within);
      return 'done';
    }),
  ).toBe('done');
  expect(await nameNow()).toBe('Whole');
});

test('a refusal that the call declares is its answer, also when it would go well by now', async () => {
  const { ask } = await openOnce();
  expect(await ask(async () => Promise.reject(new Refusal('declared')))).toBe('declared');
  expect(await ask(async () => 'done')).toBe('declared');
});

test('what was cut short after a change is never carried out twice', async () => {
  const { portal, ctx, ask, rename, nameNow } = await openOnce();
  const failing = async (within: OrgCtx) => {
    await rename('Once')(within);
    throw new Error('cut short');
  };
  expect(await ask(failing)).toBe('Error: cut short');
  expect(await ask(async (within) => rename('Twice')(within).then(() => 'done'))).toBe(
    'idempotency-outcome-unknown',
  );
  expect(await nameNow()).toBe('Once');
  // a server that was killed says nothing; its hold on the key runs out, and what it committed still counts
  await ctx.inOrg((db) =>
    sql`update idempotency_key set held_until = ${new Date(portal.clock.now().getTime() + 60_000)}`.execute(
      db,
    ),
  );
  expect(await ask(async () => 'done')).toBe('idempotency-key-in-use');
  portal.clock.advance(61);
  expect(await ask(async () => 'done')).toBe('idempotency-outcome-unknown');
  await ctx.inOrg((db) => sql`update idempotency_key set effects = 0`.execute(db));
  expect(await ask(async () => 'done')).toBe('done');
});

test('a key is new again after a day, and nothing of it is left', async () => {
  const { portal, ask, keysLeft } = await openOnce();
  expect(await ask(async () => 'first')).toBe('first');
  portal.clock.advance(24 * 3600 - 1);
  expect(await ask(async () => 'second')).toBe('first');
  portal.clock.advance(1);
  expect(await ask(async () => 'second', { another: 'body' })).toBe('second');
  portal.clock.advance(24 * 3600 + 1);
  await applyRetention(portal.base);
  expect(await keysLeft()).toBe(0);
});

test('an answer of which too much would have to be kept is not given again, nor carried out again', async () => {
  const { ask } = await openOnce();
  expect(await ask(async () => 'x'.repeat(70_000))).toHaveLength(70_000);
  expect(await ask(async () => 'done')).toBe('idempotency-outcome-unknown');
});

test('a header that cannot be a key is refused, and so is one for a call that takes none', async () => {
  const { owner, ids } = await openWorld();
  const call = calls.find(({ name }) => name === 'editTarget')!;
  const body = { zeguroTargetId: ids.targetId, appName: 'First' };
  for (const key of ['', 'x'.repeat(256), 'schön'])
    expect((await make(owner, call, body, key)).body.error?.fields?.[0]?.field, JSON.stringify(key)).toBe(
      'Idempotency-Key',
    );
  const none = calls.filter(
    (one) => one.method === 'POST' && one.access === 'org' && !takesIdempotencyKey(one),
  );
  expect(none.length).toBeGreaterThan(2);
  for (const one of none) {
    if (one.upload) continue;
    const answer = await make(owner, one, {}, randomUUID());
    expect(answer.status, one.name).toBe(400);
  }
});
