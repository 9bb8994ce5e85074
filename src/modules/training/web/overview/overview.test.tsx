// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogOf, openTraining, person } from '../testing/training.tsx';

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const first = '01-start-safe';
const tile = (label: string) => screen.getByText(label).closest('a')!.textContent;

/** Four people in the second month: one has finished both courses, one the first, two are late with it. */
async function secondMonth() {
  const world = await openTraining();
  await world.add('Ann', 'Bo', 'Cy', 'Dee');
  await world.finish('ann@acme-widgets.com', first);
  await world.finish('bo@acme-widgets.com', first);
  await world.later(35);
  await world.post('loadTrainingData', { only: 'overview', updateWithSync: true });
  await world.finish('ann@acme-widgets.com', '02-phishing');
  return world;
}

test('before the first person: the ways to begin, and the year that comes', async () => {
  const world = await openTraining({ plan: 'essential' });
  await world.open('/training');
  expect(await screen.findByRole('heading', { name: 'Enroll your team' })).toBeTruthy();
  expect(screen.getByText(/Your plan has 15 seats\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Type or paste names' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Upload a list' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Enroll your/ })).toBeNull();
  expect(within((await region('The year')).getByRole('list')).getAllByRole('listitem')).toHaveLength(12);
});

test('the whole is told in numbers that agree with each other: rings, tiles, months, courses, people', async () => {
  const world = await secondMonth();
  const { user } = await world.open('/training');
  expect(await screen.findByRole('heading', { name: '3 of 8 open courses finished' })).toBeTruthy();
  expect(screen.getByText(/2 courses are past their due date\./)).toBeTruthy();
  expect(tile('Seats taken')).toMatch(/4 of 50.*46 seats free/);
  await waitFor(() => expect(tile('People who are late')).toMatch(/^People who are late2/));
  expect(tile('Course of this month')).toMatch(/Month 2 of 12/);
  const months = await region('Month by month');
  const chart = months.getByRole('slider', { name: 'Courses by the month in which they opened' });
  chart.focus();
  expect(chart.getAttribute('aria-valuetext')).toBe('April 2026: 1 of 4 finished. 3 open');
  await user.keyboard('{ArrowLeft}');
  expect(chart.getAttribute('aria-valuetext')).toBe('March 2026: 2 of 4 finished. 2 overdue');
  expect(chart.parentElement!.textContent).toContain('2 of 4 finished');
  await user.click(months.getByRole('button', { name: 'Show as table' }));
  expect(
    months.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
  ).toEqual(['Month Finished Open Overdue All', 'March 2026 2 0 2 4', 'April 2026 1 3 0 4']);
  const courses = await region('Course by course');
  const link = courses.getByRole('link', { name: /^Start safe/ });
  expect(link.textContent).toMatch(/50% finished, 2 of 4, 2 overdue/);
  expect(link.getAttribute('href')).toBe('/training/courses/01-start-safe');
  const late = await region('Who needs a nudge');
  expect(
    late
      .getAllByRole('link')
      .map((one) => one.textContent)
      .toSorted(),
  ).toEqual(['Cy Miller', 'Dee Miller']);
});

test('whoever is late is reminded from here, one or all', async () => {
  const world = await secondMonth();
  const mails = async () => {
    await world.portal.runJobs();
    return (await world.portal.mailbox.list({ to: 'cy@acme-widgets.com' })).length;
  };
  const before = await mails();
  const { user } = await world.open('/training');
  await user.click(
    await (await region('Who needs a nudge')).findByRole('button', { name: 'Remind Cy Miller' }),
  );
  expect(await screen.findAllByText(/^Reminder sent to 1 person\./)).not.toEqual([]);
  expect(await mails()).toBe(before + 1);
  await user.click(screen.getByRole('button', { name: 'Remind everyone' }));
  await user.click(
    (await dialogOf('Remind everyone with something due?')).getByRole('button', { name: 'Send reminders' }),
  );
  expect(await screen.findAllByText(/^Reminder sent to 2 people\. 1 person skipped/)).not.toEqual([]);
});

test('topics are named once enough people answered, and never a person', async () => {
  const world = await openTraining();
  await world.add(...Array.from({ length: 6 }, (_, at) => person(`P${at}`)));
  const tally = (questionId: string, asked: number, missed: number, scoreSum: number) =>
    world.inOrg((db) =>
      db
        .insertInto('trainingAnswerTally')
        .values({ orgId: world.ada.orgId, courseId: first, questionId, asked, missed, scoreSum })
        .execute(),
    );
  await tally('', 6, 0, 420);
  await tally('too-small', 6, 3, 0);
  await world.open('/training');
  const topics = await region('Hardest topics');
  expect(topics.getByRole('listitem').textContent).toMatch(/^50%missed it.*Start safe: your part/);
  expect(screen.getByText('First try at the test').parentElement!.textContent).toMatch(/70 % right/);
  expect(topics.queryByText(/Miller/)).toBeNull();
});

test('numbers can be counted anew; where that fails, the last ones stay', async () => {
  const world = await openTraining();
  await world.add('Ann');
  const { user } = await world.open('/training');
  expect(await screen.findByText('Mar 2, 2026, 10:00 AM PST')).toBeTruthy();
  world.cutOff('loadTrainingData');
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  expect(await screen.findAllByText('Failed to upload the most recent report')).not.toEqual([]);
  expect(screen.getByText('Mar 2, 2026, 10:00 AM PST')).toBeTruthy();
  world.cutOff();
  world.portal.clock.advance(120);
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  expect(await screen.findByText('Mar 2, 2026, 10:02 AM PST')).toBeTruthy();
  expect(world.asked.some(({ body }) => body?.updateWithSync === true)).toBe(true);
});

test('a plan without training says so and leads to the plans', async () => {
  const world = await openTraining();
  await world.add('Ann');
  await world.usePlan('free');
  await world.open('/training');
  expect(await screen.findByRole('heading', { name: 'Training is not active' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plan');
  expect(screen.getByText("Everyone's progress is safe.")).toBeTruthy();
});

test('tabs are gone through by arrow keys, each with its address', async () => {
  const world = await openTraining();
  await world.add('Ann');
  const { user, at } = await world.open('/training');
  (await screen.findByRole('tab', { name: 'Overview' })).focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(at()).toBe('/training/trainees'));
  expect(await screen.findByRole('link', { name: 'Ann Miller' })).toBeTruthy();
  await user.keyboard('{End}');
  await waitFor(() => expect(at()).toBe('/training/settings'));
  expect(await screen.findByRole('region', { name: 'Calendar' })).toBeTruthy();
});
