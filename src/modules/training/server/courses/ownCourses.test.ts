import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { trainingWorld, type TrainingWorld } from '../testing/trainingWorld.ts';

/** A course that the organisation brought, as far as lists see it. */
async function bring(
  { scope, portal }: Pick<TrainingWorld, 'scope' | 'portal'>,
  title: string,
): Promise<string> {
  const id = randomUUID();
  const parts = JSON.stringify([
    { id: 'one', title: 'Part one', href: 'index.html', parameters: '', masteryScore: null },
  ]);
  const now = portal.clock.now();
  await scope.inOrg((db) =>
    db
      .insertInto('trainingPackage')
      .values({
        orgId: scope.orgId,
        id,
        title,
        standard: '1.2',
        parts,
        minutes: 20,
        files: 1,
        bytes: 100,
        addedAt: now,
        addedBy: 'Ada',
      })
      .execute(),
  );
  return id;
}

test('a course of the organisation can be given with the first adding or later, unlocks at once and is due 30 days later', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  const { ada, add, load } = world;
  const own = await bring(world, 'House rules');
  const [ann] = await add(['Ann'], [own, '02-phishing']);
  const { courseMap, catalogMap, traineesData } = await load();
  expect(
    courseMap[ann!].map(
      (one: { course: string; unlockOn: string; dueOn: string }) =>
        `${one.course} ${one.unlockOn} ${one.dueOn}`,
    ),
  ).toEqual([`${own} 2026-03-02 2026-04-01`, '02-phishing 2026-04-01 2026-05-01']);
  expect(catalogMap[own]).toMatchObject({
    kind: 'own',
    title: 'House rules',
    minutes: 20,
    month: null,
    lessons: [{ title: 'Part one' }],
  });
  expect(traineesData.courses.map(({ course }: { course: string }) => course)).toEqual(['02-phishing', own]);
  const [bo] = await add(['Bo']);
  expect(
    (await ada.post('/training/editTraineesCourses', { trainees: [bo], add: [own] })).body.data.people,
  ).toBe(1);
  expect((await ada.get(`/training/course/${own}`)).body.data).toMatchObject({
    course: { title: 'House rules' },
    progress: { enrolled: 2, unlocked: 2 },
  });
});

test('a course that was taken away is given to nobody, and stays in the catalogue of those who have it', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  const { ada, add, load, scope, portal } = world;
  const [own, unused] = [await bring(world, 'House rules'), await bring(world, 'Never given')];
  const [ann] = await add(['Ann'], [own]);
  await scope.inOrg((db) =>
    db.updateTable('trainingPackage').set({ removedAt: portal.clock.now() }).execute(),
  );
  expect(Object.keys((await load()).catalogMap)).toContain(own);
  expect(Object.keys((await load()).catalogMap)).not.toContain(unused);
  const give = (course: string) =>
    ada.post('/training/editTraineesCourses', { trainees: [ann], add: [course] });
  expect((await give(own)).body.error.code).toBe('no-such-course');
  expect((await give(unused)).body.error.code).toBe('no-such-course');
  expect(
    (await ada.post('/training/editTraineesCourses', { trainees: [ann], remove: [own] })).body.data.people,
  ).toBe(1);
});

test('a course of another organisation is one that is not there', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  const own = await bring(world, 'House rules');
  const eve = await world.portal.member('eve@elsewhere-tools.com');
  const trainees = [{ firstName: 'Eve', lastName: 'Ek', email: 'eve@elsewhere-tools.com' }];
  expect((await eve.post('/training/saveTrainees', { trainees, courses: [own] })).body.error.code).toBe(
    'no-such-course',
  );
  expect((await eve.get(`/training/course/${own}`)).status).toBe(404);
  expect((await eve.post('/training/loadTrainingData')).body.catalogMap[own]).toBeUndefined();
});
