import { describe, expect, test } from 'vitest';
import { exercisesOf } from '../../course.ts';
import { rightChoices, wrongChoices } from '../../testing/play.ts';
import { solving } from '../../solving.ts';
import { courseOf, learnWorld, refusalOf } from '../testing/learnWorld.ts';

const one = courseOf(1);

describe('two windows at once', () => {
  test('lose nothing, and a repeated request counts once', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    expect((await world.openLearning(token)).status).toBe(200);
    // the first step of all, in many windows
    const firsts = await Promise.all(
      one.lessons.map(({ id }) => world.play(token, one.id, { kind: 'open', lesson: id })),
    );
    expect(firsts.map(({ status }) => status)).toEqual(one.lessons.map(() => 200));
    expect((await world.loadCourse(token, one.id)).body.data.progress.opened).toHaveLength(
      one.lessons.length,
    );
    for (const action of exercisesOf(one).flatMap(solving)) await world.must(token, one.id, action);
    const starts = await Promise.all([1, 2, 3].map(() => world.play(token, one.id, { kind: 'startQuiz' })));
    const ids = starts.map(({ body }) =>
      body.data.quiz.questions.map((question: { id: string }) => question.id).join(),
    );
    expect(new Set(ids).size).toBe(1);
    const questions = ids[0]
      .split(',')
      .map((id: string) => one.quiz.questions.find((question) => question.id === id)!);
    for (const question of questions) {
      const answers = await Promise.all(
        [rightChoices(question), rightChoices(question), wrongChoices(question)].map((choices) =>
          world.play(token, one.id, { kind: 'answer', question: question.id, choices }),
        ),
      );
      // whichever came first stands; the same again is answered as if it were the first
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(['already-answered', 'not-now']).toContain(answer.body.error.code);
    }
    const attempts = await world.rowsOf((db) => db.selectFrom('trainingAttempt').selectAll().execute());
    expect(attempts).toHaveLength(1);
    const tally = await world.rowsOf((db) => db.selectFrom('trainingAnswerTally').selectAll().execute());
    expect(tally.filter(({ questionId }) => questionId !== '').map(({ asked }) => asked)).toEqual(
      Array(one.quiz.draw).fill(1),
    );
    expect(tally.find(({ questionId }) => questionId === '')).toMatchObject({
      asked: 1,
      scoreSum: attempts[0]!.score,
    });
    expect(
      (await world.rowsOf((db) => db.selectFrom('trainingCertificate').selectAll().execute())).length,
    ).toBe(attempts[0]!.passed ? 1 : 0);
  });
});

describe('what is kept', () => {
  test('of hard questions are the answers of first tests, without names', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    await world.prepare(token, one);
    const failed = await world.takeTest(token, one, one.quiz.draw);
    expect(failed).toMatchObject({
      progress: { status: 'failedQuiz' },
      quiz: { state: 'open', last: { score: 0, passed: false } },
    });
    await world.takeTest(token, one);
    const tally = await world.rowsOf((db) => db.selectFrom('trainingAnswerTally').selectAll().execute());
    expect(tally.reduce((sum, { questionId, missed }) => sum + (questionId ? missed : 0), 0)).toBe(
      one.quiz.draw,
    );
    expect(tally.every(({ asked, missed }) => asked === 1 && missed === 1)).toBe(true);
    expect(Object.keys(tally[0]!)).not.toContain('member_id');
    const attempts = await world.rowsOf((db) =>
      db.selectFrom('trainingAttempt').select(['number', 'score']).orderBy('number').execute(),
    );
    expect(attempts).toEqual([
      { number: 1, score: 0 },
      { number: 2, score: 100 },
    ]);
  });

  test('after the third failure is a wait of a day, also over midnight and another month', async () => {
    const world = await learnWorld({ start: '2026-03-31T20:00:00Z' });
    const [token] = (await world.learners('Ann')) as [string];
    await world.prepare(token, one);
    for (let i = 0; i < 3; i++) await world.takeTest(token, one, one.quiz.draw);
    expect(refusalOf(await world.play(token, one.id, { kind: 'startQuiz' }))).toEqual([409, 'quiz-not-open']);
    const { quiz } = (await world.loadCourse(token, one.id)).body.data;
    expect(quiz).toMatchObject({ state: 'waiting', opensAt: '2026-04-01T20:00:00.000Z', attemptsLeft: 0 });
    world.portal.clock.set('2026-04-01T20:00:01Z');
    for (const lesson of quiz.reread) await world.must(token, one.id, { kind: 'open', lesson });
    expect((await world.takeTest(token, one)).progress.status).toBe('finished');
  });

  test('is never lowered by a higher pass mark', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    await world.prepare(token, one);
    await world.takeTest(token, one, 1);
    const settings = {
      calendar: 'together',
      startMonth: '2026-03-01',
      passMark: 100,
      remind: true,
      digest: true,
    };
    expect((await world.ada.post('/training/saveTrainingSettings', settings)).status).toBe(200);
    expect((await world.openLearning(token)).body.data).toMatchObject({ passMark: 100 });
    await world.must(token, one.id, { kind: 'open', lesson: one.lessons[0]!.id });
    expect((await world.openLearning(token)).body.data.courses[0]).toMatchObject({
      status: 'finished',
      percent: 100,
    });
    expect(refusalOf(await world.play(token, one.id, { kind: 'startQuiz' }))).toEqual([409, 'quiz-not-open']);
  });
});
