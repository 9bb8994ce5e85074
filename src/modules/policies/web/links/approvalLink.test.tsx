// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSignOff } from '../signOff/testing/signOff.tsx';

async function sentDraft(more: object = {}) {
  const world = await openSignOff();
  const token = await world.sendDraft(more);
  const status = async () => (await world.post('policyLoad', { policyType: 'backup' })).data;
  return { ...world, token, path: `/policy-approval/${token}`, status };
}

test('whoever is asked reads who asks, the text and the file, and approves by name', async () => {
  const world = await sentDraft({ note: 'Two copies instead of one.' });
  const { user } = await world.openLink(world.path);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Ada Vance asks you to approve a policy' }),
  ).toBeTruthy();
  const paper = within(screen.getByRole('article', { name: 'Text of Backup & Recovery' }));
  expect(paper.getByRole('heading', { name: /Purpose/ })).toBeTruthy();
  expect(screen.getByText('Two copies instead of one.')).toBeTruthy();
  expect(screen.getByText('Mar 16, 2026')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(
    `/api/policy/approvalLink/pdf/${world.token}`,
  );
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(screen.getByText('Please enter your full name.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /Your full name/ }), ' Bo Q. Lind ');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const heading = await screen.findByRole('heading', { name: 'Thank you, Bo Q. Lind' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(await world.status()).toMatchObject({ status: 'Active', approver: 'Bo Q. Lind', inForce: true });
});

test('a draft is sent back only with a comment, which reaches its author', async () => {
  const world = await sentDraft();
  const { user } = await world.openLink(world.path);
  await user.click(await screen.findByRole('button', { name: 'Return with comment' }));
  const comment = screen.getByRole('textbox', { name: /What should change/ });
  await waitFor(() => expect(document.activeElement).toBe(comment));
  await user.type(screen.getByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  await user.click(screen.getByRole('button', { name: 'Send back' }));
  expect(screen.getByText('Please say what should change.')).toBeTruthy();
  await user.type(comment, 'Section 3 forgets the laptops.');
  await user.click(screen.getByRole('button', { name: 'Send back' }));
  expect(await screen.findByRole('heading', { name: 'Sent back with your comment' })).toBeTruthy();
  expect((await world.status()).request).toMatchObject({
    outcome: 'returned',
    comment: 'Section 3 forgets the laptops.',
  });
});

test('pressing twice answers once', async () => {
  const world = await sentDraft();
  const { user } = await world.openLink(world.path);
  await user.type(await screen.findByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  await user.dblClick(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'Thank you, Bo Lind' })).toBeTruthy();
  expect(world.asked.filter((url) => url.includes('approvalLink/answer'))).toHaveLength(1);
});

test('a text that changed while it was open is shown anew and not approved unseen', async () => {
  const world = await sentDraft();
  const { user } = await world.openLink(world.path);
  await user.type(await screen.findByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  await world.post('saveCompanyValues', {
    values: {
      policyOwner: 'Nora Quill',
      securityContactName: 'the IT desk',
      securityContactEmail: 'security@acme-widgets.com',
    },
    etag: (await world.ada.get('/policy/companyValues')).body.data.etag,
  });
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/The newest text is shown now/)).toBeTruthy();
  expect((await screen.findAllByText(/Nora Quill/)).length).toBeGreaterThan(0);
  expect(await world.status()).toMatchObject({ status: 'Draft' });
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'Thank you, Bo Lind' })).toBeTruthy();
});

test('a link that was answered, replaced, cut or is too old says what to do', async () => {
  const world = await sentDraft();
  const cut = await world.openLink(`${world.path.slice(0, -4)}AAAA`);
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  cut.unmount();
  const tiny = await world.openLink('/policy-approval/x');
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  tiny.unmount();
  const newer = await world.sendDraft();
  const old = await world.openLink(world.path);
  expect(await screen.findByRole('heading', { name: 'This link was used already' })).toBeTruthy();
  expect(screen.getByText(/changed, withdrawn or sent again/)).toBeTruthy();
  old.unmount();
  await world.later(15 * 86_400);
  await world.openLink(`/policy-approval/${newer}`);
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy();
});

test('without a network nothing is lost, and the answer can be sent again', async () => {
  const world = await sentDraft();
  const { user } = await world.openLink(world.path);
  await user.type(await screen.findByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  world.cutOff('approvalLink/answer');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  world.cutOff();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'Thank you, Bo Lind' })).toBeTruthy();
});

test('an answer that got through although its receipt was lost is not given twice, and the page says what became of it', async () => {
  const world = await sentDraft();
  const first = await world.openLink(world.path);
  const { user } = first;
  await user.type(await screen.findByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  world.loseAnswersOf('approvalLink/answer');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  expect(await world.status()).toMatchObject({ status: 'Active', version: 1 });
  first.unmount();
  await world.openLink(world.path);
  expect(await screen.findByRole('heading', { name: 'This link was used already' })).toBeTruthy();
  expect(screen.getByText('The policy was approved with it.')).toBeTruthy();
});

test('a draft that was withdrawn while it was open cannot be answered, and the page says why', async () => {
  const world = await sentDraft();
  const { user } = await world.openLink(world.path);
  await user.type(await screen.findByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  await world.sendDraft();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'This link was used already' })).toBeTruthy();
  expect(screen.getByText(/changed, withdrawn or sent again/)).toBeTruthy();
});

test('the page is the same for somebody who is signed in elsewhere', async () => {
  const world = await sentDraft();
  const other = await world.portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools Ltd.');
  await world.openLink(world.path, other);
  expect(await screen.findByRole('heading', { name: 'Ada Vance asks you to approve a policy' })).toBeTruthy();
  expect(screen.queryByText(/Elsewhere Tools/)).toBeNull();
});

test('markup that somebody typed stays text', async () => {
  const world = await sentDraft({ note: '<img src=x onerror=alert(1)>' });
  const { container } = await world.openLink(world.path);
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(container.querySelector('img[src="x"]')).toBeNull();
});
