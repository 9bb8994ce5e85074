import type { Page } from 'playwright-core';
import type { Calls } from '../calls.ts';
import { makeLate } from '../database.ts';
import { reads } from '../journey.ts';
import { press, type Screen } from './looking.ts';
import type { RunningPortal } from '../world.ts';

const domain = 'written-lamps.com';
const dialogShows = (page: Page, words: string | RegExp) => reads(page.getByRole('dialog'), words);
const inMenu = async (page: Page, menu: string | RegExp, item: string | RegExp) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
};
const list = {
  name: 'team.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `First name,Last name,Email\nGia,Fox,gia@${domain}\nHugo,Fox,nowhere\n,,ida@${domain}\nAda,Quay,ada.quay@${domain}\n`,
  ),
};

/** People in training: one is late, one archived, one has a very long name. */
export async function trainPeople(portal: RunningPortal, calls: Calls): Promise<{ person: string }> {
  await calls.post('/profile/updateCustomerPortalData', { introViewed: { training: true } });
  const person = (firstName: string, lastName: string, department = '') => ({
    firstName,
    lastName,
    email: `${firstName}.${lastName}@${domain}`.toLowerCase().replaceAll(' ', ''),
    department,
  });
  const trainees = [
    person('Ada', 'Quay', 'Workshop'),
    person('Ben', 'Reed'),
    person('Maximiliana Theodora', 'Featherstonehaugh Castellanos', 'Customer service and returns'),
    ...Array.from({ length: 9 }, (_, at) => person('Pat', `Marsh${at}`, 'Sales')),
  ];
  const { status, body } = await calls.post('/training/saveTrainees', { trainees });
  if (status !== 200) throw new Error(JSON.stringify(body));
  type Found = { trainees: { id: string }[] };
  const idOf = async (search: string) =>
    (await calls.post<Found>('/training/loadTrainingData', { only: 'list', search })).body.trainees[0]!.id;
  await makeLate(portal, `ada.quay@${domain}`, '01-start-safe');
  await calls.post('/training/editTrainee', { trainees: [{ id: await idOf('marsh8'), archived: true }] });
  return { person: await idOf('ada.quay') };
}

/** Of a company that trains nobody. */
export const emptyTrainingScreens: readonly Screen[] = [
  { name: 'training empty', path: '/training', shows: 'Enroll your team' },
  {
    name: 'enroll with mistakes',
    path: '/training',
    shows: 'Enroll your team',
    open: async (page) => {
      await press('Type or paste names')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('First name').fill('Ann');
      await dialog.getByLabel('Choose courses').check();
      await dialog.getByRole('button', { name: 'Add to training' }).click();
      await reads(dialog, 'Please enter a valid email address.');
    },
  },
  {
    name: 'upload a list',
    path: '/training',
    shows: 'Enroll your team',
    open: async (page) => {
      await press('Upload a list')(page);
      await dialogShows(page, 'Drop your list here, or');
    },
  },
  { name: 'training courses', path: '/training/courses', shows: 'Your own courses' },
];

const traineeScreens: readonly Screen[] = [
  { name: 'trainees', path: '/training/trainees?standing=all', shows: '12 people' },
  {
    name: 'trainees chosen',
    path: '/training/trainees',
    shows: '11 people',
    open: async (page) => {
      await page.getByLabel('Select everyone on this page').check();
      await reads(page, '10 people selected');
    },
  },
  {
    name: 'trainee actions',
    path: '/training/trainees',
    shows: '11 people',
    open: async (page) => {
      await press(/^Actions for/)(page);
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'courses of a trainee',
    path: '/training/trainees',
    shows: '11 people',
    open: async (page) => {
      await inMenu(page, /^Actions for/, 'Edit courses');
      await page
        .getByRole('dialog')
        .getByLabel(/^12\. /)
        .uncheck();
      await dialogShows(page, '1 course removed.');
    },
  },
  {
    name: 'details of a trainee',
    path: '/training/trainees',
    shows: '11 people',
    open: async (page) => {
      await inMenu(page, /^Actions for/, 'Edit details');
      await page.getByRole('dialog').getByLabel('Email').fill('nowhere');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await dialogShows(page, 'Please enter a valid email address.');
    },
  },
  {
    name: 'delete a trainee',
    path: '/training/trainees',
    shows: '11 people',
    open: async (page) => {
      await inMenu(page, /^Actions for/, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
      await dialogShows(page, 'Please type the word delete.');
    },
  },
  {
    name: 'fates of a list',
    path: '/training/trainees',
    shows: '11 people',
    open: async (page) => {
      await inMenu(page, 'Enroll people', /^Upload a list/);
      await page.getByRole('dialog').getByLabel('List of people').setInputFiles(list);
      await dialogShows(page, /^1 person of 4 will be added\./);
    },
  },
];

/** Of one that does. */
export const fullTrainingScreens = ({ person }: { person: string }): Screen[] => [
  { name: 'training overview', path: '/training', shows: 'Who needs a nudge' },
  {
    name: 'training overview as a table',
    path: '/training',
    shows: 'Who needs a nudge',
    open: async (page) => {
      await press('Show as table')(page);
      await press('Show as chart')(page);
      await press('Show as table')(page);
    },
  },
  ...traineeScreens,
  { name: 'training courses, taken', path: '/training/courses', shows: 'Your own courses' },
  {
    name: 'course of training',
    path: '/training/courses/01-start-safe',
    shows: 'What to remember, on one page: print it and hang it up.',
  },
  {
    name: 'preview of a course',
    path: '/training/courses/01-start-safe',
    shows: 'People in this course',
    open: async (page) => {
      await press('Preview')(page);
      await dialogShows(page, 'Afterwards you can');
    },
  },
  { name: 'trainee', path: `/training/trainees/all/${person}`, shows: 'In training since' },
  {
    name: 'training settings',
    path: '/training/settings',
    shows: 'Monthly digest for administrators',
    open: async (page) => {
      await page.getByLabel('Each in their own months').check();
      await page.getByLabel('Pass mark').fill('120');
      await reads(page, 'Use 50 to 100.');
    },
  },
];
