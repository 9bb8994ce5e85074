import { describe, expect, test } from 'vitest';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { standingOf } from './learnPackage.ts';
import { makePackage } from './testing/packages.ts';
import { packageWorld } from './testing/packageWorld.ts';

const two = makePackage({
  items: `<item identifier="one" identifierref="r1" parameters="?x=1"><title>One</title></item>
    <item identifier="two" identifierref="r1"><title>Two</title></item>`,
});
const core = (lesson_status: string, raw?: number) => ({
  cmi: { core: { lesson_status, score: { raw: raw === undefined ? '' : String(raw) } } },
});

test('a learner opens a course part by part, and it is finished with the last of them', async () => {
  const { give, open, save, enrolment } = await packageWorld();
  const course = await give(two);
  const opened = (await open(course)).body.data;
  expect(opened).toMatchObject({
    title: 'Handling parcels',
    standard: '1.2',
    status: 'notStarted',
    bestScore: null,
  });
  expect(
    opened.parts.map((part: { id: string; frame: string }) => [
      part.id,
      /index\.html(.*)$/.exec(part.frame)![1],
    ]),
  ).toEqual([
    ['one', '?x=1'],
    ['two', ''],
  ]);
  expect((await save(course, 'one', core('incomplete'))).body.data).toEqual({
    status: 'inProgress',
    bestScore: null,
    isDone: false,
  });
  expect((await save(course, 'one', core('passed', 80))).body.data).toEqual({
    status: 'inProgress',
    bestScore: null,
    isDone: true,
  });
  expect(await enrolment(course)).toMatchObject({ percent: 50, status: 'inProgress', finishedAt: null });
  expect((await save(course, 'two', core('failed', 50))).body.data).toEqual({
    status: 'failedQuiz',
    bestScore: 65,
    isDone: false,
  });
  expect((await save(course, 'two', core('passed', 90))).body.data).toMatchObject({
    status: 'finished',
    isDone: true,
  });
  expect(await enrolment(course)).toMatchObject({ percent: 100, status: 'finished', bestScore: 85 });
  // whatever comes later, what was passed stays passed
  expect((await save(course, 'two', core('failed', 0))).body.data).toMatchObject({
    status: 'finished',
    isDone: true,
  });
  const again = (await open(course)).body.data;
  expect(again.parts.map((part: { isDone: boolean }) => part.isDone)).toEqual([true, true]);
  expect(JSON.parse(again.parts[1].state)).toEqual(core('failed', 0));
});

test('what a part says of itself and of its score is looked at here, and nothing else of it', async () => {
  const { give, save, enrolment } = await packageWorld();
  const course = await give();
  const state = { status: 'finished', score: 100, percent: 100, ...core('passed', 79) };
  expect((await save(course, 'i1', state)).body.data).toEqual({
    status: 'failedQuiz',
    bestScore: 79,
    isDone: false,
  });
  expect(await enrolment(course)).toMatchObject({ status: 'failedQuiz', bestScore: 79 });
});

describe('refused', () => {
  test('states that are none, or too long', async () => {
    const { give, save } = await packageWorld();
    const course = await give();
    expect((await save(course, 'i1', 'nonsense')).body.error.code).toBe('unreadable-state');
    expect(
      (await save(course, 'i1', JSON.stringify({ cmi: { x: 'x'.repeat(200_000) } }))).body.error.code,
    ).toBe('invalid');
    expect((await save(course, 'no such part', core('passed'))).body.error.code).toBe('no-such-part');
  });

  test('courses of the year, of others, locked ones, and those that were not given', async () => {
    const { give, open, save, scope, upload, ada } = await packageWorld();
    const native = '01-start-safe';
    const before = await scope.inOrg((db) =>
      db.selectFrom('enrolment').selectAll().where('courseId', '!=', 'x').execute(),
    );
    for (const course of [
      native,
      before[0]!.courseId,
      crypto.randomUUID(),
      (await upload()).body.data.id,
      '../x',
    ]) {
      expect((await open(course)).body.error.code, course).toBe('no-such-course');
      expect((await save(course, 'i1', core('passed', 100))).body.error.code, course).toBe('no-such-course');
    }
    expect(await scope.inOrg((db) => db.selectFrom('enrolment').selectAll().execute())).toEqual(before);
    const locked = await give();
    await scope.inOrg((db) =>
      db
        .updateTable('enrolment')
        .set({ unlockOn: '2026-03-03' } as never)
        .where('courseId', '=', locked)
        .execute(),
    );
    expect((await open(locked)).body.error.code).toBe('course-locked');
    expect((await save(locked, 'i1', core('passed'))).body.error.code).toBe('course-locked');
    await scope.inOrg((db) => db.updateTable('trainee').set({ archivedAt: new Date() }).execute());
    expect((await open(locked)).body.error.code).toBe('link-invalid');
    expect(ada.orgId).toBeTruthy();
  });

  test('links of another person, of another organisation, of a round that ended', async () => {
    const { give, open, portal, cy, ada, add } = await packageWorld();
    const course = await give();
    const [dee] = (await add(['Dee'])) as [string];
    await portal.base.forOrg(ada.orgId).inOrg((db) =>
      db
        .updateTable('trainee')
        .set({ linkExpiresAt: new Date('2030-01-01') })
        .execute(),
    );
    const link = (orgId: string, id: string, round = 0) =>
      linkToken(portal.base, 'training-link', { orgId, id, round });
    const mallory = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
    expect((await open(course, link(ada.orgId, dee))).body.error.code).toBe('no-such-course');
    expect((await open(course, link(mallory.orgId, cy))).body.error.code).toBe('link-invalid');
    expect((await open(course, link(ada.orgId, cy, 1))).body.error.code).toBe('link-expired');
  });
});

test('two parts that are saved at once are both counted', async () => {
  const { give, enrolment, portal, token } = await packageWorld();
  const course = await give(two);
  const keep = (part: string, score: number) =>
    portal
      .browser()
      .post('/learn/package/save', { token, course, part, state: JSON.stringify(core('passed', score)) });
  expect((await Promise.all([keep('one', 80), keep('two', 100)])).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  expect(await enrolment(course)).toMatchObject({ status: 'finished', bestScore: 90, percent: 100 });
});

test.each([
  [
    2,
    [{ done: true, failed: false, score: null }],
    'notStarted',
    null,
    { status: 'inProgress', percent: 50, bestScore: null },
  ],
  [
    1,
    [{ done: false, failed: true, score: 10 }],
    'finished',
    90,
    { status: 'finished', percent: 100, bestScore: 90 },
  ],
  [
    3,
    [
      { done: true, failed: false, score: 0 },
      { done: false, failed: true, score: 51 },
    ],
    'inProgress',
    null,
    { status: 'failedQuiz', percent: 33, bestScore: null },
  ],
] as const)('of %i parts with %j', (parts, results, status, bestScore, standing) => {
  expect(standingOf(parts, results, { status, bestScore })).toEqual(standing);
});
