import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, toDay } from '#platform/days.ts';
import { planCourses } from '../trainees/enrolDates.ts';
import { newPerson, trainingWorld } from '../testing/trainingWorld.ts';

const year = Array.from({ length: 12 }, (_, i) => ({ id: String(i + 1), month: i + 1 }));
const lines = (start: string, now: string) =>
  planCourses(year, toDay(start), toDay(now)).map(
    ({ course, unlockOn, dueOn }) => `${course} ${unlockOn} ${dueOn}`,
  );

describe('a plan', () => {
  test('goes on over the end of a year and past 29 February', () => {
    expect(lines('2027-11-01', '2027-11-01').slice(0, 5)).toEqual([
      '1 2027-11-01 2027-12-01',
      '2 2027-12-01 2027-12-31',
      '3 2028-01-01 2028-01-31',
      '4 2028-02-01 2028-03-02',
      '5 2028-03-01 2028-03-31',
    ]);
    expect(addDays(toDay('2028-01-30'), 30)).toBe('2028-02-29');
    expect(addDays(toDay('2027-01-30'), 30)).toBe('2027-03-01');
    expect([
      addMonths(toDay('2027-11-01'), 2),
      addMonths(toDay('2027-01-01'), -1),
      addMonths(toDay('2027-12-01'), 12),
    ]).toEqual(['2028-01-01', '2026-12-01', '2028-12-01']);
  });

  test('of somebody who joins later unlocks past months at once, due one after the other from the oldest on', () => {
    expect(lines('2026-01-01', '2026-04-20').slice(0, 6)).toEqual([
      '1 2026-04-20 2026-05-20',
      '2 2026-04-20 2026-06-03',
      '3 2026-04-20 2026-06-17',
      '4 2026-04-20 2026-07-01',
      '5 2026-05-01 2026-05-31',
      '6 2026-06-01 2026-07-01',
    ]);
  });

  test('never unlocks before the day it is made, gives 30 days at least, and unlocks the year in its order', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 0, max: 800 }), (months, days) => {
        const now = addDays(toDay('2027-01-01'), days);
        const plan = planCourses(year, addMonths(toDay('2027-01-01'), months), now);
        expect(plan.map(({ course }) => course)).toEqual(year.map(({ id }) => id));
        expect(plan.every(({ unlockOn, dueOn }) => unlockOn >= now && dueOn >= addDays(unlockOn, 30))).toBe(
          true,
        );
        expect(plan.map(({ unlockOn }) => unlockOn)).toEqual(plan.map(({ unlockOn }) => unlockOn).toSorted());
      }),
    );
  });
});

const unlocks = (courseMap: Record<string, { unlockOn: string }[]>, id: string) =>
  courseMap[id]!.map(({ unlockOn }) => unlockOn.slice(0, 7)).join(' ');

describe('an organisation', () => {
  test('goes together from the month in which its first person was added, by the Pacific calendar', async () => {
    // March has begun in London, not in California
    const { portal, add, load } = await trainingWorld({ start: '2026-03-01T05:00:00Z' });
    const [ann] = await add(['Ann']);
    expect((await load()).traineesData.settings).toEqual({
      calendar: 'together',
      startMonth: '2026-02-01',
      passMark: null,
      remind: true,
      digest: true,
    });
    portal.clock.advance(86_400);
    const later = await portal.signIn('ada@acme-widgets.com');
    const [bo] = await add(['Bo'], undefined, later);
    const { courseMap } = await load({ search: 'miller' }, later);
    expect(courseMap[ann!][0].unlockOn).toBe('2026-02-28');
    expect(
      courseMap[bo!]
        .slice(0, 3)
        .map((one: { unlockOn: string; dueOn: string }) => `${one.unlockOn} ${one.dueOn}`),
    ).toEqual(['2026-03-01 2026-03-31', '2026-03-01 2026-04-14', '2026-04-01 2026-05-01']);
  });

  test('with months of their own begins with each person in theirs; a change moves what is locked, and locks nothing again', async () => {
    const { ada, add, load } = await trainingWorld();
    const [ann, bo] = await add([newPerson('Ann'), newPerson('Bo', { startMonth: '2026-05-01' })]);
    const settings = {
      calendar: 'together',
      startMonth: '2026-03-01',
      passMark: null,
      remind: true,
      digest: true,
    };
    const save = (change: object) => ada.post('/training/saveTrainingSettings', { ...settings, ...change });
    expect((await save({ calendar: 'own' })).status).toBe(200);
    let { courseMap } = await load();
    expect(unlocks(courseMap, ann!)).toBe(
      '2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11 2026-12 2027-01 2027-02',
    );
    // the first one was unlocked when she was added, and stays so
    expect(unlocks(courseMap, bo!)).toBe(
      '2026-03 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11 2026-12 2027-01 2027-02 2027-03 2027-04',
    );
    await save({ calendar: 'together', startMonth: '2026-01-01' });
    ({ courseMap } = await load());
    expect(
      courseMap[ann!]
        .slice(0, 4)
        .map((one: { unlockOn: string; dueOn: string }) => `${one.unlockOn} ${one.dueOn}`),
    ).toEqual([
      '2026-03-02 2026-04-01',
      '2026-03-02 2026-04-01',
      '2026-03-02 2026-04-15',
      '2026-04-01 2026-05-01',
    ]);
    await save({ calendar: 'together', startMonth: '2026-09-01' });
    ({ courseMap } = await load());
    expect(unlocks(courseMap, ann!)).toBe(
      '2026-03 2026-03 2026-03 2026-12 2027-01 2027-02 2027-03 2027-04 2027-05 2027-06 2027-07 2027-08',
    );
    expect((await save({ startMonth: '2099-01-01' })).body.error.code).toBe('month-out-of-reach');
    expect((await save({ startMonth: '2026-09-02' })).status).toBe(400);
    expect((await save({ passMark: 49 })).status).toBe(400);
  });
});

describe('an organisation with settings of its own', () => {
  test('moves one person alone by their own month', async () => {
    const { ada, add, load } = await trainingWorld();
    const [ann, bo] = await add(['Ann', 'Bo']);
    await ada.post('/training/saveTrainingSettings', {
      calendar: 'own',
      startMonth: '2026-03-01',
      passMark: null,
      remind: true,
      digest: true,
    });
    await ada.post('/training/editTrainee', { trainees: [{ id: ann, startMonth: '2026-07-01' }] });
    const { courseMap } = await load();
    expect(unlocks(courseMap, ann!).slice(0, 15)).toBe('2026-03 2026-08');
    expect(unlocks(courseMap, bo!).slice(0, 15)).toBe('2026-03 2026-04');
    const far = await ada.post('/training/editTrainee', {
      trainees: [{ id: ann, startMonth: '2099-07-01' }],
    });
    expect(far.body.data.failed).toEqual([
      { id: ann, message: 'Ann Miller: The start month is too far away.' },
    ]);
  });

  test('shows what passes: what it set, else what its policy says, else 80', async () => {
    const { ada, load } = await trainingWorld();
    expect((await load()).traineesData).toMatchObject({ passMark: 80, settings: { passMark: null } });
    await ada.post('/training/saveTrainingSettings', {
      calendar: 'together',
      startMonth: '2026-03-01',
      passMark: 90,
      remind: false,
      digest: false,
    });
    expect((await load()).traineesData.settings).toEqual({
      calendar: 'together',
      startMonth: '2026-03-01',
      passMark: 90,
      remind: false,
      digest: false,
    });
  });
});
