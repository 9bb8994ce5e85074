// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPolicies, toasted } from '../testing/policies.tsx';

const paper = async () => within(await screen.findByRole('article', { hidden: true }));
const saveButton = () => screen.getByRole('button', { name: 'Save draft' });
const bar = () => within(screen.getByRole('region', { name: 'Draft' }));

describe('filling in', () => {
  test('a value stands in the text as it is typed, and saving gives the draft its address', async () => {
    const world = await openPolicies();
    const { user, at } = await world.open('/securitypolicy/passwords');
    const field = await screen.findByRole('textbox', { name: /password manager/i });
    await user.clear(field);
    await user.click(field);
    await user.paste('Keyring <script>{{companyName}}');
    const text = await paper();
    await waitFor(() =>
      expect(text.getAllByText('Keyring <script>{{companyName}}').length).toBeGreaterThan(0),
    );
    expect(document.querySelector('article script')).toBeNull();
    expect(bar().getByText('Unsaved changes')).toBeTruthy();
    await user.click(saveButton());
    expect(await toasted('Draft saved.')).toBe(true);
    await waitFor(() => expect(at()).toBe('/securitypolicy/passwords/1'));
    expect(bar().getByText('Saved Mar 2, 2026, 9:00 AM PST by Ada Vance')).toBeTruthy();
    expect((await world.load('passwords')).customValues).toEqual({
      passwordManagerName: 'Keyring <script>{{companyName}}',
    });
  });

  test('numbers out of range are told and not saved', async () => {
    const world = await openPolicies();
    const { user } = await world.open('/securitypolicy/passwords');
    const field = await screen.findByRole('textbox', { name: /without a second factor/i });
    await user.clear(field);
    await user.type(field, '3');
    await user.click(saveButton());
    expect((await screen.findByRole('alert')).textContent).toMatch(/whole number from \d+ to 64/);
    expect((await world.load('passwords')).saved).toBe(false);
  });

  test('a switch brings its paragraphs and takes them away', async () => {
    const world = await openPolicies();
    const { user } = await world.open('/securitypolicy/backup');
    const rules = async () => (await paper()).getAllByText(/^3\.\d+$/, { ignore: 'h3' }).length;
    const before = await rules();
    await user.click(await screen.findByRole('switch', { name: /copy/i }));
    await waitFor(async () => expect(await rules()).not.toBe(before));
  });

  test('own entries join the choices, and rows are added and removed', async () => {
    const world = await openPolicies();
    const { user } = await world.open('/securitypolicy/infosec');
    const laws = within(await screen.findByRole('group', { name: /Laws, standards/ }));
    await user.type(laws.getByRole('textbox', { name: /add your own/ }), 'the charter of our guild{Enter}');
    expect(laws.getByRole('checkbox', { name: 'the charter of our guild' })).toHaveProperty('checked', true);
    const rows = within(screen.getByRole('group', { name: /What is measured/ }));
    const count = rows.getAllByRole('textbox', { name: /^Measure, row/ }).length;
    await user.click(rows.getByRole('button', { name: 'Add row' }));
    await user.type(rows.getByRole('textbox', { name: `Measure, row ${count + 1}` }), 'Doors found open');
    await user.type(rows.getByRole('textbox', { name: `Target, row ${count + 1}` }), 'None');
    await user.click(rows.getByRole('button', { name: 'Remove row 1' }));
    expect(rows.getAllByRole('textbox', { name: /^Measure, row/ })).toHaveLength(count);
    await user.click(saveButton());
    expect(await toasted('Draft saved.')).toBe(true);
    const { customValues } = await world.load('infosec');
    expect(customValues.applicableLaws).toContain('the charter of our guild');
    expect(customValues.measures.at(-1)).toEqual({ measure: 'Doors found open', target: 'None' });
    expect(customValues.measures).toHaveLength(count);
  });

  test('clicking a value in the text leads to its field', async () => {
    const world = await openPolicies();
    const { user } = await world.open('/securitypolicy/passwords');
    await user.click(await screen.findByRole('tab', { name: 'Read the text' }));
    await user.click((await paper()).getAllByText('15')[0]!);
    await waitFor(() => expect(document.activeElement?.id).toBe('value-minLengthNoMfa'));
    expect(screen.getByRole('tab', { name: 'Fill in' }).getAttribute('aria-selected')).toBe('true');
  });

  test('the keyboard saves', async () => {
    const world = await openPolicies();
    const { user } = await world.open('/securitypolicy/passwords');
    await user.type(await screen.findByRole('textbox', { name: /password manager/i }), 'Keyring');
    const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true, bubbles: true });
    fireEvent(window, event);
    expect(event.defaultPrevented).toBe(true);
    expect(await toasted('Draft saved.')).toBe(true);
  });
});

describe('approving', () => {
  test('required values that are empty are named, and each leads to its field', async () => {
    const world = await openPolicies();
    const { user } = await world.open('/securitypolicy/passwords');
    await screen.findByRole('textbox', { name: /password manager/i });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve policy' }));
    const link = await dialog.findByRole('button', { name: /password manager/i });
    await user.click(link);
    await waitFor(() => expect(document.activeElement?.id).toBe('value-passwordManagerName'));
    expect((await world.load('passwords')).saved).toBe(false);
  });

  test('says what is frozen, and shows what then holds', async () => {
    const world = await openPolicies();
    await world.fillCompany();
    const { user, at } = await world.open('/securitypolicy/passwords');
    await user.type(await screen.findByRole('textbox', { name: /password manager/i }), 'Keyring');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve policy' }));
    expect(await dialog.findByText('What is frozen with your approval')).toBeTruthy();
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Approved by' })).toHaveProperty('value', 'Ada Vance'),
    );
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await toasted('Policy approved.')).toBe(true);
    await waitFor(() => expect(at()).toBe('/securitypolicy/passwords/1'));
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy();
    const { textHash } = await world.load('passwords');
    expect(screen.getByText(textHash)).toBeTruthy();
    expect(screen.getByText('PR.AA-01')).toBeTruthy();
  });

  test('a changed version asks what changed and whether people sign again', async () => {
    const world = await openPolicies();
    await world.fillCompany();
    await world.save({ id: 'passwords', status: 'Active', customValues: { passwordManagerName: 'Keyring' } });
    const { user, at } = await world.open('/securitypolicy/passwords');
    await user.click(await screen.findByRole('link', { name: 'Edit' }));
    const field = await screen.findByRole('textbox', { name: /password manager/i });
    expect(
      bar().getByText('Version 2 is not saved yet. Version 1 stays in force until you approve a new one.'),
    ).toBeTruthy();
    expect(screen.getAllByText('Unsaved draft').length).toBeGreaterThan(0);
    expect(screen.queryByText(/^Saved /)).toBeNull();
    expect(screen.queryByText('Draft')).toBeNull();
    await user.clear(field);
    await user.type(field, 'Strongbox');
    await user.click(saveButton());
    await waitFor(() => expect(at()).toBe('/securitypolicy/passwords/2'));
    expect(screen.queryByText('Unsaved draft')).toBeNull();
    expect(bar().getByText(/^Saved Mar 2, 2026/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve policy' }));
    await user.type(await dialog.findByRole('textbox', { name: 'What changed' }), 'Another password manager');
    await user.click(dialog.getByRole('checkbox', { name: /ask people to sign again/ }));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await toasted('Policy approved.')).toBe(true);
    expect(await world.load('passwords')).toMatchObject({
      version: 2,
      inForce: true,
      note: 'Another password manager',
      material: true,
    });
  });

  test('an outside approver is asked, and the draft says so', async () => {
    const world = await openPolicies();
    await world.fillCompany();
    await world.save({ id: 'passwords', customValues: { passwordManagerName: 'Keyring' } });
    const { user } = await world.open('/securitypolicy/passwords');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Notify approver' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notify approver' }));
    await user.click(await dialog.findByRole('radio', { name: /without an account/ }));
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(dialog.getByText('Please enter a name.')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lena Frost');
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'lena@elsewhere-tools.com');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    const notice = await screen.findByRole('region', { name: 'Sent for approval' });
    expect(notice.textContent).toMatch(
      /Lena Frost \(lena@elsewhere-tools\.com\) on Mar 2, 2026\. The link works until Mar 16, 2026/,
    );
    expect(screen.getByText('Sent for approval')).toBeTruthy();
    // the next round begins with who was asked before
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Notify approver' }));
    const again = within(await screen.findByRole('dialog', { name: 'Notify approver' }));
    expect(await again.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Lena Frost');
    expect(again.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'lena@elsewhere-tools.com');
  });
});

test('a save that the server cannot take is told and keeps what was typed', async () => {
  const world = await openPolicies();
  const { user } = await world.open('/securitypolicy/passwords');
  const field = await screen.findByRole('textbox', { name: /password manager/i });
  await user.type(field, 'Keyring');
  world.cutOff('policySave');
  await user.click(saveButton());
  expect(await toasted('Saving Policy Failed.')).toBe(true);
  expect(field).toHaveProperty('value', 'Keyring');
  expect(bar().getByText('Unsaved changes')).toBeTruthy();
});

test('a draft is deleted after a question, and the list follows', async () => {
  const world = await openPolicies();
  await world.save({ id: 'passwords', customValues: { passwordManagerName: 'Keyring' } });
  const { user, at } = await world.open('/securitypolicy/passwords/1');
  await user.type(await screen.findByRole('textbox', { name: /password manager/i }), ' and more');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete draft' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete draft' }));
  expect(await toasted('Draft deleted.')).toBe(true);
  await waitFor(() => expect(at()).toBe('/securitypolicy'));
  expect(sessionStorage.length).toBe(0);
});
