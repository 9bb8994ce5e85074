// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noGoals, organizationContract } from '#modules/organization/contract.ts';
import { queryClient } from '#platform/web/query.ts';
import { openPolicies, toasted } from './testing/policies.tsx';

const own = async () => within(await screen.findByRole('region', { name: 'Your policies' }));
const names = (rows: HTMLElement[]) =>
  rows.map((row) => row.textContent?.replace('Newer template available', ''));

test('a fresh account begins with five of the eighteen templates', async () => {
  const world = await openPolicies();
  const { user, at } = await world.open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Security Policies' })).toBeTruthy();
  expect((await own()).getByText('No policies yet')).toBeTruthy();
  const starters = within(screen.getByRole('list', { name: 'Begin with these five' })).getAllByRole('link');
  expect(starters).toHaveLength(5);
  const others = within(
    screen.getByRole('list', { name: 'Add these when the first ones hold' }),
  ).getAllByRole('link');
  expect(others).toHaveLength(13);
  expect(screen.getByText(/not legal advice/)).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Begin with the first one' }));
  await waitFor(() => expect(at()).toBe('/securitypolicy/infosec'));
});

test('a template that serves a goal of the company says which', async () => {
  const world = await openPolicies();
  const orgGoals = { ...noGoals, meetRegulatoryRequirements: true };
  const view = await world.open();
  queryClient.setQueryData([organizationContract.profileCheck.path], { orgGoals });
  const card = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent;
  await waitFor(async () =>
    expect(await card('Logging & Monitoring')).toContain('For your goals: Meet regulatory requirements'),
  );
  expect(await card('Backup & Recovery')).not.toContain('For your goals');
  expect(view.at()).toBe('/securitypolicy');
});

test('own policies show status, version, approver and review; they are found, filtered and sorted', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save({ id: 'passwords', status: 'Active', customValues: { passwordManagerName: 'Keyring' } });
  await world.save({ name: 'Visitors in the workshop', custom: true, customPolicy: '<p>Sign the book.</p>' });
  const { user, at } = await world.open();
  const list = await own();
  await waitFor(() =>
    expect(names(list.getAllByRole('rowheader'))).toEqual([
      'Visitors in the workshop',
      'Passwords & Sign-in',
    ]),
  );
  const row = within(list.getByRole('row', { name: /Passwords/ }));
  expect(row.getByText('Active')).toBeTruthy();
  expect(row.getByText('Ada Vance')).toBeTruthy();
  expect(row.getByText('Mar 2, 2026')).toBeTruthy();
  expect(row.getByText('Mar 2, 2027')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Policy' }));
  expect(names(list.getAllByRole('rowheader'))).toEqual(['Passwords & Sign-in', 'Visitors in the workshop']);
  await user.selectOptions(list.getByRole('combobox', { name: 'Status' }), 'Active (1)');
  expect(names(list.getAllByRole('rowheader'))).toEqual(['Passwords & Sign-in']);
  expect(at()).toBe('/securitypolicy?status=active');
  await user.type(list.getByRole('searchbox', { name: 'Search' }), 'visitors');
  await user.click(list.getByRole('button', { name: 'Clear search and filter' }));
  expect(list.getAllByRole('rowheader')).toHaveLength(2);
});

test('a review that is near or past stands out in words', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save({ id: 'passwords', status: 'Active', customValues: { passwordManagerName: 'Keyring' } });
  await world.subscribe();
  await world.later(350 * 86_400);
  const view = await world.open();
  expect(await (await own()).findByText(/^Soon,/)).toBeTruthy();
  view.unmount();
  await world.later(30 * 86_400);
  await world.open();
  expect(await (await own()).findByText(/^Overdue since/)).toBeTruthy();
});

test('a draft is deleted after a question, an approved version is not on offer for it', async () => {
  const world = await openPolicies();
  await world.save({ name: 'Visitors', custom: true, customPolicy: '<p>Sign the book.</p>' });
  const { user } = await world.open();
  const list = await own();
  await user.click(await list.findByRole('button', { name: 'Actions: Visitors, version 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete draft' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete draft?' }));
  await user.click(question.getByRole('button', { name: 'Delete draft' }));
  expect(await toasted('Draft deleted.')).toBe(true);
  expect(await screen.findByText('No policies yet')).toBeTruthy();
});

test('of an active policy the menu has the file and the history, but no deletion', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save({ id: 'passwords', status: 'Active', customValues: { passwordManagerName: 'Keyring' } });
  const { user } = await world.open();
  await user.click(await screen.findByRole('button', { name: 'Actions: Passwords & Sign-in, version 1' }));
  const file = await screen.findByRole('menuitem', { name: 'Download PDF' });
  expect(decodeURIComponent(file.getAttribute('href')!)).toBe(
    '/api/policy/policyDownload/passwords;1/Passwords_Sign_in_v1.pdf',
  );
  expect(screen.getByRole('menuitem', { name: 'History' }).getAttribute('href')).toBe(
    '/securitypolicy/passwords/1?show=history',
  );
  expect(screen.queryByRole('menuitem', { name: 'Delete draft' })).toBeNull();
});

test('company details are given once and fill every draft', async () => {
  const world = await openPolicies();
  const { user } = await world.open();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Company details for all policies' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Company details for all policies' }));
  const owner = await dialog.findByRole('textbox', { name: /owner/i });
  await user.clear(owner);
  await user.type(owner, 'Nora Quill');
  const email = dialog.getByRole('textbox', { name: /email/i });
  await user.clear(email);
  await user.type(email, 'not an address');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findAllByText(/valid email address/)).length).toBeGreaterThan(0);
  await user.clear(email);
  await user.type(email, 'desk@acme-widgets.com');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await toasted('Company details saved.')).toBe(true);
  const { template } = await world.load('infosec');
  expect(template.defaults).toMatchObject({
    policyOwner: 'Nora Quill',
    securityContactEmail: 'desk@acme-widgets.com',
  });
});

test('when the server cannot be reached the page says so and loads when it is back', async () => {
  const world = await openPolicies();
  world.cutOff('policyList');
  const { user } = await world.open();
  expect(await screen.findByText('Your policies could not be loaded')).toBeTruthy();
  world.cutOff();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No policies yet')).toBeTruthy();
});
