import { describe, expect, test } from 'vitest';
import { percentOf } from '#platform/percent.ts';
import { exercisesOf } from '../../course.ts';
import { rightChoices, wrongChoices } from '../../testing/play.ts';
import { courseOf, learnWorld, refusalOf } from '../testing/learnWorld.ts';

const one = courseOf(1);

describe('a learner', () => {
  test('takes a course from the mail to the certificate by calls alone', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const opened = (await world.openLearning(token)).body.data;
    expect(opened).toMatchObject({
      firstName: 'Ann',
      lastName: 'Miller',
      companyName: 'Acme Widgets Inc.',
      contact: null,
      passMark: 80,
      yearCertificate: null,
    });
    expect(
      opened.courses
        .map((course: { month: number; isUnlocked: boolean }) => [course.month, course.isUnlocked])
        .slice(0, 2),
    ).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(opened.courses[0]).toMatchObject({
      course: one.id,
      title: one.title,
      status: 'notStarted',
      unlockOn: '2026-03-02',
      dueOn: '2026-04-01',
    });
    const before = (await world.loadCourse(token, one.id)).body.data;
    expect(before.quiz.state).toBe('closed');
    await world.prepare(token, one);
    expect((await world.loadCourse(token, one.id)).body.data.quiz.state).toBe('open');
    world.portal.clock.advance(600);
    const reply = await world.takeTest(token, one, 1);
    expect(reply.progress).toMatchObject({ status: 'finished', percent: 100, place: 'end' });
    const score = percentOf(one.quiz.draw - 1, one.quiz.draw);
    const after = (await world.openLearning(token)).body.data.courses[0];
    expect(after).toMatchObject({
      status: 'finished',
      percent: 100,
      bestScore: score,
      attempts: 1,
      startedAt: '2026-03-02T17:00:00.000Z',
      finishedAt: '2026-03-02T17:10:00.000Z',
    });
    const code = after.certificate as string;
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
    const pdf = await world.anyone.get(`/learn/certificate/${token}/${code}/certificate.pdf`);
    expect([pdf.status, pdf.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const [attempt, ...more] = await world.rowsOf((db) =>
      db.selectFrom('trainingAttempt').selectAll().execute(),
    );
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({
      number: 1,
      score,
      passed: true,
      passMark: 80,
      contentVersion: one.version,
    });
    const row = await world.rowsOf((db) =>
      db.selectFrom('enrolment').selectAll().where('courseId', '=', one.id).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ contentVersion: one.version, bestScore: score });
  });

  test('finds the course again as it was left, in the same order', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const fresh = (await world.loadCourse(token, one.id)).body.data;
    await world.must(token, one.id, { kind: 'open', lesson: one.lessons[0]!.id });
    const later = (await world.loadCourse(token, one.id)).body.data;
    expect(later.lessons).toEqual(fresh.lessons);
    expect(later.progress).toMatchObject({ status: 'inProgress', opened: [one.lessons[0]!.id] });
    // somebody else gets another order
    const [other] = (await world.learners('Ben')) as [string];
    expect((await world.loadCourse(other, one.id)).body.data.lessons).not.toEqual(fresh.lessons);
  });
});

describe('a learner at the test', () => {
  test('learns nothing of an answer before it is given', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const secrets = [
      ...exercisesOf(one).flatMap((exercise): string[] => {
        if (exercise.type === 'triage' || exercise.type === 'sort')
          return (exercise.items as { why: string; wrong: Record<string, string> }[]).flatMap(
            ({ why, wrong }) => [why, ...Object.values(wrong)],
          );
        if (exercise.type === 'find') return exercise.spots.map(({ why }) => why);
        if (exercise.type === 'choose')
          return exercise.spots.flatMap(({ choices }) => choices.map(({ why }) => why));
        if (exercise.type === 'scenario')
          return Object.values(exercise.nodes).flatMap(({ choices }) => choices.map(({ note }) => note));
        return [];
      }),
      ...one.quiz.questions.flatMap((question) =>
        question.type === 'spot'
          ? question.parts.flatMap(({ why }) => why ?? [])
          : (question.type === 'order' ? question.items : question.options).map(({ why }) => why),
      ),
    ];
    expect(secrets.length).toBeGreaterThan(50);
    const text = JSON.stringify((await world.loadCourse(token, one.id)).body);
    expect(secrets.filter((why) => text.includes(JSON.stringify(why).slice(1, -1)))).toEqual([]);
    expect(text).not.toMatch(/"(right|answer|bin|risk|wrong|to)":(?!null)/);
    // a running test shows its questions, and no more
    await world.prepare(token, one);
    const started = await world.must(token, one.id, { kind: 'startQuiz' });
    expect(started.quiz.questions).toHaveLength(one.quiz.draw);
    const shown = JSON.stringify(started.quiz);
    const whys = one.quiz.questions.flatMap((question) =>
      question.type === 'single' || question.type === 'multiple'
        ? question.options.map(({ why }) => why)
        : [],
    );
    expect(whys.filter((why) => shown.includes(JSON.stringify(why).slice(1, -1)))).toEqual([]);
  });

  test('gets no score without answering', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const question = one.quiz.questions[0]!;
    expect(
      refusalOf(
        await world.play(token, one.id, {
          kind: 'answer',
          question: question.id,
          choices: rightChoices(question),
        }),
      ),
    ).toEqual([409, 'not-now']);
    expect(refusalOf(await world.play(token, one.id, { kind: 'startQuiz' }))).toEqual([409, 'quiz-not-open']);
    for (const action of [
      { kind: 'finish' },
      { kind: 'answer', question: question.id, choices: [], score: 100 },
      { kind: 'open' },
    ])
      expect(refusalOf(await world.play(token, one.id, action))).toEqual([400, 'invalid']);
    await world.prepare(token, one);
    await world.must(token, one.id, { kind: 'startQuiz' });
    const asked = (await world.loadCourse(token, one.id)).body.data.quiz.questions as { id: string }[];
    const unasked = one.quiz.questions.find(({ id }) => !asked.some((other) => other.id === id))!;
    expect(
      refusalOf(
        await world.play(token, one.id, {
          kind: 'answer',
          question: unasked.id,
          choices: rightChoices(unasked),
        }),
      ),
    ).toEqual([409, 'not-now']);
    // a second answer to a question does not replace the first
    const first = one.quiz.questions.find(({ id }) => id === asked[0]!.id)!;
    await world.must(token, one.id, { kind: 'answer', question: first.id, choices: wrongChoices(first) });
    expect(
      refusalOf(
        await world.play(token, one.id, { kind: 'answer', question: first.id, choices: rightChoices(first) }),
      ),
    ).toEqual([409, 'already-answered']);
    expect(await world.rowsOf((db) => db.selectFrom('trainingAttempt').selectAll().execute())).toEqual([]);
    expect(await world.rowsOf((db) => db.selectFrom('trainingCertificate').selectAll().execute())).toEqual(
      [],
    );
  });
});

describe('a learner who is early', () => {
  test('cannot open a course before its month, and can on its first Pacific day', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const two = courseOf(2);
    const lesson = { kind: 'open', lesson: two.lessons[0]!.id };
    world.portal.clock.set('2026-04-01T06:59:59Z');
    expect(refusalOf(await world.loadCourse(token, two.id))).toEqual([403, 'course-locked']);
    expect(refusalOf(await world.play(token, two.id, lesson))).toEqual([403, 'course-locked']);
    // midnight in Pacific daylight time, while the course of March is being taken
    await world.must(token, one.id, { kind: 'open', lesson: one.lessons[0]!.id });
    world.portal.clock.set('2026-04-01T07:00:00Z');
    expect((await world.play(token, two.id, lesson)).status).toBe(200);
    await world.must(token, one.id, { kind: 'open', lesson: one.lessons[1]!.id });
    expect(refusalOf(await world.loadCourse(token, 'no-course'))).toEqual([404, 'no-such-course']);
  });
});

test('an administrator looks into a course without leaving a trace', async () => {
  const world = await learnWorld();
  const look = (given: object) => world.ada.post('/training/previewCourse', { course: one.id, ...given });
  const fresh = (await look({})).body.data;
  expect(fresh).toMatchObject({ reply: null, view: { progress: { status: 'notStarted' } } });
  const stepped = (await look({ state: fresh.state, action: { kind: 'open', lesson: one.lessons[0]!.id } }))
    .body.data;
  expect(stepped).toMatchObject({ view: null, reply: { progress: { status: 'inProgress' } } });
  expect((await look({ state: stepped.state })).body.data.view.progress.opened).toEqual([one.lessons[0]!.id]);
  for (const state of ['nonsense', '[]', '{"seed":1}', '[1,"x",["a"],null]'])
    expect((await look({ state })).body.data.view.progress.status).toBe('notStarted');
  expect(refusalOf(await look({ action: { kind: 'startQuiz' } }))).toEqual([409, 'quiz-not-open']);
  expect(refusalOf(await look({ course: 'nothing' }))).toEqual([404, 'no-such-course']);
  expect(await world.rowsOf((db) => db.selectFrom('trainingPlay').selectAll().execute())).toEqual([]);
});
