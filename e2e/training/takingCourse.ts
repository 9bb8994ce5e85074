import type { FrameLocator, Page } from 'playwright-core';
import type { Course, Question } from '#modules/training/course.ts';
import { act } from '#modules/training/play.ts';
import type { PlayAction } from '#modules/training/playEntities.ts';
import { freshState, type PlayState } from '#modules/training/playState.ts';
import { readLessons } from '#app/demo/takeCourse.ts';
import type { Calls } from '../calls.ts';
import { until, type RunningPortal } from '../world.ts';

type Where = Page | FrameLocator;
export type Answered = { question: string; choices: string[] };

const picksOf = (question: Question): { id: string; text: string; right: boolean }[] =>
  question.type === 'order'
    ? question.items.map((item) => ({ ...item, right: true }))
    : question.type === 'spot'
      ? question.parts.flatMap(({ id, text, right = false }) =>
          id === undefined ? [] : [{ id, text: text.trim(), right }],
        )
      : question.options;

/** Somebody who has read all of a course and done its exercises. */
export const readAll = (course: Course, seed: string): PlayState =>
  readLessons(course, freshState(seed), course.lessons.length, { now: new Date(), passMark: 80 }).state;

/** Where the same answers lead in the portal's own engine. */
export function sameAnswers(
  course: Course,
  from: PlayState,
  answers: readonly Answered[],
  passMark: number,
): PlayState {
  const actions: PlayAction[] = [
    { kind: 'startQuiz' },
    ...answers.map((one): PlayAction => ({ kind: 'answer', ...one })),
  ];
  return actions.reduce((state, action) => {
    const acted = act(course, state, action, { now: new Date(), passMark });
    if ('refused' in acted) throw new Error(`${action.kind}: ${acted.refused}`);
    return acted.state;
  }, from);
}

async function giveAnswer(where: Where, question: Question, choices: readonly string[]): Promise<void> {
  const picks = picksOf(question);
  const textOf = (id: string) => picks.find((one) => one.id === id)!.text;
  if (question.type === 'order') {
    for (const [place, id] of choices.entries()) {
      const row = where
        .getByRole('listitem')
        .filter({ has: where.getByRole('button', { name: `Move up: ${textOf(id)}`, exact: true }) });
      for (let number = Number(await row.locator('span').first().textContent()); number > place + 1; number--)
        await where.getByRole('button', { name: `Move up: ${textOf(id)}`, exact: true }).click();
    }
  } else if (question.type === 'spot')
    await where.getByRole('button', { name: textOf(choices[0]!), exact: true }).click();
  else
    for (const id of choices)
      await where
        .getByRole(question.type === 'multiple' ? 'checkbox' : 'radio', { name: textOf(id), exact: true })
        .check();
}

/** Takes the test that a player shows, from its first page to its result; the questions with these numbers are answered wrongly. */
export async function takeTest(
  where: Where,
  course: Course,
  wrong: readonly number[] = [],
): Promise<Answered[]> {
  await where.getByRole('button', { name: 'Start the test' }).click();
  const answers: Answered[] = [];
  for (let number = 1; number <= course.quiz.draw; number++) {
    await where.getByText(`Question ${number} of ${course.quiz.draw}`).waitFor();
    const stem = (await where.getByRole('heading', { level: 1 }).textContent())!;
    const question = course.quiz.questions.find((one) => stem.includes(one.stem))!;
    const picks = picksOf(question);
    const right = picks.filter((one) => one.right).map(({ id }) => id);
    const choices = !wrong.includes(number)
      ? right
      : question.type === 'order'
        ? right.toReversed()
        : [picks.find((one) => !one.right)!.id];
    await giveAnswer(where, question, choices);
    await where.getByRole('button', { name: 'Answer', exact: true }).click();
    answers.push({ question: question.id, choices });
    await where
      .getByRole('button', { name: number === course.quiz.draw ? 'See the result' : 'Next question' })
      .click();
  }
  await where.getByText('Your result').waitFor();
  return answers;
}

/** Mails the one trainee of an organisation a new link, and waits until it works; the one of the invitation ends by it. */
export async function learnerToken(portal: RunningPortal, calls: Calls, email: string): Promise<string> {
  const { body } = await calls.post<{ trainees: { id: string }[] }>('/training/loadTrainingData');
  const { status } = await calls.post('/training/newTraineeLink', { trainee: body.trainees[0]!.id });
  if (status !== 200) throw new Error(`No new link: ${status}`);
  return until('a link that works', async () => {
    for (const { links } of await portal.mails(email))
      for (const link of links) {
        const token = /\/learn\/([^/?#]+)/.exec(link)?.[1];
        if (token && (await calls.post('/learn/open', { token })).status === 200) return token;
      }
    return null;
  });
}
