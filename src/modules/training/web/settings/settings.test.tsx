// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openTraining } from '../testing/training.tsx';

const calendar = async () => within(await screen.findByRole('region', { name: 'Calendar' }));

test('another calendar says what it changes before it is saved, and holds afterwards', async () => {
  const world = await openTraining();
  await world.add('Ann', 'Bo');
  const { user } = await world.open('/training/settings');
  const part = await calendar();
  expect(part.getByText(/^Course 1 opens in March 2026, course 12 in February 2027\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save settings' })).toMatchObject({ disabled: true });
  await user.selectOptions(part.getByRole('combobox', { name: 'Month of the first course' }), 'January 2026');
  expect(part.getByText(/For 2 people in training: open courses keep their due dates/)).toBeTruthy();
  await user.click(part.getByRole('radio', { name: 'Each in their own months' }));
  expect(part.queryByRole('combobox')).toBeNull();
  await user.click(screen.getByRole('switch', { name: /^Monthly digest for administrators/ }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() =>
    expect(world.said).toHaveBeenCalledWith('The settings of your training are saved.', { duration: 10_000 }),
  );
  expect((await world.overview()).settings).toMatchObject({
    calendar: 'own',
    digest: false,
    remind: true,
    passMark: null,
  });
  expect(await screen.findByText('Everything is saved.')).toBeTruthy();
});

test('a pass mark is a number from 50 to 100, or nothing for the usual one', async () => {
  const world = await openTraining();
  const { user } = await world.open('/training/settings');
  const mark = await screen.findByRole('textbox', { name: 'Pass mark' });
  expect(screen.getByText(/^Left empty: 80%/)).toBeTruthy();
  await user.type(mark, '40');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(screen.getByText('Use 50 to 100.')).toBeTruthy();
  expect(world.asked.some(({ url }) => url.includes('saveTrainingSettings'))).toBe(false);
  await user.clear(mark);
  await user.type(mark, '90 %');
  expect(screen.getByText(/^90% or more passes from now on\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(async () => expect((await world.overview()).settings.passMark).toBe(90));
});

test('what could not be saved stays as it was chosen, and can be discarded', async () => {
  const world = await openTraining();
  const { user } = await world.open('/training/settings');
  await user.click(await screen.findByRole('switch', { name: /^Invitations and reminders/ }));
  world.cutOff('saveTrainingSettings');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findAllByText('The settings were not saved.')).not.toEqual([]);
  expect(screen.getByRole('switch', { name: /^Invitations and reminders/ })).toMatchObject({
    checked: false,
  });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByRole('switch', { name: /^Invitations and reminders/ })).toMatchObject({ checked: true });
});
