import { describe, expect, test } from 'vitest';
import { addTeamMembers } from '#modules/organization/server/public.ts';
import { insightsOf } from '../progress/overview.ts';
import { trainingFacts, trainingSummary } from '../public.ts';
import { newPerson, trainingWorld } from '../testing/trainingWorld.ts';

const names = ({ trainees }: { trainees: { firstName: string }[] }) =>
  trainees.map(({ firstName }) => firstName).join(' ');

async function world() {
  const made = await trainingWorld({ plan: 'plus' });
  const ids = await made.add([
    newPerson('Cy', { department: 'sales' }),
    newPerson('ann', { department: 'Works' }),
    newPerson('Bo', { email: 'zz@acme-widgets.com' }),
    newPerson('Di', { department: 'Sales' }),
  ]);
  return { ...made, ids };
}

describe('the list', () => {
  test('is sorted both ways by everything it shows, a page at a time', async () => {
    const { load, finish, ids, scope, portal } = await world();
    const by = async (sort: string, down = false) => names(await load({ sort, down }));
    expect([await by('name'), await by('name', true)]).toEqual(['ann Bo Cy Di', 'Di Cy Bo ann']);
    expect([await by('email'), await by('email', true)]).toEqual(['ann Cy Di Bo', 'Bo Di Cy ann']);
    expect([await by('department'), await by('department', true)]).toEqual(['Bo Cy Di ann', 'ann Di Cy Bo']);
    await finish(ids[3]!, '01-start-safe');
    expect((await by('progress', true)).slice(0, 2)).toBe('Di');
    expect((await by('nextDue', true)).slice(0, 2)).toBe('Di');
    await scope.inOrg((db) =>
      db
        .updateTable('trainee')
        .set({ lastSeenAt: portal.clock.now() })
        .where('memberId', '=', ids[2]!)
        .execute(),
    );
    expect([(await by('lastSeenAt')).slice(0, 2), (await by('lastSeenAt', true)).slice(0, 2)]).toEqual([
      'Bo',
      'Bo',
    ]);
    expect(await load({ page: 2, pageSize: 3, only: 'list' })).toMatchObject({
      total: 4,
      trainees: [{ firstName: 'Di' }],
      traineesData: null,
    });
    expect(await load({ page: 9, pageSize: 3 })).toMatchObject({ total: 4, trainees: [] });
  });

  test('is searched by name, address and department, whatever is written there', async () => {
    const { load } = await world();
    const find = async (search: string) => names(await load({ search }));
    expect([
      await find('ANN'),
      await find('zz@'),
      await find('sALes'),
      await find('%'),
      await find('_'),
      await find("' or 1=1 --"),
      await find('Miller\nzz'),
    ]).toEqual(['ann', 'Bo', 'Cy Di', '', '', '', '']);
    expect((await load({ search: 'miller', pageSize: 1, page: 2 })).total).toBe(4);
  });
});

describe('the list by how people stand', () => {
  test('shows who is overdue, has something open, is up to date, has finished or is archived; each person in one of them', async () => {
    const { ada, portal, load, finish, ids } = await world();
    const courses = Object.keys((await load()).catalogMap);
    for (const course of courses) await finish(ids[0]!, course);
    await finish(ids[1]!, '01-start-safe');
    await ada.post('/training/editTrainee', { trainees: [{ id: ids[3], archived: true }] });
    const standings = async (who: Pick<typeof ada, 'post'> = ada) => {
      const found: Record<string, string> = {};
      for (const standing of ['overdue', 'open', 'upToDate', 'finished', 'archived', 'active', 'all']) {
        const answer = await load({ standing }, who);
        found[standing] = names(answer);
        expect(
          answer.trainees.every(
            (one: { standing: string }) => one.standing === standing || ['active', 'all'].includes(standing),
          ),
        ).toBe(true);
        expect(answer.total).toBe(answer.trainees.length);
      }
      return found;
    };
    expect(await standings()).toEqual({
      overdue: '',
      open: 'Bo',
      upToDate: 'ann',
      finished: 'Cy',
      archived: 'Di',
      active: 'ann Bo Cy',
      all: 'ann Bo Cy Di',
    });
    // due on 1 April: overdue from the day after on, by the Pacific calendar
    portal.clock.set('2026-04-02T06:59:00Z');
    expect((await standings(await portal.signIn('ada@acme-widgets.com'))).overdue).toBe('');
    portal.clock.set('2026-04-02T07:01:00Z');
    expect(await standings(await portal.signIn('ada@acme-widgets.com'))).toMatchObject({
      overdue: 'Bo',
      open: 'ann',
      upToDate: '',
    });
  });

  test('of one course holds those who take it, and the archived who took it', async () => {
    const { ada, load, ids, finish } = await world();
    await finish(ids[0]!, '12-incident-drill');
    const edit = (trainees: unknown, change: object) =>
      ada.post('/training/editTraineesCourses', { trainees, ...change });
    expect((await edit([ids[0], ids[1]], { remove: ['12-incident-drill'] })).body).toMatchObject({
      data: { people: 2 },
      message: 'The courses of 2 people were changed.',
    });
    expect(names(await load({ course: '12-incident-drill' }))).toBe('Bo Di');
    expect((await load({ course: '12-incident-drill' })).total).toBe(2);
    // what was begun stays on record
    expect((await ada.get(`/training/course/12-incident-drill`)).body.data.progress).toMatchObject({
      enrolled: 2,
      finished: 0,
    });
    expect((await edit('all', { add: ['12-incident-drill'] })).body.data.people).toBe(2);
    expect((await ada.get(`/training/course/12-incident-drill`)).body.data.progress).toMatchObject({
      enrolled: 4,
      finished: 1,
    });
    expect((await edit('all', { add: ['12-incident-drill'] })).body.message).toBe(
      'Nothing had to be changed.',
    );
    expect((await edit('all', { add: ['nowhere'] })).body.error.code).toBe('no-such-course');
    expect((await edit('all', { remove: ['nowhere'] })).body.error.code).toBe('no-such-course');
    expect((await ada.get('/training/course/nowhere')).status).toBe(404);
    await ada.post('/training/editTrainee', { trainees: [{ id: ids[2], archived: true }] });
    expect(names(await load({ course: '12-incident-drill', standing: 'archived' }))).toBe('Bo');
    expect(names(await load({ course: '12-incident-drill' }))).toBe('ann Cy Di');
  });
});

describe('numbers', () => {
  test('by course and by month of unlocking count what is unlocked, finished and overdue', async () => {
    const { portal, add, finish, load, scope } = await trainingWorld({ plan: 'plus' });
    await addTeamMembers(scope, [{ name: 'Sid Ek', email: 'sid@acme-widgets.com' }]);
    const [ann] = await add(['Ann', 'Bo']);
    await finish(ann!, '01-start-safe');
    portal.clock.set('2026-04-15T17:00:00Z');
    const later = await portal.signIn('ada@acme-widgets.com');
    const { traineesData } = await load({ only: 'overview' }, later);
    expect(traineesData).toMatchObject({ others: 1, archived: 0 });
    expect(traineesData.courses.slice(0, 3)).toEqual([
      {
        course: '01-start-safe',
        enrolled: 2,
        unlocked: 2,
        notStarted: 1,
        inProgress: 0,
        failedQuiz: 0,
        finished: 1,
        overdue: 1,
      },
      {
        course: '02-phishing',
        enrolled: 2,
        unlocked: 2,
        notStarted: 2,
        inProgress: 0,
        failedQuiz: 0,
        finished: 0,
        overdue: 0,
      },
      {
        course: '03-sign-in',
        enrolled: 2,
        unlocked: 0,
        notStarted: 2,
        inProgress: 0,
        failedQuiz: 0,
        finished: 0,
        overdue: 0,
      },
    ]);
    expect(traineesData.months).toEqual([
      { month: '2026-03-01', unlocked: 2, finished: 1, overdue: 1 },
      { month: '2026-04-01', unlocked: 2, finished: 0, overdue: 0 },
    ]);
    expect(await trainingSummary(scope)).toEqual({
      teamMembers: 2,
      isFinished: 1,
      isNotFinished: 3,
      lastUpdated: '2026-03-02T17:00:00.000Z',
      overdue: 1,
      others: 1,
      seats: { total: 50, taken: 2, left: 48 },
    });
    expect(await trainingFacts(scope)).toEqual({ people: 2, percent: 25, since: '2026-03-02T17:00:00.000Z' });
    expect((await later.get('/training/team')).body.data).toEqual([
      { firstName: 'Sid', lastName: 'Ek', email: 'sid@acme-widgets.com', department: '' },
    ]);
  });

  test('are empty before anybody is trained', async () => {
    const { scope, load } = await trainingWorld({ plan: 'plus' });
    expect(await load()).toMatchObject({
      trainees: [],
      total: 0,
      courseMap: {},
      traineesData: { courses: [], months: [], insights: [], seats: { left: 50 } },
    });
    expect(await trainingSummary(scope)).toMatchObject({
      teamMembers: 0,
      isFinished: 0,
      isNotFinished: 0,
      lastUpdated: null,
    });
    expect(await trainingFacts(scope)).toEqual({ people: 0, percent: null, since: null });
  });

  test('say what was hard only with five people or more', () => {
    const question = 'q1';
    const answers = (people: number, asked = people) => [
      { course: '01-start-safe', question: '', asked: people, missed: 0, scoreSum: 80 * people },
      { course: '01-start-safe', question, asked, missed: 3, scoreSum: 0 },
    ];
    expect(insightsOf(answers(4))).toEqual([
      { course: '01-start-safe', people: 4, firstScore: null, hardest: null },
    ]);
    expect(insightsOf(answers(5))).toMatchObject([{ people: 5, firstScore: 80 }]);
    // of a question that few were asked nothing is said
    expect(insightsOf(answers(8, 4))).toMatchObject([{ people: 8, firstScore: 80, hardest: null }]);
  });
});

test('everything goes with a reset, and people who sign stay', async () => {
  const { ada, add, load, scope } = await trainingWorld({ plan: 'plus' });
  await addTeamMembers(scope, [{ name: 'Ann Miller', email: 'ann@acme-widgets.com' }]);
  await add(['Ann', 'Bo']);
  expect((await ada.post('/reset/training', { orgId: ada.orgId })).status).toBe(200);
  expect(await load({ standing: 'all' })).toMatchObject({
    total: 0,
    traineesData: { courses: [], others: 1, seats: { taken: 0 } },
  });
});

test('the export holds every person and course, and nothing that a spreadsheet would run', async () => {
  const { ada, add, finish } = await trainingWorld({ plan: 'plus' });
  const [ann] = await add([
    newPerson('=cmd|x', { email: 'ann@acme-widgets.com', department: '@Sales' }),
    newPerson('Zoë', { email: 'zoe@acme-widgets.com' }),
  ]);
  await finish(ann!, '01-start-safe', 90);
  const answer = await ada.get('/training/exportTrainees');
  const lines = (answer.body as Buffer).toString('utf8').split('\r\n');
  expect(answer.headers['content-disposition']).toContain('Acme Widgets Inc. training 2026-03-02.csv');
  expect(lines.length).toBe(1 + 24 + 1);
  expect(lines[0]!.startsWith('\ufeffFirst name,Last name,Email')).toBe(true);
  expect(lines[1]).toMatch(
    /^'=cmd\|x,Miller,ann@acme-widgets\.com,'@Sales,,.*,Finished,2026-03-02,2026-04-01,100,90,1,"Mar 2, 2026, 9:00 AM PST",/,
  );
  expect(lines.filter((line) => line.startsWith('Zoë')).length).toBe(12);
});
