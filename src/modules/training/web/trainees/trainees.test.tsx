// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogOf, listed, openTraining, person, rowOf } from '../testing/training.tsx';

const number = (at: number) => String(at).padStart(2, '0');
const crowd = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    person(`P${number(at + 1)}`, { department: at % 2 ? 'Sales' : 'Workshop' }),
  );

test('people come a page at a time from the server, and the address says which', async () => {
  const world = await openTraining();
  await world.add(...crowd(23));
  const { user, at } = await world.open('/training/trainees');
  expect(await screen.findByText('23 people')).toBeTruthy();
  expect(listed()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Page 3 of 3' }));
  await waitFor(() => expect(listed()).toEqual(['P21 Miller', 'P22 Miller', 'P23 Miller']));
  expect(at()).toBe('/training/trainees?page=3');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'sales');
  await waitFor(() => expect(at()).toBe('/training/trainees?search=sales'));
  expect(await screen.findByText('11 people')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(listed()[0]).toBe('P22 Miller'));
  expect(at()).toBe('/training/trainees?search=sales&down=1');
  expect(world.asked.findLast(({ body }) => body?.only === 'list')!.body).toMatchObject({
    search: 'sales',
    sort: 'name',
    down: true,
    page: 1,
    pageSize: 10,
  });
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'no one like that');
  expect(await screen.findByRole('heading', { name: 'No one matches' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show everyone' }));
  expect(await screen.findByText('23 people')).toBeTruthy();
  expect(at()).toBe('/training/trainees');
});

test('an address brings back what was searched, filtered and sorted; what it cannot mean counts as nothing', async () => {
  const world = await openTraining();
  await world.add(...crowd(12), person('Ann'), person('Bo'));
  await world.finish('ann@acme-widgets.com', '01-start-safe');
  await world.later(31);
  const { unmount } = await world.open(
    '/training/trainees?standing=overdue&course=01-start-safe&sort=department&down=1&page=2',
  );
  expect(await screen.findByText('13 people')).toBeTruthy();
  expect(listed()).toHaveLength(3);
  expect(screen.getByRole('combobox', { name: 'Show' })).toMatchObject({ value: 'overdue' });
  expect(screen.getByRole('combobox', { name: 'Course' })).toMatchObject({ value: '01-start-safe' });
  expect(screen.getByRole('columnheader', { name: 'Department' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  unmount();
  await world.open('/training/trainees?standing=lost&sort=shoe&page=-4');
  expect(await screen.findByText('14 people')).toBeTruthy();
});

test('a page that no longer exists leads to the last one', async () => {
  const world = await openTraining();
  await world.add(...crowd(11));
  const { user, at } = await world.open('/training/trainees?page=7');
  await user.click(await screen.findByRole('button', { name: 'Go to the last page' }));
  await waitFor(() => expect(listed()).toEqual(['P11 Miller']));
  expect(at()).toBe('/training/trainees?page=2');
});

test('rows are chosen over several pages and changed together; archiving frees seats, bringing back takes them', async () => {
  const world = await openTraining();
  await world.add(...crowd(12));
  const { user } = await world.open('/training/trainees');
  await user.click(await screen.findByRole('checkbox', { name: 'Select P01 Miller' }));
  await user.click(screen.getByRole('button', { name: 'Page 2 of 2' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select P12 Miller' }));
  const bar = within(screen.getByRole('region', { name: 'Chosen people' }));
  expect(bar.getByText('2 people selected')).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Archive' }));
  const question = await dialogOf('Archive 2 people?');
  await user.click(question.getByRole('button', { name: 'Archive' }));
  await waitFor(async () =>
    expect((await world.overview()).seats).toEqual({ total: 50, taken: 10, left: 40 }),
  );
  expect(await screen.findByText('10 of 50 seats taken')).toBeTruthy();
  expect(world.said.mock.calls.at(-1)![1]).toEqual({ duration: 10_000 });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Archived');
  expect(await screen.findByText('2 people')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select everyone on this page' }));
  await user.click(
    within(screen.getByRole('region', { name: 'Chosen people' })).getByRole('button', { name: 'Bring back' }),
  );
  await user.click((await dialogOf('Bring 2 people back?')).getByRole('button', { name: 'Bring back' }));
  await waitFor(async () => expect((await world.overview()).seats.taken).toBe(12));
});

test('courses of many are changed at once; what only some have stays so until it is touched', async () => {
  const world = await openTraining();
  await world.add('Ann', 'Bo');
  await world.post('editTraineesCourses', {
    trainees: [await world.idOf('bo@acme-widgets.com')],
    remove: ['12-incident-drill', '11-physical-suppliers'],
  });
  const { user } = await world.open('/training/trainees');
  await user.click(await screen.findByRole('checkbox', { name: 'Select everyone on this page' }));
  await user.click(screen.getByRole('button', { name: 'Edit courses' }));
  const dialog = await dialogOf('Edit courses');
  const drill = dialog.getByRole('checkbox', { name: /^12\./ });
  expect(drill).toMatchObject({ indeterminate: true, checked: false });
  expect(dialog.getAllByText('1 of 2 have it')).toHaveLength(2);
  expect(dialog.getByRole('button', { name: 'Save' })).toMatchObject({ disabled: true });
  await user.click(drill);
  await user.click(dialog.getByRole('checkbox', { name: /^2\./ }));
  expect(dialog.getByText('1 course added, 1 course removed.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const enrolled = new Map<string, number>(
    (await world.overview()).courses.map((one: { course: string; enrolled: number }) => [
      one.course,
      one.enrolled,
    ]),
  );
  expect([
    enrolled.get('12-incident-drill'),
    enrolled.get('11-physical-suppliers'),
    enrolled.get('02-phishing') ?? 0,
  ]).toEqual([2, 1, 0]);
});

test('details are edited; an address that somebody else has is refused with its reason, and what was typed stays', async () => {
  const world = await openTraining();
  await world.add('Ann', 'Bo');
  const { user } = await world.open('/training/trainees');
  const row = await rowOf('Ann Miller');
  await user.click(row.getByRole('button', { name: 'Actions for Ann Miller' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit details' }));
  const dialog = await dialogOf('Edit details');
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await user.clear(email);
  await user.type(email, 'nowhere');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please enter a valid email address.')).toBeTruthy();
  await user.clear(email);
  await user.type(email, 'bo@acme-widgets.com');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/address/);
  expect(email).toMatchObject({ value: 'bo@acme-widgets.com' });
  await user.clear(email);
  await user.type(email, 'ann.new@acme-widgets.com');
  await user.type(dialog.getByRole('textbox', { name: 'Department' }), 'Lab');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('ann.new@acme-widgets.com')).toBeTruthy();
  expect(screen.getByText('Lab')).toBeTruthy();
});

test('deleting is typed once and takes the person away for good; whoever dismisses it is back where they were', async () => {
  const world = await openTraining();
  await world.add('Ann', 'Bo');
  const { user } = await world.open('/training/trainees');
  (await rowOf('Ann Miller')).getByRole('button', { name: 'Actions for Ann Miller' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await dialogOf("Delete this person's training?");
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Ann Miller' })),
  );
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await dialogOf("Delete this person's training?");
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
  expect(dialog.getByText('Please type the word delete.')).toBeTruthy();
  expect((await world.overview()).seats.taken).toBe(2);
  await user.type(dialog.getByRole('textbox', { name: 'Type delete to confirm' }), 'Delete{Enter}');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ann Miller' })).toBeNull());
  expect((await world.overview()).seats.taken).toBe(1);
});

test('what cannot be loaded or changed says so, and nothing is lost', async () => {
  const world = await openTraining();
  await world.add('Ann');
  world.cutOff('loadTrainingData');
  const { user } = await world.open('/training/trainees');
  expect(await screen.findByRole('heading', { name: 'Your training could not be loaded' })).toBeTruthy();
  world.cutOff('editTrainee');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const row = await rowOf('Ann Miller');
  await user.click(row.getByRole('button', { name: 'Actions for Ann Miller' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  const question = await dialogOf('Archive this person?');
  await user.click(question.getByRole('button', { name: 'Archive' }));
  expect((await question.findByRole('alert')).textContent).toBe(
    'The portal cannot be reached. Check your internet connection and try again.',
  );
  world.cutOff();
  await user.click(question.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await world.overview()).archived).toBe(1);
});

test('an unknown tab leads to the page that says so', async () => {
  const world = await openTraining();
  const first = await world.open('/training/elsewhere');
  await waitFor(() => expect(first.at()).toBe('/404'));
  first.unmount();
  const second = await world.open('/training/settings/01-start-safe');
  await waitFor(() => expect(second.at()).toBe('/404'));
  second.unmount();
  const third = await world.open('/training/trainees/01-start-safe');
  await waitFor(() => expect(third.at()).toBe('/training/trainees?course=01-start-safe'));
});
