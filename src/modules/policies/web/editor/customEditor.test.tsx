// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPolicies, toasted } from '../testing/policies.tsx';

const text = () => screen.findByRole('textbox', { name: 'Text of the policy' });
const save = () => screen.getByRole('button', { name: 'Save draft' });

test('a custom policy needs a name, gets an address of its own, and stays under the hands', async () => {
  const world = await openPolicies();
  const { user, at } = await world.open('/securitypolicy/new');
  const editor = await text();
  await user.click(save());
  expect(screen.getByText('Please give the policy a name.')).toBeTruthy();
  const name = screen.getByRole('textbox', { name: 'Policy name' });
  expect(document.activeElement).toBe(name);
  await user.type(name, 'Visitors in the workshop');
  await user.click(screen.getByRole('button', { name: 'Insert table' }));
  await waitFor(() => expect(within(editor).getAllByRole('columnheader')).toHaveLength(2));
  await user.click(save());
  expect(await toasted('Draft saved.')).toBe(true);
  await waitFor(() => expect(at()).toMatch(/^\/securitypolicy\/visitors-in-the-workshop-[0-9a-f]{8}\/1$/));
  expect(await text()).toBe(editor);
  expect(within(editor).getAllByRole('columnheader')).toHaveLength(2);
  const saved = await world.load(at().split('/')[2]!);
  expect(saved).toMatchObject({
    name: 'Visitors in the workshop',
    custom: true,
    customPolicy: expect.stringContaining('<table>'),
  });
});

test('the name of another policy is refused beside the field', async () => {
  const world = await openPolicies();
  const { user } = await world.open('/securitypolicy/new');
  await text();
  const name = screen.getByRole('textbox', { name: 'Policy name' });
  await user.type(name, 'passwords & SIGN-IN');
  await user.click(save());
  expect(
    await screen.findByText('Another policy already has this name. Choose a different one.'),
  ).toBeTruthy();
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.type(name, ' at night');
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});

test('formatted text is read back, changed by the toolbar, and undone', async () => {
  const world = await openPolicies();
  const { id } = await world.save({
    custom: true,
    name: 'Visitors',
    customPolicy:
      '<h1>Rules</h1><ul><li><p>Sign the <strong>book</strong>.</p></li></ul><script>document.title = "x"</script>',
  });
  const { user } = await world.open(`/securitypolicy/${id}`);
  const editor = within(await text());
  expect(editor.getByRole('heading', { name: 'Rules' })).toBeTruthy();
  expect(editor.getByText('book').tagName).toBe('STRONG');
  const draft = within(screen.getByRole('region', { name: 'Draft' }));
  expect(draft.queryByText('Unsaved changes')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Insert table' }));
  expect(await draft.findByText('Unsaved changes')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(draft.queryByText('Unsaved changes')).toBeNull());
});

test('an approved custom policy is read as it was written, without any of its markup running', async () => {
  const world = await openPolicies();
  const { id } = await world.save({
    custom: true,
    name: 'Visitors',
    status: 'Active',
    customPolicy:
      '<p>Ask <a href="https://acme-widgets.com/desk">the desk</a> or <a href="javascript:alert(1)">no one</a>. &lt;img src=x onerror=alert(1)&gt;</p>',
  });
  await world.open(`/securitypolicy/${id}`);
  const paper = within(await screen.findByRole('article'));
  expect(paper.getByRole('link', { name: 'the desk' }).getAttribute('href')).toBe(
    'https://acme-widgets.com/desk',
  );
  expect(paper.getAllByRole('link')).toHaveLength(1);
  expect(paper.getByText(/<img src=x onerror=alert\(1\)>/)).toBeTruthy();
  expect(document.querySelector('article img')).toBeNull();
});
