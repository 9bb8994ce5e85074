import { describe, expect, test } from 'vitest';
import { linksWorld } from '../testing/links.ts';
import { isBusinessDay } from '#platform/businessDays.ts';
import { dueStage, remindOfSignaturesJob } from './reminders.ts';

describe('which reminder is due', () => {
  // asked on Monday, March 2nd, 9:00 in Pacific time
  const asked = new Date('2026-03-02T17:00:00Z');
  test.each([
    ['2026-03-04T23:00:00Z', 0],
    ['2026-03-05T08:00:00Z', 3],
    ['2026-03-08T23:00:00Z', 3],
    ['2026-03-09T17:00:00Z', 7],
    ['2026-03-16T06:59:00Z', 7],
    ['2026-03-16T07:00:00Z', 14],
    ['2026-03-29T20:00:00Z', 14],
    ['2026-03-30T20:00:00Z', 0],
  ])('at %s: that of day %i', (at, stage) => {
    expect(dueStage(asked, new Date(at))).toBe(stage);
  });

  test.each([
    ['2026-03-06T20:00:00Z', true],
    ['2026-03-07T07:59:00Z', true],
    ['2026-03-07T08:01:00Z', false],
    ['2026-03-08T20:00:00Z', false],
    ['2026-03-09T06:59:00Z', false],
    ['2026-03-09T16:00:00Z', true],
  ])('%s is a business day: %s', (at, yes) => {
    expect(isBusinessDay(new Date(at))).toBe(yes);
  });
});

async function askedOn(start: string) {
  const world = await linksWorld({ start });
  await world.approve('backup');
  await world.add('Dee Fox', 'Gil Ode');
  await world.ask('backup');
  const { portal } = world;
  await portal.runJobs();
  const run = { id: 'job', attempt: 0, lastAttempt: true, signal: new AbortController().signal };
  /** The job of that moment; answers how many mails each of the two has got by then. */
  const at = async (moment: string) => {
    portal.clock.set(moment);
    await remindOfSignaturesJob.run(portal.base, {}, run);
    return world.mailCounts('dee.fox', 'gil.ode');
  };
  return { ...world, at };
}

describe('reminders', () => {
  test('are sent on days 3, 7 and 14, each once, and stop with the signature', async () => {
    const { at, sign, signingToken } = await askedOn('2026-03-02T16:59:00Z');
    expect(await at('2026-03-04T20:00:00Z')).toEqual([1, 1]);
    expect(await at('2026-03-05T16:37:00Z')).toEqual([2, 2]);
    expect(await at('2026-03-05T17:37:00Z')).toEqual([2, 2]);
    expect(await at('2026-03-06T17:37:00Z')).toEqual([2, 2]);
    await sign(await signingToken('dee.fox@acme-widgets.com'), 'backup');
    expect(await at('2026-03-09T17:37:00Z')).toEqual([2, 3]);
    expect(await at('2026-03-16T17:37:00Z')).toEqual([2, 4]);
    expect(await at('2026-03-17T17:37:00Z')).toEqual([2, 4]);
    expect(await at('2026-03-31T17:37:00Z')).toEqual([2, 4]);
  });

  test('wait for Monday, and for a day with a worker; a late one takes the place of those before it', async () => {
    // a Wednesday: day 3 is a Saturday
    const { at } = await askedOn('2026-03-04T18:00:00Z');
    expect(await at('2026-03-07T20:00:00Z')).toEqual([1, 1]);
    expect(await at('2026-03-08T20:00:00Z')).toEqual([1, 1]);
    expect(await at('2026-03-09T16:37:00Z')).toEqual([2, 2]);
    expect(await at('2026-03-19T16:37:00Z')).toEqual([3, 3]);
    expect(await at('2026-03-20T16:37:00Z')).toEqual([3, 3]);
  });

  test('stop for whoever has left, and one by hand stands in for the one that is due', async () => {
    const { at, portal, ada, memberId } = await askedOn('2026-03-02T16:59:00Z');
    const id = await memberId('Dee');
    expect((await ada.post('/policy/removeSigner', { memberId: id })).status).toBe(200);
    portal.clock.set('2026-03-05T15:00:00Z');
    const inside = await portal.signIn('ada@acme-widgets.com');
    expect((await inside.post('/policy/remindSigners')).body.data).toEqual({ mailed: 1, skipped: 0 });
    expect(await at('2026-03-05T16:37:00Z')).toEqual([1, 2]);
    expect(await at('2026-03-09T16:37:00Z')).toEqual([1, 3]);
  });

  test('begin anew with a material version, and ask whoever joined meanwhile', async () => {
    const { at, portal, save, mailsTo, load } = await askedOn('2026-03-02T16:59:00Z');
    expect(await at('2026-03-05T16:37:00Z')).toEqual([2, 2]);
    const inside = await portal.signIn('ada@acme-widgets.com');
    const { etag } = (await load(inside, 'backup')).data;
    const made = await save(inside, {
      id: 'backup',
      etag,
      status: 'Active',
      material: true,
      customValues: { rtoHours: 3 },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(await at('2026-03-06T16:37:00Z')).toEqual([3, 3]);
    expect(await at('2026-03-09T16:37:00Z')).toEqual([4, 4]);
    await (
      await portal.signIn('ada@acme-widgets.com')
    ).post('/policy/addSigners', { people: [{ name: 'Hal', email: 'hal@acme-widgets.com' }] });
    expect(await mailsTo('hal@acme-widgets.com')).toEqual([]);
    await at('2026-03-10T16:37:00Z');
    expect((await mailsTo('hal@acme-widgets.com')).map(({ subject }) => subject)).toEqual([
      'Security policies to read and sign',
    ]);
  });

  test('are sent by nobody whose module is closed', async () => {
    const { at, portal, ada } = await askedOn('2026-03-02T16:59:00Z');
    await portal.database.inOrg(ada.orgId, (db) =>
      db
        .updateTable('organization')
        .set({ expirationDate: new Date('2026-03-03T12:00:00Z') })
        .execute(),
    );
    expect(await at('2026-03-05T16:37:00Z')).toEqual([1, 1]);
  });
});
