import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { courses } from '#modules/training/server/courses/courses.ts';
import { makeAdministrator, type Calls } from '../calls.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { addLearners, beganAYearAgo, playByCalls, prepareByCalls, testByCalls } from './learners.ts';
import { lookAt } from '../crawl/looking.ts';
import { doLesson, playCourse, takeTest } from './playCourse.ts';
import { keysOf } from './playExercise.ts';
import { exerciseScreens, learningScreens } from '../crawl/screensOfLearning.ts';

vi.setConfig({ testTimeout: 150_000 });

const journey = startJourney();
const year = [...courses().values()];
const [first, , , fourth, fifth, sixth] = year;

describe('somebody is trained', () => {
  let calls: Calls;
  let links: string[];

  beforeAll(async () => {
    calls = await makeAdministrator(journey.portal, 'ada@harbor-lamps.com');
    await beganAYearAgo(calls);
    links = await addLearners(
      journey.portal,
      calls,
      ['dora', 'finn', 'cy', 'gil'].map((name) => `${name}@harbor-lamps.com`),
    );
  }, 120_000);

  test('by keyboard alone, through a whole course', async () => {
    const { page, complaints } = await journey.visit();
    await page.goto(links[0]!);
    await reads(page, 'Hello, Dora');
    await playCourse(page, fifth!, { hands: keysOf(page) });
    expect(complaints).toEqual([]);
  });

  test('on a phone, then goes on at another one where it was left, and nothing scrolls sideways', async () => {
    const narrow = async (page: Page, width: number) => {
      await page.setViewportSize({ width, height: 640 });
      expect(
        await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBe(0);
    };
    const one = await journey.visit({ width: 390, height: 844 });
    await one.page.goto(links[1]!);
    await narrow(one.page, 390);
    await one.page.getByRole('link', { name: `Start: ${first!.title}` }).click();
    await one.page.getByRole('main').getByRole('link', { name: 'Start', exact: true }).click();
    for (const at of [0, 1, 2]) await doLesson(one.page, first!, at);
    await one.page.getByRole('heading', { level: 1, name: first!.lessons[3]!.title }).waitFor();
    await narrow(one.page, 390);
    await picture(one.page, 'phone-lesson');
    const other = await journey.visit({ width: 320, height: 640, dark: true });
    await other.page.goto(links[1]!);
    await other.page.getByRole('link', { name: `Continue: ${first!.title}` }).click();
    for (const at of [3, 4]) {
      await other.page.getByRole('heading', { level: 1, name: first!.lessons[at]!.title }).waitFor();
      await narrow(other.page, 320);
      await doLesson(other.page, first!, at);
    }
    await other.page.getByRole('button', { name: 'Start the test' }).click();
    await other.page.getByText('Question 1 of').waitFor();
    await narrow(other.page, 320);
    // left in the midst of the test, which goes on at the first phone
    await one.page.reload();
    await one.page.goto(links[1]!);
    await one.page.getByRole('link', { name: `Continue: ${first!.title}` }).click();
    await takeTest(one.page, first!);
    await reads(one.page, 'Passed');
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });

  test('without a connection for a while: nothing is lost, and it is saved when there is one again', async () => {
    const { page, context } = await journey.visit();
    const [lesson] = sixth!.lessons;
    await page.goto(`${links[0]!}/${sixth!.id}/${lesson!.id}`);
    await page.getByRole('heading', { level: 1, name: lesson!.title }).waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.locator('section[id^=exercise-] fieldset button').first().click();
    await reads(page, 'Not saved.');
    await context.setOffline(false);
    await page.getByText('Not saved.').waitFor({ state: 'detached' });
    await page.locator('section[id^=exercise-] [data-tone]').first().waitFor();
  });

  test('and finds every page readable: no fault of accessibility, no sideways scrolling, no error', async () => {
    const [, , cy, gil] = links as [string, string, string, string];
    await prepareByCalls(calls, cy, first!);
    await testByCalls(calls, cy, first!, 1);
    await prepareByCalls(calls, cy, fourth!);
    await testByCalls(calls, cy, fourth!, 4);
    await prepareByCalls(calls, cy, sixth!);
    await prepareByCalls(calls, cy, fifth!);
    await playByCalls(calls, cy, fifth!, [{ kind: 'startQuiz' }]);
    const looked = await lookAt(journey, [
      ...learningScreens({ fresh: gil, busy: cy }, [first!, fourth!, sixth!, fifth!]),
      ...exerciseScreens(gil, year),
    ]);
    // the console repeats each refusal: of the last screens, and of two who answer at once
    expect(looked.filter((line) => !/status of 40[49]/.test(line))).toEqual([]);
  });

  test('by a link that ends, and a new one that comes by mail', async () => {
    const { page } = await journey.visit();
    const [, , , gil] = links as [string, string, string, string];
    const [fresh] = await addLearners(journey.portal, calls, ['gil@harbor-lamps.com']);
    await page.goto(gil);
    await reads(page, 'This link has expired');
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await reads(page, 'Look into your mailbox');
    expect((await journey.portal.mails('gil@harbor-lamps.com')).length).toBeGreaterThan(0);
    await page.goto(fresh!);
    await reads(page, 'Hello, Gil');
    await arrives(page, new URL(fresh!).pathname);
  });
});
