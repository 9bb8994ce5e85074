// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPolicies } from './testing/policies.tsx';

const approve = async (
  user: Awaited<ReturnType<Awaited<ReturnType<typeof openPolicies>>['open']>>['user'],
) => {
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve policy' }));
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Approved by' })).toHaveProperty('value', 'Ada Vance'),
  );
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  return dialog;
};

test('what a colleague changed for all policies is shown before it is approved', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save({ id: 'backup' });
  const { user } = await world.open('/securitypolicy/backup');
  const paper = within(await screen.findByLabelText('Preview of the text'));
  expect(paper.getAllByText('the IT desk').length).toBeGreaterThan(0);
  const { etag } = (await world.cora.get('/policy/companyValues')).body.data;
  const values = {
    policyOwner: 'Ada Vance',
    securityContactName: 'Mallory Pike',
    securityContactEmail: 'm@elsewhere-tools.com',
  };
  expect((await world.cora.post('/policy/saveCompanyValues', { values, etag })).status).toBe(200);
  const dialog = await approve(user);
  expect(await dialog.findByText(/What all policies say about the company has changed/)).toBeTruthy();
  expect((await world.load('backup')).status).toBe('Draft');
  await waitFor(() => expect(paper.getAllByText('Mallory Pike').length).toBeGreaterThan(0));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(async () => expect((await world.load('backup')).status).toBe('Active'));
});

test('whoever wrote an approval down is named beside the approver', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save({
    id: 'backup',
    status: 'Active',
    approver: 'Cora Bell',
    approverEmail: 'cora@acme-widgets.com',
  });
  const { unmount } = await world.open('/securitypolicy/backup');
  const facts = within(await screen.findByRole('complementary', { name: 'About this version' }));
  expect(facts.getByText('Cora Bell')).toBeTruthy();
  expect(facts.getByText('cora@acme-widgets.com')).toBeTruthy();
  expect(facts.getByText('Ada Vance (ada@acme-widgets.com)')).toBeTruthy();
  expect(screen.getByText(/by Cora Bell, recorded by Ada Vance/)).toBeTruthy();
  unmount();
  const history = await world.open('/securitypolicy/backup?show=history');
  expect((await screen.findByText(/^Approved by/)).textContent).toContain(
    'Cora Bell, recorded by Ada Vance, on',
  );
  history.unmount();
  await world.open('/securitypolicy');
  expect(
    await screen.findByText((_text, element) => element?.textContent === 'recorded by Ada Vance'),
  ).toBeTruthy();
});
