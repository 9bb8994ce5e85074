// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  course,
  doneAll,
  hours,
  prepared,
  questions,
  rightChoices,
  takeTest,
  wrongChoices,
} from '../../../testing/play.ts';
import { freshState } from '../../../playState.ts';
import { openPlayer } from '../testing/player.tsx';

const heading = () => screen.findByRole('heading', { level: 1 });
const shownQuestion = async () => questions.get((await heading()).textContent!.replace('Question ', ''))!;

const steps = () =>
  screen.getAllByRole('listitem').flatMap((row) => /Step \w/.exec(row.textContent!)?.[0] ?? []);

/** Gives an answer through the fields of the page. */
async function answer(user: UserEvent, isRight: boolean): Promise<void> {
  const question = await shownQuestion();
  const choices = isRight ? rightChoices(question) : wrongChoices(question);
  if (question.type === 'order') {
    for (const [place, id] of choices.entries()) {
      const up = screen.getByRole<HTMLButtonElement>('button', { name: `Move up: Step ${id}` });
      const at = () => steps().indexOf(`Step ${id}`);
      while (at() > place) await user.click(up);
    }
  } else if (question.type === 'spot')
    await user.click(screen.getByRole('button', { name: `part ${choices[0]}` }));
  else
    for (const id of choices)
      await user.click(
        screen.getByRole(question.type === 'single' ? 'radio' : 'checkbox', { name: `Answer ${id}` }),
      );
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await screen.findByText(isRight ? 'Right.' : 'Not quite.');
}
const goOn = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: /^(Next question|See the result)$/ }));

async function takeAll(user: UserEvent, wrong: number): Promise<void> {
  for (let i = 0; i < course.quiz.draw; i++) {
    await answer(user, i >= wrong);
    await goOn(user);
  }
}

test('each answer is explained, all of them at the end, and whoever passes goes on to the end of the course', async () => {
  const { user, kept } = openPlayer({ state: prepared, place: 'quiz' });
  await user.click(await screen.findByRole('button', { name: 'Start the test' }));
  expect(await screen.findByText('Question 1 of 8')).toBeTruthy();
  expect(document.body.textContent).not.toContain('¤');
  await answer(user, false);
  const question = [...questions.values()].find(
    ({ stem }) => stem === screen.getByRole('heading', { level: 1 }).textContent,
  )!;
  const options = screen.getAllByText(new RegExp(`^¤${question.id}\\.`));
  expect(options.length).toBeGreaterThanOrEqual(3);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Not quite\./));
  await goOn(user);
  for (let i = 1; i < 8; i++) {
    await answer(user, true);
    await goOn(user);
  }
  expect((await heading()).textContent).toBe('Passed');
  expect(screen.getByRole('img', { name: '88%, with 80% needed' })).toBeTruthy();
  const again = within(screen.getByRole('heading', { name: 'Worth a second look' }).parentElement!);
  expect(
    again.getByRole('button', {
      name: new RegExp(course.lessons.find(({ id }) => id === question.lesson)!.title),
    }),
  ).toBeTruthy();
  await user.click(screen.getByText(question.stem));
  expect(screen.getAllByText(new RegExp(`^¤${question.id}\\.`)).length).toBe(options.length);
  await user.click(screen.getByRole('button', { name: 'Finish the course' }));
  expect((await heading()).textContent).toBe('Well done. One thing is left');
  expect(kept.state.passed?.score).toBe(88);
});

test('an answer that is missing is asked for, and one that is pressed twice counts once', async () => {
  const { user, asked } = openPlayer({ state: prepared, place: 'quiz' });
  await user.dblClick(await screen.findByRole('button', { name: 'Start the test' }));
  await heading();
  let question = await shownQuestion();
  while (question.type === 'order') {
    await answer(user, true);
    await goOn(user);
    question = await shownQuestion();
  }
  const before = asked('answer').length;
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(screen.getByText(/^Please (choose|press)/).getAttribute('role')).toBe('alert');
  expect(asked('answer')).toHaveLength(before);
  if (question.type === 'spot') await user.click(screen.getByRole('button', { name: 'part q' }));
  else await user.click(screen.getAllByRole(question.type === 'single' ? 'radio' : 'checkbox')[0]!);
  await user.dblClick(screen.getByRole('button', { name: 'Answer' }));
  await screen.findByText(/^(Right|Not quite)\.$/);
  expect(asked('answer')).toHaveLength(before + 1);
});

test('steps are ordered by the arrow keys, and their new places are said', async () => {
  const { user } = openPlayer({ state: prepared, place: 'quiz' });
  await user.click(await screen.findByRole('button', { name: 'Start the test' }));
  let question = await shownQuestion();
  while (question.type !== 'order') {
    await answer(user, true);
    await goOn(user);
    question = await shownQuestion();
  }
  const [first, second, third] = steps();
  screen.getByRole('button', { name: `Move down: ${first}` }).focus();
  await user.keyboard('{ArrowDown}');
  expect(steps()).toEqual([second, first, third]);
  expect(screen.getByText(`${first}: place 2 of 3`)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Move down: ${first}`));
  await user.keyboard('{ArrowDown}');
  expect(steps()).toEqual([second, third, first]);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Move up: ${first}`));
});

test('who fails reads what was missed and tries again with the tries that are left', async () => {
  const { user } = openPlayer({ state: prepared, place: 'quiz' });
  await user.click(await screen.findByRole('button', { name: 'Start the test' }));
  await takeAll(user, 3);
  expect((await heading()).textContent).toBe('Not there yet');
  expect(screen.getByText(/80% is needed\. 2 tries are left/)).toBeTruthy();
  expect(screen.getByRole('img', { name: '63%, with 80% needed' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Question 1 of 8')).toBeTruthy();
});

test('after the third failure it says how long to wait and what to read, then that reading is left, then it begins anew', async () => {
  let state = prepared;
  for (let i = 0; i < 3; i++) state = takeTest(state, 4).state;
  const waiting = openPlayer({ state, place: 'quiz', now: () => hours(1).now });
  expect((await heading()).textContent).toBe('Take a break first');
  expect(screen.queryByRole('button', { name: /Try again|Start/ })).toBeNull();
  const lesson = screen.getByRole('button', { name: /^Read: / });
  expect(lesson).toBeTruthy();
  waiting.unmount();
  const reread = openPlayer({ state, place: 'quiz', now: () => hours(25).now });
  expect((await heading()).textContent).toBe('Read again, then try again');
  reread.unmount();
  const read = doneAll(
    state,
    state.reread.map((one) => ({ kind: 'open', lesson: one })),
    hours(25),
  );
  openPlayer({ state: read, place: 'quiz', now: () => hours(25).now });
  expect(await screen.findByText(/3 tries are left/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('before the lessons are done the test says what is left, and leads there', async () => {
  const { user } = openPlayer({ state: freshState('seed'), place: 'quiz' });
  expect((await heading()).textContent).toBe('The test opens soon');
  const left = within(screen.getByRole('main'));
  expect(left.getAllByRole('button', { name: /^Lesson (one|two|three|four|five)/ })).toHaveLength(5);
  await user.click(left.getByRole('button', { name: /^Lesson two/ }));
  expect((await heading()).textContent).toBe('Lesson two');
});

test('a test that was left in the middle goes on with the next question', async () => {
  const first = openPlayer({ state: prepared, place: 'quiz' });
  await first.user.click(await screen.findByRole('button', { name: 'Start the test' }));
  await answer(first.user, true);
  await goOn(first.user);
  await answer(first.user, false);
  first.unmount();
  openPlayer({ state: first.kept.state });
  expect(await screen.findByText('Question 3 of 8')).toBeTruthy();
});
