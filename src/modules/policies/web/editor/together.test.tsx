// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPolicies, toasted } from '../testing/policies.tsx';

const manager = () => screen.findByRole('textbox', { name: /password manager/i });
const draft = { id: 'passwords', customValues: { passwordManagerName: 'Keyring' } };

/** A draft that Ada edits while Cora saves it. */
async function bothAtWork() {
  const world = await openPolicies();
  await world.save(draft);
  const view = await world.open('/securitypolicy/passwords');
  const field = await manager();
  await view.user.clear(field);
  await view.user.type(field, 'Strongbox');
  const { etag } = await world.load('passwords');
  await world.save({ ...draft, etag, customValues: { passwordManagerName: 'Vaultkeeper' } }, world.cora);
  await view.user.click(screen.getByRole('button', { name: 'Save draft' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this policy' }));
  await dialog.findByText('Vaultkeeper');
  return { world, ...view, dialog };
}

describe('somebody else saved meanwhile', () => {
  test('who, when and what differs is shown, and nothing is overwritten yet', async () => {
    const { world, dialog } = await bothAtWork();
    expect(dialog.getByText('Cora Bell')).toBeTruthy();
    expect(dialog.getByText('Mar 2, 2026, 9:00 AM PST')).toBeTruthy();
    expect(dialog.getByText('Strongbox')).toBeTruthy();
    expect((await world.load('passwords')).customValues.passwordManagerName).toBe('Vaultkeeper');
    expect(screen.queryByText('Saving Policy Failed.')).toBeNull();
  });

  test("one's own is saved over it on purpose", async () => {
    const { world, user, dialog } = await bothAtWork();
    await user.click(dialog.getByRole('button', { name: 'Save mine over it' }));
    expect(await toasted('Draft saved.')).toBe(true);
    expect((await world.load('passwords')).customValues.passwordManagerName).toBe('Strongbox');
  });

  test("theirs is taken, and one's own can be brought back", async () => {
    const { world, user, dialog } = await bothAtWork();
    await user.click(dialog.getByRole('button', { name: 'Take theirs' }));
    await waitFor(async () => expect(await manager()).toHaveProperty('value', 'Vaultkeeper'));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(async () => expect(await manager()).toHaveProperty('value', 'Strongbox'));
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await toasted('Draft saved.')).toBe(true);
    await waitFor(async () =>
      expect((await world.load('passwords')).customValues.passwordManagerName).toBe('Strongbox'),
    );
  });
});

test('who approved meanwhile is named, and not who had saved the draft', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save(draft);
  const { user } = await world.open('/securitypolicy/passwords');
  await user.type(await manager(), ' Pro');
  const { etag } = await world.load('passwords');
  await world.save({ ...draft, etag, status: 'Active', approver: 'Bo Lind' }, world.cora);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this policy' }));
  const words = await dialog.findByText(/while you were working on it/);
  expect(words.textContent).toContain(
    'Version 1 was approved by Bo Lind, recorded by Cora Bell, on Mar 2, 2026',
  );
});

describe('work that is not saved', () => {
  test('is asked about before the page is left, and kept on request', async () => {
    const world = await openPolicies();
    await world.save(draft);
    const { user, at } = await world.open('/securitypolicy/passwords/1');
    await user.type(await manager(), ' Pro');
    await user.click(screen.getByRole('link', { name: 'Security Policies' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(at()).toBe('/securitypolicy/passwords/1');
    expect(await manager()).toHaveProperty('value', 'Keyring Pro');
    await user.click(screen.getByRole('link', { name: 'Security Policies' }));
    await user.click(await screen.findByRole('button', { name: 'Save draft and leave' }));
    await waitFor(() => expect(at()).toBe('/securitypolicy'));
    expect((await world.load('passwords')).customValues.passwordManagerName).toBe('Keyring Pro');
  });

  test('survives a reload, and is offered to this person only', async () => {
    const world = await openPolicies();
    await world.save(draft);
    const view = await world.open('/securitypolicy/passwords/1');
    await view.user.type(await manager(), ' Pro');
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    view.unmount();
    const kept = { ...sessionStorage };
    const again = await world.open('/securitypolicy/passwords/1');
    expect(await manager()).toHaveProperty('value', 'Keyring');
    await again.user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await manager()).toHaveProperty('value', 'Keyring Pro');
    again.unmount();
    Object.assign(sessionStorage, kept);
    await world.openAs(world.cora, '/securitypolicy/passwords/1');
    expect(await manager()).toHaveProperty('value', 'Keyring');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('policy-work'))).toEqual([]);
  });
});

describe('history', () => {
  async function twoVersions() {
    const world = await openPolicies();
    await world.fillCompany();
    const first = await world.save({ ...draft, status: 'Active' });
    await world.save({
      ...draft,
      etag: first.etag,
      status: 'Active',
      note: 'Another manager',
      customValues: { passwordManagerName: 'Strongbox' },
    });
    return world;
  }

  test('lists who approved what and why, and marks what changed word by word', async () => {
    const world = await twoVersions();
    const { user } = await world.open('/securitypolicy/passwords/2?show=history');
    const versions = within(await screen.findByRole('region', { name: 'Versions' }));
    expect(versions.getAllByRole('listitem')).toHaveLength(2);
    expect(versions.getByText('Another manager')).toBeTruthy();
    const changes = within(screen.getByRole('region', { name: 'What changed' }));
    expect(await changes.findByText(/^\d+ lines changed\.$/)).toBeTruthy();
    expect([...document.querySelectorAll('ins')].some((one) => one.textContent === 'Added: Strongbox')).toBe(
      true,
    );
    expect([...document.querySelectorAll('del')].some((one) => one.textContent === 'Removed: Keyring')).toBe(
      true,
    );
    const folded = changes.getAllByRole('button', { name: /^Show \d+ unchanged lines$/ })[0]!;
    const before = document.querySelectorAll('[data-kind=same]').length;
    await user.click(folded);
    expect(document.querySelectorAll('[data-kind=same]').length).toBeGreaterThan(before);
    await user.selectOptions(changes.getByRole('combobox', { name: 'From' }), 'Version 2, Mar 2, 2026');
    expect(await changes.findByText('Both versions say the same.')).toBeTruthy();
  });

  test('an earlier version says that it no longer holds, and leads to the one that does', async () => {
    const world = await twoVersions();
    const { user, at } = await world.open('/securitypolicy/passwords/1');
    expect(await screen.findByText('This version no longer holds.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Open version 2' }));
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy();
    expect(at()).toBe('/securitypolicy/passwords/2');
  });

  test('approving again makes the next version of the same text', async () => {
    const world = await twoVersions();
    const { user, at } = await world.open('/securitypolicy/passwords/2');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Approve again' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Approve policy' })).getByRole('button', {
        name: 'Approve',
      }),
    );
    expect(await toasted('Policy approved.')).toBe(true);
    await waitFor(() => expect(at()).toBe('/securitypolicy/passwords/3'));
  });
});

test('a policy that is not there is said to be gone', async () => {
  const world = await openPolicies();
  await world.open('/securitypolicy/nothing-like-it');
  expect(await screen.findByText('This policy is not here')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all policies' })).toBeTruthy();
});
