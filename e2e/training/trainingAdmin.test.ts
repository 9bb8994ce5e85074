import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { exercisesOf, type Question } from '#modules/training/course.ts';
import type { PlayAction } from '#modules/training/playEntities.ts';
import { courseOf } from '#modules/training/server/testing/learnWorld.ts';
import { solving } from '#modules/training/solving.ts';
import { spreadsheet } from '#modules/training/server/testing/lists.ts';
import { rightChoices } from '#modules/training/testing/play.ts';
import { callsWith, makeAdministrator, type Calls } from '../calls.ts';
import { arrives, picture, reads, startJourney, type Visit } from '../journey.ts';
import { act, atDesk, dialogOf, linkIn, mailsAbout } from '../policies/policyDesk.ts';
import { tabTo } from '../steps.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();

describe('an administrator trains a company', () => {
  const domain = 'harbor-lamps.com';
  let calls: Calls;
  let ada: Visit;
  let page: Page;

  const seats = async () =>
    (
      await calls.post<{ traineesData: { seats: { taken: number; left: number }; archived: number } }>(
        '/training/loadTrainingData',
        {
          only: 'overview',
        },
      )
    ).body.traineesData;
  const names = () =>
    page
      .getByRole('table', { name: 'People in training' })
      .getByRole('rowheader')
      .getByRole('link')
      .allTextContents();
  const enroll = async (way: RegExp) => {
    await page.getByRole('button', { name: 'Enroll people' }).click();
    await page.getByRole('menuitem', { name: way }).click();
  };

  test('begins with names typed by keyboard alone', async () => {
    calls = await makeAdministrator(journey.portal, `ada@${domain}`);
    await calls.post('/profile/updateCustomerPortalData', { introViewed: { training: true } });
    ada = await atDesk(journey, calls, { keep: true });
    page = ada.page;
    await page.goto('/training');
    await reads(page, 'Enroll your team');
    await picture(page, 'training-empty');
    await tabTo(page, page.getByRole('button', { name: 'Type or paste names' }));
    await page.keyboard.press('Enter');
    await dialogOf(page, 'Enroll people').waitFor();
    await expect
      .poll(() =>
        page.evaluate<string>(
          'document.activeElement?.closest("div")?.previousElementSibling?.textContent ?? ""',
        ),
      )
      .toMatch('First name');
    await page.keyboard.type('Dora');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Quay');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`dora@${domain}`);
    await page.keyboard.press('Enter');
    await reads(page, '1 person was added to training.');
    await reads(page, 'No one has finished a course yet');
  });

  test('goes on with a workbook, seeing each row before it is saved', async () => {
    await enroll(/^Upload a list/);
    const dialog = dialogOf(page, /list/i);
    const rows = [
      ['First name', 'Last name', 'Email', 'Department'],
      ['Finn', 'Reed', `finn@${domain}`, 'Workshop'],
      ['Cy', 'Dory', 'no address', 'Workshop'],
      ['Dora', 'Quay', `DORA@${domain}`, ''],
      ...Array.from({ length: 18 }, (_, at) => [
        `P${String(at).padStart(2, '0')}`,
        'Marsh',
        `p${at}@${domain}`,
        at % 2 ? 'Sales' : 'Workshop',
      ]),
    ];
    const buffer = await spreadsheet(rows);
    await dialog
      .getByLabel('List of people')
      .setInputFiles({ name: 'team.xlsx', mimeType: 'application/octet-stream', buffer });
    await reads(dialog, /^19 people of 21 will be added\./);
    await picture(page, 'training-preview');
    expect(await dialog.getByRole('row').nth(1).textContent()).toMatch(/no address.*Address not valid/);
    expect((await seats()).seats.taken).toBe(1);
    await dialog.getByRole('button', { name: 'Add 19 people' }).click();
    await reads(dialog, '19 people were added to training. 2 rows were left out.');
    await picture(page, 'training-uploaded');
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await seats()).seats).toMatchObject({ taken: 20, left: 5 });
  });

  test('is stopped by the seats of the plan, and told so before', async () => {
    await enroll(/^Upload a list/);
    const dialog = dialogOf(page, /list/i);
    const csv = [
      'name,email',
      ...Array.from({ length: 7 }, (_, at) => `Late ${at},late${at}@${domain}`),
    ].join('\n');
    await dialog
      .getByLabel('List of people')
      .setInputFiles({ name: 'late.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await reads(dialog, /^Only 5 seats of your plan are free\. 2 of your list find none\./);
    await reads(dialog, /^5 people of 7 will be added\./);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await seats()).seats.taken).toBe(20);
  });

  test('finds people by page, search, filter and order, each at an address of its own', async () => {
    await page.goto('/training/trainees');
    await reads(page, '20 people');
    expect(await names()).toHaveLength(10);
    await page.getByRole('button', { name: 'Page 2 of 2' }).click();
    await arrives(page, /\/training\/trainees\?page=2$/);
    await page.getByLabel('Search').fill('workshop');
    await arrives(page, /\?search=workshop$/);
    await reads(page, '10 people');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await arrives(page, /\?search=workshop&down=1$/);
    await expect.poll(async () => (await names())[0]).toBe('P16 Marsh');
    await page.reload();
    await expect.poll(async () => (await names())[0]).toBe('P16 Marsh');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('workshop');
    await page.goBack();
    await arrives(page, /\?search=workshop$/);
    await expect.poll(async () => (await names())[0]).toBe('Finn Reed');
    await page.goto('/training/trainees');
    await page.getByLabel('Show').selectOption({ label: 'Archived' });
    await reads(page, 'No one here');
    await page.getByRole('button', { name: 'Show everyone' }).click();
    await reads(page, '20 people');
  });

  test('corrects a name and gives some people fewer courses', async () => {
    await page.getByLabel('Search').fill('finn');
    await reads(page, '1 person');
    await act(page, 'Edit details', 'Actions for Finn Reed');
    const edit = dialogOf(page, 'Edit details');
    await edit.getByLabel('Last name').fill('Reeds');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Finn Reeds' }).waitFor();
    await page.getByLabel('Search').fill('sales');
    await reads(page, '9 people');
    await page.getByLabel('Select everyone on this page').check();
    await reads(page, '9 people selected');
    await page.getByRole('button', { name: 'Edit courses' }).click();
    const courses = dialogOf(page, 'Edit courses');
    await courses.getByLabel(/^12\. /).uncheck();
    await reads(courses, '1 course removed.');
    await picture(page, 'training-courses-of-many');
    await courses.getByRole('button', { name: 'Save' }).click();
    await courses.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('0 of 11').count()).toBe(9);
  });

  test('frees a seat by archiving, and takes somebody out for good', async () => {
    await page.getByLabel('Search').fill('p00');
    await reads(page, '1 person');
    await act(page, 'Archive', 'Actions for P00 Marsh');
    await dialogOf(page, 'Archive this person?').getByRole('button', { name: 'Archive' }).click();
    await reads(page, 'No one matches');
    expect(await seats()).toMatchObject({ seats: { taken: 19, left: 6 }, archived: 1 });
    await page.getByLabel('Search').fill('p01');
    await page.getByRole('link', { name: 'P01 Marsh' }).waitFor();
    await act(page, 'Delete', 'Actions for P01 Marsh');
    const question = dialogOf(page, "Delete this person's training?");
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await reads(question, 'Please type the word delete.');
    await question.getByRole('textbox').fill('delete');
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await seats()).toMatchObject({ seats: { taken: 18, left: 7 }, archived: 1 });
  });

  test('sees what somebody has finished: in the whole, in the course, and of the person, with the certificate', async () => {
    const course = courseOf(1);
    await page.getByLabel('Search').fill('dora');
    await page.getByRole('link', { name: 'Dora Quay' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dora Quay' }).waitFor();
    // an invitation went out before, where it is a working day
    const earlier = (await journey.portal.mails(`dora@${domain}`)).length;
    await act(page, 'Send new link', 'Actions for Dora Quay');
    await dialogOf(page, 'Send a new link?').getByRole('button', { name: 'Send new link' }).click();
    await reads(page, /^A new link is on its way to Dora Quay\./);
    const [mail] = await mailsAbout(journey, `dora@${domain}`, /./, earlier + 1);
    const token = /\/learn\/([\w-]+)/.exec(linkIn(mail!, /^\/learn\//))![1]!;
    const learner = callsWith(journey.portal.url, '');
    const play = async (action: PlayAction) => {
      const { status, body } = await learner.post<{ data: { quiz: { questions: { id: string }[] } } }>(
        '/learn/play',
        {
          token,
          course: course.id,
          action,
        },
      );
      if (status !== 200) throw new Error(`${JSON.stringify(action)}: ${JSON.stringify(body)}`);
      return body.data;
    };
    for (const { id } of course.lessons) await play({ kind: 'open', lesson: id });
    for (const action of exercisesOf(course).flatMap(solving)) await play(action);
    for (const { id } of (await play({ kind: 'startQuiz' })).quiz.questions)
      await play({
        kind: 'answer',
        question: id,
        choices: rightChoices(course.quiz.questions.find((one) => one.id === id) as Question),
      });

    await page.reload();
    const stop = page
      .getByRole('region', { name: 'Courses' })
      .getByRole('listitem')
      .filter({ hasText: course.title });
    await reads(stop, 'Best score 100%');
    await picture(page, 'training-person');
    const file = await calls.file(
      new URL(
        (await stop.getByRole('link', { name: /^Certificate/ }).getAttribute('href'))!,
        journey.portal.url,
      ).pathname.replace(/^\/api/, ''),
    );
    expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    await page.goto(`/training/courses/${course.id}`);
    await reads(page, '1 of 18 people finished');
    await picture(page, 'training-course');
    await page.goto('/training');
    await reads(page, '1 of 18 open courses finished');
    await picture(page, 'training-overview');
    const [csv] = await Promise.all([page.waitForEvent('download'), act(page, 'Export progress as CSV')]);
    expect(readFileSync(await csv.path(), 'utf8')).toMatch(new RegExp(`dora@${domain}`));
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(
        await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBe(0);
    }
    await picture(page, 'training-overview-320');
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });
});
