// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScans } from '../testing/scans.tsx';

type World = Awaited<ReturnType<typeof openScans>>;

async function openDialog(world: World, item: 'Schedule Scans' | 'Edit Scan Schedule') {
  const view = await world.open();
  await view.user.click(await screen.findByRole('button', { name: 'Actions' }));
  await view.user.click(await screen.findByRole('menuitem', { name: item }));
  await screen.findByRole('dialog', { name: item });
  await screen.findByRole('textbox', { name: 'Hour' });
  return view;
}
const submit = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Schedule Scans' });
const scheduleOf = async (world: World, targetId: string) =>
  (await world.call('loadScheduleMap')).scheduleMap[targetId]?.[0];

test('a website gets a schedule by weekday', async () => {
  const world = await openScans();
  const id = await world.add({ targetName: 'Shop' });
  const { user } = await openDialog(world, 'Schedule Scans');
  await user.click(screen.getByRole('radio', { name: /Monthly/ }));
  await user.click(screen.getByRole('radio', { name: 'Day of the week' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Week' }), 'Last');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Day' }), 'Friday');
  await user.selectOptions(screen.getByRole('combobox', { name: /Scan Level/ }), 'Lightning');
  expect(screen.getByText('First scan: Mar 27, 2026, 1:00 AM PDT, then once a month.')).toBeTruthy();
  await user.click(submit());
  expect((await screen.findAllByText('Scan is successfully scheduled')).length).toBeGreaterThan(0);
  expect(await scheduleOf(world, id)).toMatchObject({
    recurrence: 'm',
    weekIndex: 'last',
    scheduledDayOfWeek: 5,
    scanProfile: 'lightning',
  });
  expect(await screen.findByText('Mar 27, 2026, 1:00 AM PDT')).toBeTruthy();
});

test('a schedule is taken up as it is, and changed', async () => {
  const world = await openScans();
  const id = await world.add({ targetName: 'Shop' });
  await world.call('scheduleScan', {
    targetId: id,
    recurrence: 'q',
    dateTime: '2026-03-31T20:30:00Z',
    dayOfMonth: 31,
  });
  const { user } = await openDialog(world, 'Edit Scan Schedule');
  expect(screen.getByRole('textbox', { name: /Starting on/ })).toHaveProperty('value', 'Mar 31, 2026');
  expect(screen.getByRole('textbox', { name: 'Hour' })).toHaveProperty('value', '1');
  expect(screen.getByRole('textbox', { name: 'Minute' })).toHaveProperty('value', '30');
  expect(screen.getByRole('textbox', { name: 'Day of the month' })).toHaveProperty('value', '31');
  await user.click(screen.getByRole('radio', { name: /Daily/ }));
  await user.click(screen.getByRole('button', { name: 'Save Schedule' }));
  expect((await screen.findAllByText('Scan schedule successfully updated')).length).toBeGreaterThan(0);
  expect(await scheduleOf(world, id)).toMatchObject({ recurrence: 'd', nextScan: '2026-03-31T20:30:00Z' });
});

test('what is no time goes back to what it was; what is no date or day is named', async () => {
  const world = await openScans();
  await world.add({ targetName: 'Shop' });
  const { user } = await openDialog(world, 'Schedule Scans');
  const hour = screen.getByRole('textbox', { name: 'Hour' });
  await user.clear(hour);
  await user.type(hour, '13');
  await user.tab();
  expect(hour).toHaveProperty('value', '1');
  const minute = screen.getByRole('textbox', { name: 'Minute' });
  await user.clear(minute);
  await user.type(minute, '5');
  await user.tab();
  expect(minute).toHaveProperty('value', '05');
  const date = screen.getByRole('textbox', { name: /Starting on/ });
  await user.clear(date);
  await user.type(date, 'Mar 1, 2026');
  const day = screen.getByRole('textbox', { name: 'Day of the month' });
  await user.clear(day);
  await user.type(day, '32');
  await user.click(submit());
  expect(screen.getByText('Date is not valid.')).toBeTruthy();
  expect(screen.getByText('Not a valid day of the month.')).toBeTruthy();
});

test('a call that fails keeps the dialog with everything in it', async () => {
  const world = await openScans();
  const id = await world.add({ targetName: 'Shop' });
  const { user } = await openDialog(world, 'Schedule Scans');
  await user.click(screen.getByRole('radio', { name: /Weekly/ }));
  world.cutOff('scheduleScan');
  await user.click(submit());
  expect((await screen.findAllByText('Schedule Scan failed')).length).toBeGreaterThan(0);
  expect(screen.getByRole('radio', { name: /Weekly/ })).toHaveProperty('checked', true);
  world.cutOff();
  await user.click(submit());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await scheduleOf(world, id)).toMatchObject({ recurrence: 'w' });
});

test('a frequency that the plan lacks cannot be chosen', async () => {
  const world = await openScans();
  const id = await world.add({ targetName: 'Shop' });
  await world.setPlan('essential');
  await openDialog(world, 'Schedule Scans');
  expect(screen.getByRole('radio', { name: /Quarterly/ })).toHaveProperty('checked', true);
  for (const name of [/Weekly/, /Daily/])
    expect(screen.getByRole('radio', { name })).toHaveProperty('disabled', true);
  expect(screen.getAllByText('Upgrade to use')).toHaveLength(2);
  expect(await scheduleOf(world, id)).toBeUndefined();
});
