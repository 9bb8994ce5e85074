// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogOf, openTraining } from '../testing/training.tsx';

const stops = async () =>
  within(await screen.findByRole('region', { name: 'Courses' }))
    .getAllByRole('listitem')
    .filter((one) => one.querySelector('a'));

test('one person: the year with status, dates, score and tries, and never an answer', async () => {
  const world = await openTraining();
  await world.add('Ann');
  await world.finish('ann@acme-widgets.com', '01-start-safe', 90);
  const id = await world.idOf('ann@acme-widgets.com');
  await world.open(`/training/trainees/all/${id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Miller' })).toBeTruthy();
  const all = await stops();
  expect(all).toHaveLength(12);
  expect(all[0]!.textContent).toMatch(
    /Start safe: your partFinished Mar 2, 2026Best score 90%1 try at the test.*90%Passed.*Finished$/,
  );
  expect(all[1]!.textContent).toMatch(/Opens Apr 1, 2026.*Not open yet$/);
  expect(screen.getByText('1 of 12')).toBeTruthy();
  expect(screen.getByText('Nothing to do until the next course opens.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/training/trainees');
});

test('within a course the way back leads to it, and the course is marked', async () => {
  const world = await openTraining();
  await world.add('Ann');
  await world.open(`/training/courses/02-phishing/${await world.idOf('ann@acme-widgets.com')}`);
  expect(
    within((await stops())[1]!)
      .getByRole('link')
      .closest('[aria-current]'),
  ).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Phishing and fake messages' })[0]!.getAttribute('href')).toBe(
    '/training/courses/02-phishing',
  );
});

test('a new link is mailed and the one before ends; archiving says what stays; deleting leads back to the list', async () => {
  const world = await openTraining();
  await world.add('Ann');
  const id = await world.idOf('ann@acme-widgets.com');
  const mails = async () => {
    await world.portal.runJobs();
    return (await world.portal.mailbox.list({ to: 'ann@acme-widgets.com' })).length;
  };
  const before = await mails();
  const { user, at } = await world.open(`/training/trainees/all/${id}`);
  const act = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Ann Miller' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await act('Send new link');
  await user.click((await dialogOf('Send a new link?')).getByRole('button', { name: 'Send new link' }));
  await waitFor(() =>
    expect(world.said).toHaveBeenCalledWith(
      'A new link is on its way to Ann Miller. The old one has stopped working.',
      {
        duration: 10_000,
      },
    ),
  );
  expect(await mails()).toBe(before + 1);
  await act('Archive');
  await user.click((await dialogOf('Archive this person?')).getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Archived: no emails, no seat, and the record stays.')).toBeTruthy();
  await act('Bring back');
  await user.click((await dialogOf('Bring this person back?')).getByRole('button', { name: 'Bring back' }));
  await waitFor(() => expect(screen.queryByText(/^Archived:/)).toBeNull());
  await act('Delete');
  const dialog = await dialogOf("Delete this person's training?");
  await user.type(dialog.getByRole('textbox'), 'delete{Enter}');
  await waitFor(() => expect(at()).toBe('/training/trainees'));
  expect((await world.overview()).seats.taken).toBe(0);
});

test.each([
  ['an invented person', '00000000-0000-4000-8000-000000000000'],
  ['no id at all', 'nobody'],
])('%s is not here', async (_what, id) => {
  const world = await openTraining();
  await world.add('Ann');
  await world.open(`/training/trainees/all/${id}`);
  expect(await screen.findByRole('heading', { name: 'This person is not here' })).toBeTruthy();
});
