import { beforeAll, describe, expect, test, vi } from 'vitest';
import { courses } from '#modules/training/server/courses/courses.ts';
import { makeAdministrator } from '../calls.ts';
import { startJourney, type Visit } from '../journey.ts';
import { addLearners, beganAYearAgo } from './learners.ts';
import { playCourse } from './playCourse.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 90_000 });

const journey = startJourney();

describe('the courses of a year, each from the link to the certificate', () => {
  let visit: Visit;
  let link: string;

  beforeAll(async () => {
    const calls = await makeAdministrator(journey.portal, 'ada@harbor-lamps.com');
    await beganAYearAgo(calls);
    [link] = (await addLearners(journey.portal, calls, ['dora@harbor-lamps.com'])) as [string];
    visit = await journey.visit({ keep: true });
  }, 120_000);

  test.each([...courses().values()].map((course) => [course.id, course] as const))(
    '%s',
    async (_id, course) => {
      const { page, complaints } = visit;
      await page.goto(link);
      await playCourse(page, course);
      const file = page.getByRole('link', { name: 'Download your certificate' });
      await file.waitFor();
      const answer = await page.request.get((await file.getAttribute('href'))!);
      expect([answer.status(), (await answer.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      expect(complaints).toEqual([]);
    },
  );

  test('after the twelfth the whole year has a certificate of its own, which a stranger can check', async () => {
    await visit.page.goto(link);
    const year = visit.page.getByRole('link', { name: 'Certificate of the whole year, PDF' });
    await year.waitFor();
    const code = /certificate-([\w-]+)\.pdf/.exec((await year.getAttribute('href'))!)![1]!;
    const { page } = await journey.visit({ width: 390, height: 844 });
    await page.goto('/certificate');
    await page.getByLabel('Code of the certificate').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This certificate is genuine').waitFor();
    await until('the name', async () => (await page.getByText('Dora Reed').count()) === 1);
    await visit.context.close();
  });
});
