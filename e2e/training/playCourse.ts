import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isExercise, type Course, type Question } from '#modules/training/course.ts';
import { doExercise, mouse, type Hands } from './playExercise.ts';

type Pick = { id: string; text: string; right: boolean; why: string };

function picksOf(question: Question): Pick[] {
  if (question.type === 'order') return question.items.map((item) => ({ ...item, right: true }));
  if (question.type !== 'spot') return question.options;
  return question.parts.flatMap(({ id, text, right = false, why = '' }) =>
    id === undefined ? [] : [{ id, text: text.trim(), right, why }],
  );
}

/** Brings steps into an order, from above. */
async function bringToOrder(page: Page, texts: readonly string[], { press }: Hands): Promise<void> {
  const shown = () => page.locator('main fieldset li > span:nth-child(2)').allTextContents();
  for (const [place, text] of texts.entries()) {
    for (let at = (await shown()).indexOf(text); at > place; at--)
      await press(page.getByRole('button', { name: `Move up: ${text}`, exact: true }));
  }
}

async function giveAnswer(
  page: Page,
  question: Question,
  picks: readonly Pick[],
  hands: Hands,
): Promise<void> {
  if (question.type === 'order')
    return bringToOrder(
      page,
      picks.map(({ text }) => text),
      hands,
    );
  const role = { single: 'radio', multiple: 'checkbox', spot: 'button' } as const;
  for (const { text } of picks) {
    const target = page.getByRole('main').getByRole(role[question.type], { name: text, exact: true });
    await (question.type === 'spot' ? hands.press(target) : hands.tick(target));
  }
}

/** Takes the test from its first question; the first `wrong` questions get a wrong answer. Each must show all its reasons. */
export async function takeTest(
  page: Page,
  course: Course,
  { hands = mouse, wrong = 0 }: { hands?: Hands; wrong?: number } = {},
): Promise<void> {
  const main = page.getByRole('main');
  for (let number = 1; number <= course.quiz.draw; number++) {
    await main.getByText(`Question ${number} of ${course.quiz.draw}`).waitFor();
    const stem = (await page.getByRole('heading', { level: 1 }).textContent())!.trim();
    const question = course.quiz.questions.find((one) => one.stem.trim() === stem)!;
    const picks = picksOf(question);
    const right = picks.filter((one) => one.right);
    const errs = number <= wrong;
    const given = !errs
      ? right
      : question.type === 'order'
        ? right.toReversed()
        : [picks.find((one) => !one.right)!];
    await giveAnswer(page, question, given, hands);
    await hands.press(main.getByRole('button', { name: 'Answer', exact: true }));
    await main.getByText(errs ? 'Not quite.' : 'Right.', { exact: true }).waitFor();
    const said = (await main.textContent())!.replace(/\s+/g, ' ');
    expect(picks.filter(({ why }) => !said.includes(why.replace(/\s+/g, ' ')))).toEqual([]);
    await hands.press(
      main.getByRole('button', { name: number === course.quiz.draw ? 'See the result' : 'Next question' }),
    );
  }
  await main.getByText('Your result').waitFor();
}

/** Reads a lesson, does what is to do in it, and goes on; the page shows the lesson already. */
export async function doLesson(page: Page, course: Course, at: number, hands: Hands = mouse): Promise<void> {
  const lesson = course.lessons[at]!;
  await page.getByRole('heading', { level: 1, name: lesson.title, exact: true }).waitFor();
  for (const exercise of lesson.blocks.filter(isExercise)) await doExercise(page, exercise, hands);
  const next = course.lessons[at + 1];
  await hands.press(
    page.getByRole('link', { name: next ? `Next: ${next.title}` : 'To the test', exact: true }),
  );
}

/** A whole course from the page of somebody's link, to its last page. */
export async function playCourse(
  page: Page,
  course: Course,
  { hands = mouse, wrong = 1 }: { hands?: Hands; wrong?: number } = {},
): Promise<void> {
  await hands.press(page.getByRole('link', { name: `Start: ${course.title}`, exact: true }));
  await hands.press(page.getByRole('main').getByRole('link', { name: 'Start', exact: true }));
  for (const at of course.lessons.keys()) await doLesson(page, course, at, hands);
  await hands.press(page.getByRole('button', { name: 'Start the test' }));
  await takeTest(page, course, { hands, wrong });
  await page.getByRole('heading', { level: 1, name: 'Passed' }).waitFor();
  await hands.press(page.getByRole('link', { name: 'Finish the course' }));
  await page.getByText(course.takeaway.do).waitFor();
}
