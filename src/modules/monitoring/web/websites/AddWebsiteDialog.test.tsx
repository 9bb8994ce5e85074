// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScans } from '../testing/scans.tsx';

type View = Awaited<ReturnType<Awaited<ReturnType<typeof openScans>>['open']>>;

const openDialog = async ({ user }: View, button = 'Add a Website') => {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: 'Add a Website to Scan' });
};

async function specify({ user }: View, name: string, url: string) {
  const nameField = screen.getByRole('textbox', { name: /Website name/ });
  await user.clear(nameField);
  if (name) await user.type(nameField, name);
  const urlField = screen.getByRole('textbox', { name: /^URL/ });
  await user.clear(urlField);
  if (url) await user.type(urlField, url);
  await user.click(screen.getByRole('button', { name: 'Next' }));
}

async function agree({ user }: View) {
  await user.click(await screen.findByRole('checkbox', { name: 'I have permission to scan this website' }));
  await user.click(screen.getByRole('button', { name: 'I Agree' }));
}

const otherSchedule = async ({ user }: View) =>
  user.click(await screen.findByRole('radio', { name: 'Choose another schedule' }));
const expectOneToast = async (...sentences: string[]) => {
  for (const words of sentences) await screen.findAllByText(new RegExp(words));
  await waitFor(() => expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(1));
};

test('the website of the company waits for permission alone, is scanned now and then every month, and is told in one toast', async () => {
  const world = await openScans({ companyUrl: 'www.acme-widgets.com' });
  const view = await world.open();
  const dialog = within(await openDialog(view));
  expect(await dialog.findByText('https://www.acme-widgets.com')).toBeTruthy();
  expect(dialog.queryByRole('textbox')).toBeNull();
  await agree(view);
  expect(await screen.findByRole('radio', { name: 'Scan now, then every month' })).toHaveProperty(
    'checked',
    true,
  );
  expect(dialog.getByText('Scan level Safe. The next scan runs on Apr 2, 2026, 1:00 AM PDT.')).toBeTruthy();
  await view.user.click(screen.getByRole('button', { name: 'Scan Now' }));
  await waitFor(() => expect(view.at()).toBe('/webappscan/acme-widgets.com'));
  await expectOneToast('Website is successfully created', 'Scan is successfully scheduled');
  expect(await screen.findByText('Scan initiated')).toBeTruthy();
  expect(await screen.findByText('Apr 2, 2026, 1:00 AM PDT')).toBeTruthy();
  const [kept] = (await world.call('loadTargetList')).targetList;
  expect(kept).toMatchObject({
    targetUrl: 'https://www.acme-widgets.com',
    recurrence: 'm',
    urlConfirmed: true,
    isScanInProgress: true,
  });
});

test('what the company gave as its website can be changed, and is not taken up where it may not be scanned', async () => {
  const world = await openScans({ companyUrl: 'www.google.com' });
  const view = await world.open();
  const dialog = within(await openDialog(view));
  expect(dialog.getByRole('textbox', { name: /^URL/ })).toHaveProperty('value', 'www.google.com');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('data-loading')).toBe(false),
  );
  expect(dialog.queryByText(/restricted/)).toBeNull();
  await view.user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByText('Scanning of this URL is restricted, contact support')).toBeTruthy();
  await specify(view, 'Shop', 'shop.acme-widgets.com');
  expect(await dialog.findByText('https://shop.acme-widgets.com')).toBeTruthy();
});

test('the first website is added in three steps, with permission, and scheduled for tomorrow at 1:00 AM', async () => {
  const world = await openScans();
  const view = await world.open();
  await openDialog(view);
  await specify(view, 'Online shop', 'https://shop.acme-widgets.com/');
  expect(await screen.findByText('https://shop.acme-widgets.com')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I Agree' })).toHaveProperty('disabled', true);
  await agree(view);
  await otherSchedule(view);
  expect(await screen.findByText('First scan: Mar 3, 2026, 1:00 AM PST, then once a quarter.')).toBeTruthy();
  await view.user.click(screen.getByRole('button', { name: 'Schedule Scan' }));
  await waitFor(() => expect(view.at()).toBe('/webappscan/Online%20shop'));
  await expectOneToast('Website is successfully created', 'Scan is successfully scheduled');
  expect(await screen.findByText('Mar 3, 2026, 1:00 AM PST')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [kept] = (await world.call('loadTargetList')).targetList;
  expect(kept).toMatchObject({
    targetName: 'Online shop',
    targetUrl: 'https://shop.acme-widgets.com',
    recurrence: 'q',
    scanProfile: 'safe',
  });
});

test('a schedule that is made while the new website is first looked at shows at once', async () => {
  const world = await openScans();
  const view = await world.open();
  const { fetch } = globalThis;
  let looked = () => {};
  let letGo = () => {};
  const asked = new Promise<void>((resolve) => (looked = resolve));
  const held = new Promise<void>((resolve) => (letGo = resolve));
  globalThis.fetch = async (...given) => {
    const address = String(given[0]);
    if (address.includes('scheduleScan')) await asked;
    const answer = await fetch(...given);
    if (address.includes('loadScheduleMap')) {
      // asked for before the schedule was made, answered after
      looked();
      await held;
    }
    return answer;
  };
  await openDialog(view);
  await specify(view, 'Online shop', 'https://shop.acme-widgets.com/');
  await agree(view);
  await otherSchedule(view);
  await view.user.click(await screen.findByRole('button', { name: 'Schedule Scan' }));
  expect((await screen.findAllByText(/Scan is successfully scheduled/)).length).toBeGreaterThan(0);
  letGo();
  expect(await screen.findByText('Mar 3, 2026, 1:00 AM PST')).toBeTruthy();
});

test('says what is missing in the first step', async () => {
  const world = await openScans();
  const view = await world.open();
  const dialog = within(await openDialog(view));
  const protocol = dialog.getByRole('combobox', { name: /Protocol/ });
  expect(protocol).toHaveProperty('value', 'https://');
  await view.user.selectOptions(protocol, '');
  await specify(view, '', '');
  expect(dialog.getByText('Please enter a name.')).toBeTruthy();
  expect(dialog.getByText('Please select a protocol.')).toBeTruthy();
  expect(dialog.getByText('Please enter a valid URL.')).toBeTruthy();
});

test.each([
  ['a website of everybody', 'https://www.google.com', 'Scanning of this URL is restricted, contact support'],
  ['one that is there already', 'http://blog.acme-widgets.com', 'This URL is already being used'],
])('does not go on with %s, and keeps what was typed', async (_what, url, message) => {
  const world = await openScans();
  await world.add({ targetName: 'Blog', targetUrl: 'https://blog.acme-widgets.com' });
  const view = await world.open();
  const dialog = within(await openDialog(view, 'Add Another Website'));
  await specify(view, 'Second', url);
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Website name/ })).toHaveProperty('value', 'Second');
  expect(dialog.queryByRole('checkbox')).toBeNull();
});

test('a name that somebody else takes meanwhile leads back to it, with everything kept', async () => {
  const world = await openScans();
  const view = await world.open();
  await openDialog(view);
  await specify(view, 'Shop', 'https://shop.acme-widgets.com');
  await agree(view);
  await otherSchedule(view);
  await view.user.click(await screen.findByRole('radio', { name: /Weekly/ }));
  await world.add({ targetName: 'SHOP', targetUrl: 'https://other.acme-widgets.com' });
  await view.user.click(screen.getByRole('button', { name: 'Schedule Scan' }));
  expect(await screen.findByText('This name already exists, choose another.')).toBeTruthy();
  expect((await screen.findAllByText('Create Website failed')).length).toBeGreaterThan(0);
  await specify(view, 'Shop two', 'https://shop.acme-widgets.com');
  await agree(view);
  expect(await screen.findByRole('radio', { name: /Weekly/ })).toHaveProperty('checked', true);
});

test('when only the schedule fails, only the schedule is tried again', async () => {
  const world = await openScans();
  const view = await world.open();
  await openDialog(view);
  await specify(view, 'Shop', 'https://shop.acme-widgets.com');
  await agree(view);
  world.cutOff('scheduleScan');
  await otherSchedule(view);
  await view.user.click(await screen.findByRole('radio', { name: /Monthly/ }));
  await view.user.click(screen.getByRole('button', { name: 'Schedule Scan' }));
  expect((await screen.findAllByText('Schedule Scan failed')).length).toBeGreaterThan(0);
  expect(
    await screen.findByText('The portal cannot be reached. Check your internet connection and try again.'),
  ).toBeTruthy();
  expect(screen.getByText('The website was added. What is left is its schedule.')).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Monthly/ })).toHaveProperty('checked', true);
  world.cutOff();
  await view.user.click(screen.getByRole('button', { name: 'Schedule Scan' }));
  await waitFor(() => expect(view.at()).toBe('/webappscan/Shop'));
  expect((await world.call('loadTargetList')).targetList).toMatchObject([
    { targetName: 'Shop', recurrence: 'm' },
  ]);
});

test('closing asks first, and Go back keeps everything', async () => {
  const world = await openScans();
  const view = await world.open();
  await openDialog(view);
  await view.user.type(screen.getByRole('textbox', { name: /Website name/ }), 'Shop');
  await view.user.click(screen.getByRole('button', { name: 'Close' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close without adding Website?' }));
  expect(question.getByText('Are you sure you want to close without scheduling?')).toBeTruthy();
  await view.user.click(question.getByRole('button', { name: 'Go back' }));
  expect(await screen.findByRole('textbox', { name: /Website name/ })).toHaveProperty('value', 'Shop');
  await view.user.keyboard('{Escape}');
  const again = within(await screen.findByRole('dialog', { name: 'Close without adding Website?' }));
  await view.user.click(again.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await world.call('loadTargetList')).targetList).toHaveLength(0);
});

test('at the limit of the plan the button explains itself and leads to the plans, also by keyboard', async () => {
  const world = await openScans();
  for (const name of ['one', 'two', 'three', 'four', 'five']) await world.add({ targetName: name });
  const view = await world.open();
  const button = await screen.findByRole('button', { name: 'Add Another Website' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await view.user.click(button);
  expect(screen.queryByRole('dialog', { name: 'Add a Website to Scan' })).toBeNull();
  expect(
    (await screen.findAllByText(/^You've reached the maximum of 5 website\(s\)\./)).length,
  ).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Upgrade Your Plan' }).getAttribute('href')).toBe('/plan');
  await view.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Upgrade Your Plan' })).toBeNull());
  expect(document.activeElement).toBe(button);
});
