import { describe, expect, test } from 'vitest';
import { addTeamMembers } from '#modules/organization/server/public.ts';
import { newPerson, trainingWorld, usePlan } from '../testing/trainingWorld.ts';

const csv = (...lines: string[]) => `First name,Last name,Email\n${lines.join('\n')}\n`;
const line = (name: string, email = `${name.toLowerCase()}@acme-widgets.com`) => `${name},Miller,${email}`;

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
