import { describe, expect, test } from 'vitest';
import { addTeamMembers } from '#modules/organization/server/public.ts';
import { newPerson, trainingWorld, usePlan } from './training.fixtures.ts';

type Row = { fate: string; message: string };
const csv = (...lines: string[]) => `First name,Last name,Email\n${lines.join('\n')}\n`;
const line = (name: string, email = `${name.toLowerCase()}@acme-widgets.com`) => `${name},Miller,${email}`;
const manyLines = (from: number, count: number) =>
  csv(...Array.from({ length: count }, (_, i) => line(`P${from + i}`)));

describe('seats', () => {
  test('go to whoever comes first in a list: of three good rows, a bad address and a duplicate two are added and three explained', async () => {
    const { ada, add, load } = await trainingWorld({ plan: 'essential' });
    await add(Array.from({ length: 13 }, (_, i) => `First${i}`));
    const list = csv(
      line('Ann'),
      line('Bo', 'bo at acme'),
      line('Cy'),
      line('Ann2', 'ANN@acme-widgets.com'),
      line('Di'),
    );
    const seen = (await ada.upload('/training/previewTrainees', 'people.csv', list)).body.data;
    expect((await load()).traineesData.seats.taken).toBe(13);
    const { data, message } = (await ada.upload('/training/saveTraineesBulk', 'people.csv', list)).body;
    expect(data).toEqual(seen);
    expect(data.rows.map(({ fate, message: text }: Row) => text || fate)).toEqual([
      'added',
      'Row 3: “bo at acme” is not an email address.',
      'added',
      'Row 5: ANN@acme-widgets.com is in the list more than once.',
      'Row 6: No seat is left for di@acme-widgets.com.',
    ]);
    expect(data.counts).toEqual({
      added: 2,
      restored: 0,
      duplicate: 1,
      'bad-address': 1,
      'name-missing': 0,
      'bad-month': 0,
      'no-seat': 1,
    });
    expect([message, data.seatsLeft]).toEqual(['2 people were added to training. 3 rows were left out.', 0]);
    expect((await load()).traineesData.seats).toEqual({ total: 15, taken: 15, left: 0 });
  });

  test('are never exceeded by two lists at once', async () => {
    const { ada, load } = await trainingWorld({ plan: 'essential' });
    const both = await Promise.all(
      [manyLines(0, 10), manyLines(5, 10)].map((list) =>
        ada.upload('/training/saveTraineesBulk', 'people.csv', list),
      ),
    );
    expect(both.map(({ body }) => body.data.counts.added).reduce((sum, one) => sum + one)).toBe(15);
    expect((await load()).traineesData.seats.left).toBe(0);
  });

  test('are never exceeded by somebody who comes back while others are added', async () => {
    const { ada, add, load } = await trainingWorld({ plan: 'essential' });
    const ids = await add(Array.from({ length: 15 }, (_, i) => `P${i}`));
    await ada.post('/training/editTrainee', {
      trainees: ids.slice(0, 3).map((id) => ({ id, archived: true })),
    });
    const back = ids
      .slice(0, 3)
      .map((id) => ada.post('/training/editTrainee', { trainees: [{ id, archived: false }] }));
    const fresh = ['Ann', 'Bo', 'Cy'].map((name) =>
      ada.post('/training/saveTrainees', { trainees: [newPerson(name)] }),
    );
    const answers = await Promise.all([...back, ...fresh]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await load()).traineesData.seats).toMatchObject({ taken: 15, left: 0 });
  });

  test('are freed by archiving; whoever comes back needs one, and has their history', async () => {
    const { ada, add, finish, load } = await trainingWorld({ plan: 'essential' });
    const [ann, ...rest] = await add(['Ann', ...Array.from({ length: 14 }, (_, i) => `P${i}`)]);
    await finish(ann!, '01-start-safe', 90);
    const edit = async (...trainees: object[]) =>
      (await ada.post('/training/editTrainee', { trainees })).body;
    expect((await edit({ id: ann, archived: true })).message).toBe('1 person was archived.');
    expect((await load()).traineesData).toMatchObject({ archived: 1, seats: { taken: 14 } });
    expect((await load({ standing: 'archived' })).trainees).toMatchObject([
      { id: ann, standing: 'archived', courses: 12, finished: 1 },
    ]);
    // a new person takes the seat
    await add(['Bo']);
    const refused = await edit({ id: ann, archived: false });
    expect(refused.data).toEqual({
      changed: 0,
      failed: [{ id: ann, message: 'Ann Miller: No seat is left to bring them back.' }],
    });
    expect(refused.message).toBe('1 person could not be changed.');
    // in one go, in this order
    expect((await edit({ id: rest[0], archived: true }, { id: ann, archived: false })).message).toBe(
      '1 person was archived. 1 person was brought back.',
    );
    const { trainees, courseMap } = await load({ search: 'ann@' });
    expect(trainees).toMatchObject([{ id: ann, archivedAt: null, finished: 1 }]);
    expect(courseMap[ann!][0]).toMatchObject({ course: '01-start-safe', status: 'finished', bestScore: 90 });
  });

  test('go back to somebody archived who stands in a list again, with time for what was due meanwhile', async () => {
    const { ada, add, finish, load, portal } = await trainingWorld({ plan: 'plus' });
    const [ann] = await add(['Ann']);
    await finish(ann!, '01-start-safe');
    await ada.post('/training/editTrainee', { trainees: [{ id: ann, archived: true }] });
    portal.clock.set('2026-06-10T17:00:00Z');
    const later = await portal.signIn('ada@acme-widgets.com');
    const { data, message } = (
      await later.upload(
        '/training/saveTraineesBulk',
        'people.csv',
        csv(line('Anna', 'ANN@acme-widgets.com')),
      )
    ).body;
    expect([data.rows[0].fate, message]).toEqual(['restored', '1 person was brought back.']);
    const { trainees, courseMap } = await load({}, later);
    expect(trainees).toMatchObject([{ id: ann, firstName: 'Ann', standing: 'open', finished: 1 }]);
    expect(
      courseMap[ann!]
        .slice(0, 5)
        .map(
          (one: { course: string; unlockOn: string; dueOn: string }) =>
            `${one.course.slice(0, 2)} ${one.unlockOn} ${one.dueOn}`,
        ),
    ).toEqual([
      '01 2026-03-02 2026-04-01',
      '02 2026-04-01 2026-07-10',
      '03 2026-05-01 2026-07-24',
      '04 2026-06-01 2026-08-07',
      '05 2026-07-01 2026-07-31',
    ]);
  });

  test('of a smaller plan throw nobody out, and let nobody in', async () => {
    const { portal, ada, add, load } = await trainingWorld({ plan: 'plus' });
    await add(Array.from({ length: 20 }, (_, i) => `P${i}`));
    await usePlan(portal, ada.orgId, 'essential');
    expect((await load()).traineesData.seats).toEqual({ total: 15, taken: 20, left: -5 });
    const answer = await ada.post('/training/saveTrainees', { trainees: [newPerson('Ann')] });
    expect(answer.body).toMatchObject({
      message: 'No one was added to training. 1 row was left out.',
      data: { rows: [{ message: 'Row 1: No seat is left for ann@acme-widgets.com.' }] },
    });
  });
});

describe('training is closed', () => {
  test('after a trial, and its people are there again with a plan', async () => {
    const { portal, ada, add } = await trainingWorld();
    await add(['Ann']);
    portal.clock.advance(40 * 86_400);
    const again = await portal.signIn('ada@acme-widgets.com');
    for (const path of ['loadTrainingData', 'saveTrainees', 'saveTrainingSettings'])
      expect((await again.post(`/training/${path}`)).body.error.code, path).toBe('module-inactive');
    expect(
      (await again.upload('/training/saveTraineesBulk', 'people.csv', csv(line('Bo')))).body.error.code,
    ).toBe('module-inactive');
    await usePlan(portal, ada.orgId, 'plus');
    expect((await again.post('/training/loadTrainingData')).body.trainees).toMatchObject([
      { firstName: 'Ann' },
    ]);
  });

  test('to other organisations: their people are not found, listed, changed or deleted', async () => {
    const { portal, add, load } = await trainingWorld();
    const [ann] = await add(['Ann']);
    const eve = await portal.member('eve@elsewhere-tools.com');
    expect((await eve.post('/training/loadTrainingData', { standing: 'all' })).body).toMatchObject({
      trainees: [],
      total: 0,
      traineesData: { seats: { taken: 0 }, others: 0 },
    });
    const tries = [
      await eve.get(`/training/trainee/${ann}`),
      await eve.post('/training/editTrainee', { trainees: [{ id: ann, firstName: 'Eve' }] }),
      await eve.post('/training/editTraineesCourses', { trainees: [ann], remove: ['01-start-safe'] }),
      await eve.post('/training/deleteTrainee', { trainee: ann }),
    ];
    expect(tries.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual(
      Array(4).fill('404 no-such-trainee'),
    );
    // the same address is somebody else there
    expect(
      (await eve.post('/training/saveTrainees', { trainees: [newPerson('Ann')] })).body.data.rows[0].fate,
    ).toBe('added');
    expect((await load()).total).toBe(1);
  });
});

describe('one person', () => {
  test('is changed, with a word for each who cannot be', async () => {
    const { ada, add, load } = await trainingWorld();
    const [ann, bo, cy] = await add(['Ann', 'Bo', 'Cy']);
    const answer = await ada.post('/training/editTrainee', {
      trainees: [
        { id: ann, lastName: 'Vale', email: 'Ann.Vale@acme-widgets.com', department: ' Sales\u0007 ' },
        { id: bo, email: 'CY@acme-widgets.com', department: 'Kept out' },
        { id: cy, firstName: '', lastName: '\u200b' },
      ],
    });
    expect(answer.body).toMatchObject({
      message: '1 person was changed. 2 people could not be changed.',
      data: {
        changed: 1,
        failed: [
          { id: bo, message: 'Bo Miller: Someone else has this email address.' },
          { id: cy, message: 'Cy Miller: The name is missing.' },
        ],
      },
    });
    expect((await load({ search: 'VALE' })).trainees).toMatchObject([
      {
        id: ann,
        firstName: 'Ann',
        lastName: 'Vale',
        department: 'Sales',
        email: 'Ann.Vale@acme-widgets.com',
      },
    ]);
    expect((await load({ search: 'kept out' })).total).toBe(0);
    expect(
      (await ada.post('/training/editTrainee', { trainees: [{ id: ann, department: 'Sales' }] })).body
        .message,
    ).toBe('Nothing had to be changed.');
  });

  test('who gets another address has no use for the link that went to the old one', async () => {
    const { ada, add, scope } = await trainingWorld();
    const [ann] = await add(['Ann']);
    const round = () =>
      scope.inOrg((db) => db.selectFrom('trainee').select('linkRound').executeTakeFirstOrThrow());
    await ada.post('/training/editTrainee', { trainees: [{ id: ann, firstName: 'Anna' }] });
    expect(await round()).toEqual({ linkRound: 0 });
    await ada.post('/training/editTrainee', { trainees: [{ id: ann, email: 'anna@acme-widgets.com' }] });
    expect(await round()).toEqual({ linkRound: 1 });
  });

  test('is deleted with everything of their training, and stays where they sign', async () => {
    const { ada, add, finish, load, scope } = await trainingWorld();
    await addTeamMembers(scope, [{ name: 'Ann Miller', email: 'ann@acme-widgets.com' }]);
    const [ann, bo] = await add(['Ann', 'Bo']);
    await finish(ann!, '01-start-safe');
    expect((await ada.post('/training/deleteTrainee', { trainee: ann })).body.message).toBe(
      'The training of Ann Miller was deleted.',
    );
    await ada.post('/training/deleteTrainee', { trainee: bo });
    expect(await load({ standing: 'all' })).toMatchObject({
      total: 0,
      traineesData: { seats: { taken: 0 }, courses: [], others: 1 },
    });
    expect(await scope.inOrg((db) => db.selectFrom('enrolment').selectAll().execute())).toEqual([]);
    const members = await scope.inOrg((db) =>
      db.selectFrom('teamMember').select(['name', 'signs', 'trains', 'leftAt']).orderBy('name').execute(),
    );
    expect(members).toMatchObject([
      { name: 'Ann Miller', signs: true, trains: false, leftAt: null },
      { name: 'Bo Miller', signs: false, trains: false, leftAt: expect.any(Date) },
    ]);
    expect((await ada.get(`/training/trainee/${ann}`)).status).toBe(404);
  });
});

describe('the log', () => {
  test('tells who was added, archived, brought back, given courses, exported and deleted', async () => {
    const { ada, add } = await trainingWorld();
    const [ann, bo] = await add(['Ann', 'Bo']);
    await ada.post('/training/editTrainee', {
      trainees: [
        { id: ann, archived: true },
        { id: bo, archived: true },
      ],
    });
    await ada.post('/training/editTrainee', { trainees: [{ id: ann, archived: false }] });
    await ada.post('/training/editTraineesCourses', { trainees: [ann], remove: ['12-incident-drill'] });
    await ada.get('/training/exportTrainees');
    await ada.post('/training/deleteTrainee', { trainee: bo });
    const entries = (await ada.get('/audit/entries?kind=training')).body.data as { what: string }[];
    expect(entries.map(({ what }) => what)).toEqual([
      'Deleted the training of Bo Miller',
      'Exported the trainees and their courses',
      'Changed the courses of Ann Miller',
      'Brought Ann Miller back to training',
      'Archived 2 people in training',
      'Added 2 people to training',
    ]);
  });
});

test('somebody of support sets a name right, and cannot have the link of a person mailed to another address', async () => {
  const { portal, ada, add, load } = await trainingWorld({ plan: 'plus' });
  const [id] = await add(['Ann']);
  const sam = await portal.support(ada);
  const edit = (more: object) => sam.post('/training/editTrainee', { trainees: [{ id, ...more }] });
  expect((await edit({ firstName: 'Anne', email: 'Ann@acme-widgets.com' })).body.data).toEqual({
    changed: 1,
    failed: [],
  });
  const refused = await edit({ lastName: 'Ek', email: 'sam@support.example' });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'not-in-support-session']);
  expect((await load()).trainees[0]).toMatchObject({ firstName: 'Anne', lastName: 'Miller' });
});
