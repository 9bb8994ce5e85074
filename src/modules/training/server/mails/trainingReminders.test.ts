import { describe, expect, test } from 'vitest';
import { courseOf, learnWorld } from '../testing/learnWorld.ts';
import { usePlan, proveDomain } from '../testing/trainingWorld.ts';

const dayMs = 86_400_000;
type World = Awaited<ReturnType<typeof learnWorld>>;

const setSettings = async (world: World, given: object) => {
  const settings = {
    calendar: 'together',
    startMonth: '2026-07-01',
    passMark: null,
    remind: true,
    digest: false,
    ...given,
  };
  const { status, body } = await world.ada.post('/training/saveTrainingSettings', settings);
  expect([status, body.error]).toEqual([200, undefined]);
};

/** Lets days go by with reminders each morning; gives the days on which each person was mailed, as `07-06`. */
async function mailDays(
  world: World,
  until: string,
  who: readonly string[],
  onDay: Record<string, () => Promise<unknown>> = {},
) {
  const end = new Date(`${until}T17:00:00Z`).getTime();
  const days = new Map(who.map((name) => [name, [] as string[]]));
  const counts = new Map(who.map((name) => [name, 0]));
  for (let at = world.portal.clock.now().getTime(); at <= end; at += dayMs) {
    world.portal.clock.set(new Date(at));
    const day = new Date(at).toISOString().slice(5, 10);
    await onDay[day]?.();
    await world.remind();
    // later runs of the same day add nothing
    await world.remind();
    for (const name of who) {
      const [count] = (await world.mailCounts(name)) as [number];
      if (count > counts.get(name)!)
        days.get(name)!.push(count === counts.get(name)! + 1 ? day : `${day} twice`);
      counts.set(name, count);
    }
  }
  return Object.fromEntries(days);
}

const archived = (world: World, id: string) =>
  world.scope.inOrg(async (db) => {
    await db
      .updateTable('trainee')
      .set({ archivedAt: world.portal.clock.now() })
      .where('memberId', '=', id)
      .execute();
    await db.updateTable('enrolment').set({ active: false }).where('memberId', '=', id).execute();
  });

describe('reminders', () => {
  test('come on the day of unlocking and 7, 14 and 28 days after it, on business days, all in one mail', async () => {
    const world = await learnWorld({ start: '2026-07-06T17:00:00Z' });
    const [, ben, cy] = (await world.add(['Ann', 'Ben', 'Cy'])) as [string, string, string];
    await setSettings(world, {});
    const days = await mailDays(world, '2026-09-01', ['ann', 'ben', 'cy'], {
      '07-07': async () => {
        await world.finish(ben, courseOf(1).id);
        await archived(world, cy);
      },
    });
    // August 1, 8, 15 and 29 are Saturdays; on August 3 the fourth week of one course and the first day of another are one mail
    const august = ['08-03', '08-10', '08-17', '08-31'];
    expect(days).toEqual({
      ann: ['07-06', '07-13', '07-20', ...august, '09-01'],
      ben: ['07-06', ...august, '09-01'],
      cy: ['07-06'],
    });
    const mails = (await world.mailsTo('ann')).toReversed();
    expect(mails.map(({ subject }) => subject).slice(0, 5)).toEqual([
      'Your security training',
      'Reminder: your security training',
      'Reminder: your security training',
      'New security training',
      'Your security training is still open',
    ]);
    const [one, two] = [courseOf(1), courseOf(2)];
    for (const words of [
      `“${one.title}” · ${one.minutes} minutes, due Aug 5, 2026`,
      `“${two.title}” · ${two.minutes} minutes, due Aug 31, 2026`,
    ])
      expect(mails[3]!.words).toContain(words);
    expect(mails[3]!.words).toContain(`about ${one.minutes + two.minutes} minutes`);
    expect(mails[3]!.words).toContain(
      `Next comes “${courseOf(3).title}”, on Sep 1, 2026. 9 more follow later.`,
    );
    expect(mails[4]!.words).toMatch(
      new RegExp(`“${one.title}” · \\d+ minutes, was due Aug 5, 2026 - “${two.title}”`),
    );
    // the link of the first mail works on: each mail prolongs it
    const [first, last] = [mails[0]!, mails.at(-1)!].map(({ text }) => /\/learn\/([\w-]+)/.exec(text)![1]!);
    expect(last).toBe(first);
    expect((await world.openLearning(first!)).status).toBe(200);
  });

  test('leave out everything after the first mail of a course where reminders are off', async () => {
    const world = await learnWorld({ start: '2026-07-06T17:00:00Z' });
    await world.add(['Ann']);
    await setSettings(world, { remind: false });
    expect(await mailDays(world, '2026-08-31', ['ann'])).toEqual({ ann: ['07-06', '08-03'] });
    // switched on again, they do not make up for what was not sent
    await world.scope.inOrg((db) => db.updateTable('trainingSetting').set({ remind: true }).execute());
    await world.remind();
    await world.remind();
    expect(await world.mailCounts('ann')).toEqual([3]);
  });

  test('follow the Pacific calendar over the end of a year and through a leap day', async () => {
    const world = await learnWorld({ start: '2027-12-01T17:00:00Z' });
    await world.add(['Ann']);
    await setSettings(world, { startMonth: '2027-12-01' });
    const days = (await mailDays(world, '2028-03-01', ['ann'])).ann!;
    // January 1 and 29 are Saturdays, February 29 is the twenty-eighth day of the third course
    expect(days).toEqual([
      '12-01',
      '12-08',
      '12-15',
      '12-29',
      '01-03',
      '01-10',
      '01-17',
      '01-31',
      '02-01',
      '02-08',
      '02-15',
      '02-29',
      '03-01',
    ]);
    const dates = await world.rowsOf((db) =>
      db.selectFrom('enrolment').select(['unlockOn', 'dueOn']).orderBy('unlockOn').limit(4).execute(),
    );
    expect(
      dates.map((row) => [row.unlockOn, row.dueOn].map((day) => new Date(day).toISOString().slice(0, 10))),
    ).toEqual([
      ['2027-12-01', '2027-12-31'],
      ['2028-01-01', '2028-01-31'],
      ['2028-02-01', '2028-03-02'],
      ['2028-03-01', '2028-03-31'],
    ]);
    const [token, next] = [await world.tokenIn('ann'), courseOf(5)];
    world.portal.clock.set('2028-04-01T06:59:59Z');
    expect((await world.loadCourse(token, next.id)).status).toBe(403);
    world.portal.clock.set('2028-04-01T07:00:00Z');
    expect((await world.loadCourse(token, next.id)).status).toBe(200);
  });
});

describe('reminders on their way', () => {
  test('begin within minutes for whoever is added in a working hour', async () => {
    const world = await learnWorld();
    await world.add(['Ann', 'Ben']);
    expect(await world.mailCounts('ann', 'ben')).toEqual([1, 1]);
    world.portal.clock.set('2026-03-03T02:00:00Z');
    await world.portal.signIn('ada@acme-widgets.com', world.ada);
    await world.add(['Cy']);
    expect(await world.mailCounts('cy')).toEqual([0]);
  });

  test('begin just as soon for a long list, whose people are noted after it was saved', async () => {
    const world = await learnWorld();
    await proveDomain(world.portal, world.ada.orgId);
    await world.add(Array.from({ length: 120 }, (_, i) => `Person${i}`));
    expect(await world.mailCounts('person0', 'person119')).toEqual([1, 1]);
    await world.remind();
    expect(await world.mailCounts('person0', 'person119')).toEqual([1, 1]);
  });

  test('wait for working hours of Pacific time', async () => {
    const world = await learnWorld({ start: '2026-07-04T17:00:00Z' });
    await world.add(['Ann']);
    for (const [at, mails] of [
      ['2026-07-04T17:00:00Z', 0],
      ['2026-07-05T20:00:00Z', 0],
      ['2026-07-06T14:59:00Z', 0],
      ['2026-07-06T15:00:00Z', 1],
    ] as const) {
      world.portal.clock.set(at);
      await world.remind();
      expect(await world.mailCounts('ann')).toEqual([mails]);
    }
    world.portal.clock.set('2026-07-14T01:30:00Z');
    await world.remind();
    expect(await world.mailCounts('ann')).toEqual([1]);
  });

  test('reach everybody once, however many workers send them', async () => {
    const world = await learnWorld({ start: '2026-07-04T17:00:00Z' });
    const names = Array.from({ length: 12 }, (_, i) => `Person${String.fromCharCode(97 + i)}`);
    await world.add(names);
    world.portal.clock.set('2026-07-06T17:00:00Z');
    await Promise.all([world.remind(), world.remind(), world.remind()]);
    expect(await world.mailCounts(...names.map((name) => name.toLowerCase()))).toEqual(names.map(() => 1));
  });

  test('stop with the plan, and go on with it', async () => {
    const world = await learnWorld({ start: '2026-07-04T17:00:00Z' });
    await world.add(['Ann']);
    world.portal.clock.set('2026-07-06T17:00:00Z');
    await usePlan(world.portal, world.ada.orgId, 'free');
    await world.remind();
    expect(await world.mailCounts('ann')).toEqual([0]);
    await usePlan(world.portal, world.ada.orgId, 'premium');
    await world.remind();
    expect(await world.mailCounts('ann')).toEqual([1]);
  });

  test('fill nobody\u2019s mailbox', async () => {
    const world = await learnWorld();
    const person = (i: number) => ({
      firstName: `Ann${i}`,
      lastName: 'Miller',
      email: `ann+${i}@acme-widgets.com`,
    });
    await world.add(Array.from({ length: 9 }, (_, i) => person(i)));
    await world.remind();
    const counts = await world.mailCounts(...Array.from({ length: 9 }, (_, i) => `ann+${i}`));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });
});

describe('by hand', () => {
  test('whoever has something open is mailed, not twice within an hour', async () => {
    const world = await learnWorld({ start: '2026-07-04T17:00:00Z' });
    const [ann, ben] = (await world.add(['Ann', 'Ben', 'Cy'])) as [string, string];
    await world.finish(ben, courseOf(1).id);
    const remind = async (trainees: string[] | 'all') =>
      (await world.ada.post('/training/remindTrainees', { trainees })).body.data;
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await remind([ann, ann, ben, nobody])).toEqual({ mailed: 1, skipped: 2 });
    expect(await remind('all')).toEqual({ mailed: 1, skipped: 1 });
    expect(await remind('all')).toEqual({ mailed: 0, skipped: 2 });
    expect(await world.mailCounts('ann', 'ben', 'cy')).toEqual([1, 0, 1]);
    world.portal.clock.advance(3600);
    await world.portal.signIn('ada@acme-widgets.com', world.ada);
    expect(await remind('all')).toEqual({ mailed: 2, skipped: 0 });
    expect(await world.mailCounts('ann', 'ben', 'cy')).toEqual([2, 0, 2]);
    // it stands in for the mail of that day
    world.portal.clock.set('2026-07-06T17:00:00Z');
    await world.remind();
    expect(await world.mailCounts('ann', 'ben', 'cy')).toEqual([2, 0, 2]);
    const other = await world.portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
    await usePlan(world.portal, other.orgId, 'premium');
    expect((await other.post('/training/remindTrainees', { trainees: [ann] })).body.data).toEqual({
      mailed: 0,
      skipped: 1,
    });
  });
});

test('names and titles of a mail are text, not links or markup', async () => {
  const world = await learnWorld();
  await world.add([
    { firstName: '<b>Ann</b>', lastName: 'http://elsewhere-tools.com', email: 'ann@acme-widgets.com' },
  ]);
  await world.remind();
  const [mail] = await world.mailsTo('ann');
  // a name that is none greets nobody
  expect(mail!.html).toContain('Hello,');
  expect(mail!.html).not.toMatch(/<b>Ann|elsewhere-tools/);
});
