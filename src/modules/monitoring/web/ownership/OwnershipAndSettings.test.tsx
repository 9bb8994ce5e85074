// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScans } from '../testing/scans.tsx';

type View = Awaited<ReturnType<Awaited<ReturnType<typeof openScans>>['open']>>;

const pick = async ({ user }: View, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const notice = () => screen.findByRole('region', { name: 'Proof of ownership' });

describe('a website that nobody has proved', () => {
  test('says that scans are a quick look, how to prove it, and what was seen instead', async () => {
    const world = await openScans();
    world.asksForProofs();
    await world.add({ targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com' });
    const view = await world.open();
    expect((await notice()).textContent).toContain('Until you verify it, scans check only encryption');
    await view.user.click(within(await notice()).getByRole('button', { name: 'Verify ownership' }));
    const asked = await dialog('Verify that you own the website');
    expect(await asked.findByText('_portal-verify.shop.acme-widgets.com')).toBeTruthy();
    await view.user.click(asked.getByRole('tab', { name: 'File' }));
    expect(asked.getByText('https://shop.acme-widgets.com/.well-known/portal-verification.txt')).toBeTruthy();
    await view.user.click(asked.getByRole('tab', { name: 'HTML tag' }));
    expect(asked.getByText(/^<meta name="portal-verification" content="[\w-]{32}">$/)).toBeTruthy();
    const mail = decodeURIComponent(asked.getByRole('link', { name: /web developer/ }).getAttribute('href')!);
    expect(mail).toContain('mailto:?subject=Please help us verify that we own shop.acme-widgets.com');
    expect(mail).toContain('_portal-verify.shop.acme-widgets.com');
    world.proofIs({ by: null, seen: 'There is no <b>TXT</b> record.' });
    await view.user.click(asked.getByRole('button', { name: 'Check now' }));
    expect(await asked.findByText('There is no <b>TXT</b> record.')).toBeTruthy();
    world.proofIs({ by: 'meta', seen: '' });
    await view.user.click(asked.getByRole('button', { name: 'Check now' }));
    expect((await screen.findAllByText('Your ownership of the website is verified')).length).toBeGreaterThan(
      0,
    );
    expect(screen.queryByRole('region', { name: 'Proof of ownership' })).toBeNull();
    expect(await screen.findByText(/Verified as yours by a line on its home page/)).toBeTruthy();
    await pick(view, 'Proof of Ownership');
    expect(
      await (
        await dialog('Verify that you own the website')
      ).findByText(/is verified as yours by a line on its home page, since Mar 2, 2026/),
    ).toBeTruthy();
  });

  test('shows on its report that less was done, and in its schedule what waits', async () => {
    const world = await openScans();
    world.asksForProofs();
    const id = await world.add({ targetName: 'Shop' });
    await world.call('scheduleScan', { targetId: id, recurrence: 'w', dateTime: '2026-03-05T18:00:00Z' });
    await world.scan(id);
    await world.open();
    expect(
      await screen.findByText('Lightning instead of Safe: you had not verified that you own the website.'),
    ).toBeTruthy();
    expect(await screen.findByText('Safe; Lightning until you verify that you own the website')).toBeTruthy();
  });

  test('where the scanner asks for no proof nothing is said of one', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const view = await world.open();
    await view.user.click(await screen.findByRole('button', { name: 'Actions' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).not.toContain(
      'Proof of Ownership',
    );
    expect(screen.queryByRole('region', { name: 'Proof of ownership' })).toBeNull();
  });
});

describe('scan settings', () => {
  test('keep a sign-in without showing its password again, and take it away', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com' });
    const view = await world.open();
    await pick(view, 'Scan Settings');
    let settings = await dialog('Scan Settings');
    await view.user.selectOptions(
      await settings.findByRole('combobox', { name: 'How scans sign in' }),
      'form',
    );
    await view.user.type(
      settings.getByRole('textbox', { name: /Sign-in page/ }),
      'https://elsewhere.example/login',
    );
    await view.user.type(settings.getByRole('textbox', { name: /User name/ }), 'scanner');
    await view.user.type(settings.getByLabelText(/^Password/), 'hunter-2-hunter');
    await view.user.click(settings.getByRole('button', { name: 'Save Settings' }));
    expect(await settings.findByText(/has to be on shop.acme-widgets.com itself/)).toBeTruthy();
    expect(settings.getByLabelText(/^Password/)).toHaveProperty('value', 'hunter-2-hunter');
    await view.user.clear(settings.getByRole('textbox', { name: /Sign-in page/ }));
    await view.user.type(settings.getByRole('textbox', { name: /Sign-in page/ }), '/login');
    await view.user.click(settings.getByRole('button', { name: 'Save Settings' }));
    expect((await screen.findAllByText('Scan settings are saved')).length).toBeGreaterThan(0);
    await pick(view, 'Scan Settings');
    settings = await dialog('Scan Settings');
    expect(
      await settings.findByText('Signs in as scanner at https://shop.acme-widgets.com/login'),
    ).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('hunter-2');
    await view.user.click(settings.getByRole('button', { name: 'Change' }));
    expect(settings.getByRole('textbox', { name: /User name/ })).toHaveProperty('value', 'scanner');
    expect(settings.getByLabelText(/^Password/)).toHaveProperty('value', '');
    await view.user.selectOptions(settings.getByRole('combobox', { name: 'How scans sign in' }), 'none');
    await view.user.click(settings.getByRole('button', { name: 'Save Settings' }));
    await expect.poll(async () => (await world.call('loadScanSettings', { targetId: id })).signIn).toBeNull();
  });

  test.each([
    ['form', /^Password/, 'Please enter the password.'],
    ['bearer', /^Token/, 'Please enter the token.'],
    ['header', /^Value/, 'Please enter the value.'],
    ['cookie', /^Cookie/, 'Please enter the cookie.'],
  ])(
    'a sign-in by %s without its secret is refused at that field, which a screen reader hears',
    async (kind, label, fault) => {
      const world = await openScans();
      const id = await world.add({ targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com' });
      const view = await world.open();
      await pick(view, 'Scan Settings');
      const settings = await dialog('Scan Settings');
      await view.user.selectOptions(
        await settings.findByRole('combobox', { name: 'How scans sign in' }),
        kind,
      );
      if (kind === 'form') {
        await view.user.type(settings.getByRole('textbox', { name: /Sign-in page/ }), '/login');
        await view.user.type(settings.getByRole('textbox', { name: /User name/ }), 'scanner');
      }
      if (kind === 'header')
        await view.user.type(settings.getByRole('textbox', { name: /^Name/ }), 'X-Api-Key');
      // the fault brings the reader back to its tab
      await view.user.click(settings.getByRole('tab', { name: 'Left alone' }));
      await view.user.click(settings.getByRole('button', { name: 'Save Settings' }));
      const told = await settings.findByText(fault);
      const field = settings.getByLabelText(label, { selector: 'input' });
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(told.id);
      expect(document.activeElement).toBe(field);
      await view.user.type(field, 'a');
      expect(field.getAttribute('aria-invalid')).not.toBe('true');
      expect(settings.queryByText(fault)).toBeNull();
      expect((await world.call('loadScanSettings', { targetId: id })).signIn).toBeNull();
    },
  );

  test('keep quiet hours and paths', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    const view = await world.open();
    await pick(view, 'Scan Settings');
    const settings = await dialog('Scan Settings');
    await view.user.click(await settings.findByRole('tab', { name: 'Quiet hours' }));
    await view.user.click(settings.getByRole('button', { name: 'Add Quiet Hours' }));
    await view.user.click(settings.getByRole('checkbox', { name: 'Fri' }));
    await view.user.click(settings.getByRole('tab', { name: 'Left alone' }));
    await view.user.type(
      settings.getByRole('textbox', { name: 'Paths' }),
      '/checkout/\nhttps://shop.acme-widgets.com/reports/x?y=1\n\n',
    );
    await view.user.click(settings.getByRole('button', { name: 'Save Settings' }));
    expect((await screen.findAllByText('Scan settings are saved')).length).toBeGreaterThan(0);
    expect(await world.call('loadScanSettings', { targetId: id })).toMatchObject({
      exclude: ['/checkout/', '/reports/x'],
      quietHours: [{ days: [1, 2, 3, 4], from: '08:00', to: '18:00' }],
    });
  });
});

test('a level that sends forms asks for a word of agreement, once', async () => {
  const world = await openScans();
  await world.setPlan('premium');
  await world.add({ targetName: 'Shop' });
  const view = await world.open();
  await pick(view, 'Schedule Scans');
  const form = await dialog('Schedule Scans');
  const level = await form.findByRole('combobox', { name: /Scan Level/ });
  expect(form.queryByRole('checkbox')).toBeNull();
  await view.user.selectOptions(level, 'normal');
  await view.user.click(form.getByRole('button', { name: 'Schedule Scans' }));
  expect(await form.findByText('Please agree, or choose a level that sends no forms.')).toBeTruthy();
  await view.user.click(form.getByRole('checkbox', { name: /Scans may send forms/ }));
  await view.user.click(form.getByRole('button', { name: 'Schedule Scans' }));
  expect((await screen.findAllByText('Scan is successfully scheduled')).length).toBeGreaterThan(0);
  const [target] = (await world.call('loadTargetList')).targetList;
  expect(target).toMatchObject({ scanProfile: 'normal', formsConfirmedAt: '2026-03-02T17:00:00Z' });
  await pick(view, 'Edit Scan Schedule');
  const again = await dialog('Edit Scan Schedule');
  await again.findByRole('combobox', { name: /Scan Level/ });
  expect(again.queryByRole('checkbox')).toBeNull();
});
