import { describe, expect, test } from 'vitest';
import { newPerson, trainingWorld, usePlan } from '../testing/trainingWorld.ts';

describe('people added one by one', () => {
  test('take seats and all courses of the year, one a month from the first on', async () => {
    const { ada, add, load } = await trainingWorld({ plan: 'essential' });
    const [ann] = await add(['Ann']);
    const answer = await load();
    expect(answer.traineesData.seats).toEqual({ total: 15, taken: 1, left: 14 });
    expect(answer.trainees).toMatchObject([
      {
        id: ann,
        firstName: 'Ann',
        lastName: 'Miller',
        standing: 'open',
        courses: 12,
        unlocked: 1,
        finished: 0,
        nextDue: '2026-04-01',
      },
    ]);
    const plan = answer.courseMap[ann!].map(
      (one: { course: string; unlockOn: string; dueOn: string }) =>
        `${one.course.slice(0, 2)} ${one.unlockOn} ${one.dueOn}`,
    );
    expect(plan).toEqual([
      '01 2026-03-02 2026-04-01',
      '02 2026-04-01 2026-05-01',
      '03 2026-05-01 2026-05-31',
      '04 2026-06-01 2026-07-01',
      '05 2026-07-01 2026-07-31',
      '06 2026-08-01 2026-08-31',
      '07 2026-09-01 2026-10-01',
      '08 2026-10-01 2026-10-31',
      '09 2026-11-01 2026-12-01',
      '10 2026-12-01 2026-12-31',
      '11 2027-01-01 2027-01-31',
      '12 2027-02-01 2027-03-03',
    ]);
    expect(answer.traineesData.courses[0]).toEqual({
      course: '01-start-safe',
      enrolled: 1,
      unlocked: 1,
      notStarted: 1,
      inProgress: 0,
      failedQuiz: 0,
      finished: 0,
      overdue: 0,
    });
    expect((await ada.get(`/training/trainee/${ann}`)).body.data).toMatchObject({
      trainee: { id: ann },
      attempts: [],
      certificate: null,
    });
  });

  test('are told apart by what became of each, and of one address only one is added', async () => {
    const { ada } = await trainingWorld({ plan: 'essential' });
    const trainees = [
      newPerson('Ann'),
      newPerson('Bo', { email: 'nowhere' }),
      newPerson('Ann', { email: 'ANN@acme-widgets.com' }),
      newPerson(' ', { lastName: '', email: 'c@acme-widgets.com' }),
    ];
    const { data, message } = (await ada.post('/training/saveTrainees', { trainees })).body;
    expect(data.rows.map((row: { fate: string; message: string }) => `${row.fate}: ${row.message}`)).toEqual([
      'added: ',
      'bad-address: Row 2: “nowhere” is not an email address.',
      'duplicate: Row 3: ANN@acme-widgets.com is in the list more than once.',
      'name-missing: Row 4: The name is missing.',
    ]);
    expect(message).toBe('1 person was added to training. 3 rows were left out.');
  });

  test('are none where the plan has no training', async () => {
    const { portal, ada } = await trainingWorld();
    await usePlan(portal, ada.orgId, 'free');
    const answer = await ada.post('/training/saveTrainees', { trainees: [newPerson('Ann')] });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'module-inactive']);
  });
});
