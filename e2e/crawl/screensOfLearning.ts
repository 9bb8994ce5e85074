import type { Page } from 'playwright-core';
import type { Course } from '#modules/training/course.ts';
import type { Screen } from './looking.ts';

/** A button or line within an exercise. */
const within = (exercise: string, name: string | RegExp) => (page: Page) =>
  page.locator(`#exercise-${exercise}`).getByRole('button', { name }).first().click();
// somebody at a desk and somebody on a phone do it at once: what is answered by then is pressed all the same
const firstChoice = (exercise: string) => async (page: Page) => {
  await page
    .locator(`#exercise-${exercise} fieldset`)
    .last()
    .getByRole('button')
    .first()
    .click({ force: true });
};

const exerciseIn = (course: Course, type: string): { lesson: string; id: string; title: string } => {
  for (const { id, title, blocks } of course.lessons)
    for (const block of blocks)
      if ('id' in block && block.type === type) return { lesson: id, id: block.id, title };
  throw new Error(`${course.id} has no ${type}.`);
};

/** One exercise of each kind, begun. */
export function exerciseScreens(link: string, courses: readonly Course[]): Screen[] {
  const home = new URL(link).pathname;
  const screen = (
    month: number,
    type: string,
    open: (id: string) => (page: Page) => Promise<unknown>,
  ): Screen => {
    const course = courses[month - 1]!;
    const { lesson, id, title } = exerciseIn(course, type);
    return {
      name: `learning ${type} ${month}`,
      path: `${home}/${course.id}/${lesson}`,
      shows: title,
      open: open(id),
    };
  };
  return [
    screen(1, 'find', (id) => within(id, /^1: /)),
    screen(2, 'triage', firstChoice),
    screen(3, 'strength', (id) => async (page) => {
      await page.locator(`#exercise-${id}`).getByRole('textbox').fill('Summer2024!');
      await within(id, 'Test it')(page);
    }),
    screen(4, 'scenario', firstChoice),
    screen(
      5,
      'checklist',
      (id) => (page) => page.locator(`#exercise-${id}`).getByRole('switch').first().check(),
    ),
    screen(6, 'choose', (id) => async (page) => {
      await within(id, /^1: /)(page);
      await firstChoice(id)(page);
    }),
    screen(7, 'sort', firstChoice),
    screen(8, 'scenario', firstChoice),
    screen(10, 'scenario', firstChoice),
    screen(12, 'scenario', firstChoice),
  ];
}

type Links = { fresh: string; busy: string };

/** Pages around the courses: `fresh` has begun nothing, `busy` has one course done, one test failed, one before its test, one in it. */
export function learningScreens(
  { fresh, busy }: Links,
  [done, failed, ready, running]: readonly Course[],
): Screen[] {
  const at = (link: string, ...places: string[]) => [new URL(link).pathname, ...places].join('/');
  return [
    { name: 'learning fresh', path: at(fresh), shows: 'Hello, Gil' },
    { name: 'learning busy', path: at(busy), shows: 'Hello, Cy' },
    { name: 'course start', path: at(fresh, done!.id, 'start'), shows: 'Afterwards you can' },
    { name: 'test closed', path: at(fresh, done!.id, 'quiz'), shows: 'The test opens soon' },
    { name: 'test intro', path: at(busy, ready!.id, 'quiz'), shows: 'Ready for' },
    { name: 'test failed', path: at(busy, failed!.id, 'quiz'), shows: 'Not there yet' },
    { name: 'question', path: at(busy, running!.id, 'quiz'), shows: 'Question 1 of' },
    { name: 'test passed', path: at(busy, done!.id, 'quiz'), shows: 'Passed' },
    { name: 'course end', path: at(busy, done!.id, 'end'), shows: 'One thing is left' },
    { name: 'certificate form', path: '/certificate', shows: 'Check a certificate' },
    { name: 'training link, invented', path: `/learn/${'A'.repeat(80)}`, shows: 'This link does not work' },
    {
      name: 'certificate unknown',
      path: '/certificate/AAAA-BBBB-CCCC-DDDD',
      shows: 'No certificate has this code',
    },
  ];
}
