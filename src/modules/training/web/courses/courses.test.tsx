// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noGoals, organizationContract } from '#modules/organization/contract.ts';
import { queryClient } from '#platform/web/query.ts';
import { listed, openTraining } from '../testing/training.tsx';

const first = '01-start-safe';
const card = (title: string) => within(screen.getByRole('link', { name: title }).closest('li')!);

test('the twelve courses stand as a year, each with its month, its people, and the way into other learning systems', async () => {
  const world = await openTraining();
  await world.add('Ann', 'Bo');
  await world.finish('ann@acme-widgets.com', first);
  const { user } = await world.open('/training/courses');
  const year = within(await screen.findByRole('region', { name: 'The year' }));
  expect(year.getAllByRole('heading', { level: 3 })).toHaveLength(12);
  const start = card('Start safe: your part');
  expect(start.getByText('1 of 2 finished')).toBeTruthy();
  expect(start.getByText('This month')).toBeTruthy();
  expect(card('Phishing and fake messages').getByText('April 2026')).toBeTruthy();
  expect(card('Phishing and fake messages').getByText('2 people will take it')).toBeTruthy();
  await user.click(start.getByRole('button', { name: 'Actions for Start safe: your part' }));
  const scorm = await screen.findByRole('menuitem', { name: /^Export as SCORM 1\.2/ });
  expect((await world.ada.get(scorm.getAttribute('href')!.replace(/^\/api/, ''))).status).toBe(200);
  expect(screen.getByRole('menuitem', { name: 'Export as cmi5' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Bring your own course' })).toBeTruthy();
});

test('a course that serves a goal of the company says which', async () => {
  const world = await openTraining();
  await world.open('/training/courses');
  const orgGoals = { ...noGoals, meetRegulatoryRequirements: true };
  queryClient.setQueryData([organizationContract.profileCheck.path], { orgGoals });
  await screen.findByRole('region', { name: 'The year' });
  await waitFor(() =>
    expect(
      card('Handling data and privacy').getByText('For your goals: Meet regulatory requirements'),
    ).toBeTruthy(),
  );
  expect(card('Start safe: your part').queryByText(/For your goals/)).toBeNull();
});

test('one course: what is in it, what it counts toward, how far its people are, and its poster', async () => {
  const world = await openTraining();
  await world.add('Ann', 'Bo');
  await world.finish('ann@acme-widgets.com', first, 90);
  const { user, at } = await world.open(`/training/courses/${first}`);
  const about = within(await screen.findByRole('region', { name: 'In this course' }));
  expect(about.getByText(/^NIST CSF 2\.0$/).parentElement!.textContent).toMatch(/PR\.AT-01/);
  expect(about.getAllByRole('listitem').length).toBeGreaterThan(8);
  const progress = within(screen.getByRole('region', { name: 'Progress' }));
  expect(progress.getByText('1 of 2 people finished')).toBeTruthy();
  expect(progress.getByText(/Shown once five people have taken the test/)).toBeTruthy();
  await waitFor(() => expect(listed()).toEqual(['Ann Miller', 'Bo Miller']));
  expect(
    within(screen.getByRole('link', { name: 'Ann Miller' }).closest('tr')!).getByText('90%'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ann Miller' }).getAttribute('href')).toBe(
    `/training/courses/${first}/${await world.idOf('ann@acme-widgets.com')}`,
  );
  const poster = within(await screen.findByRole('article', { name: 'Poster' }));
  expect(poster.getAllByRole('listitem').length).toBeGreaterThan(1);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(at()).toBe(`/training/courses/${first}?down=1`));
  await waitFor(() => expect(listed()).toEqual(['Bo Miller', 'Ann Miller']));
});

test('a course is looked at as its people see it, and nothing of that is recorded', async () => {
  const world = await openTraining();
  await world.add('Ann');
  const { user } = await world.open(`/training/courses/${first}`);
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  const player = within(await screen.findByRole('dialog', { name: 'Preview, nothing is recorded' }));
  await user.click(await player.findByRole('button', { name: 'Start' }));
  expect(await player.findByRole('heading', { name: 'They try every door' })).toBeTruthy();
  const steps = world.asked.filter(({ url }) => url.includes('previewCourse')).map(({ body }) => body);
  expect(steps.some(({ action }) => action?.kind === 'open')).toBe(true);
  // each step brings along what the one before left
  expect(steps.findLast(({ action }) => action !== undefined && action !== null).state).toBeTypeOf('string');
  const [left] = await world.inOrg((db) =>
    db
      .selectFrom('trainingPlay')
      .select((of) => of.fn.countAll<number>().as('n'))
      .execute(),
  );
  expect(left!.n).toBe(0);
});

test('a course that is not there says so', async () => {
  const world = await openTraining();
  await world.open('/training/courses/13-unlucky');
  expect(await screen.findByRole('heading', { name: 'This course is not here' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all courses' }).getAttribute('href')).toBe(
    '/training/courses',
  );
});
