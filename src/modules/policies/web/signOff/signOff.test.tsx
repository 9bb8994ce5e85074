// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toasted } from '../testing/policies.tsx';
import { openSignOff } from './testing/signOff.tsx';

const team = async () => within(await screen.findByRole('region', { name: 'Team' }));
const names = (rows: HTMLElement[]) => rows.map((row) => row.textContent);
const people = ['Bo Lind', 'Cy Dale', 'Dee Fox'];

async function signingWorld() {
  const world = await openSignOff();
  await world.approve('acceptable-use');
  await world.approve('passwords', { customValues: { passwordManagerName: 'Keyring' } });
  await world.add(...people);
  await world.ask('acceptable-use', 'passwords');
  const token = await world.signingToken('Bo Lind');
  await world.sign(token, 'acceptable-use', 'Bo Lind');
  return { ...world, token };
}

test('from nothing: approve a policy, add people, choose what they sign; each step leads to the next', async () => {
  const world = await openSignOff();
  const first = await world.openTab();
  expect(await screen.findByRole('heading', { name: 'Approve a policy first' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your policies' }).getAttribute('href')).toBe(
    '/securitypolicy',
  );
  expect(screen.queryByRole('region', { name: 'Team' })).toBeNull();
  first.unmount();
  await world.approve('acceptable-use');
  const { user } = await world.openTab();
  expect(await screen.findByRole('heading', { name: 'Who works with you?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add people' }));
  await user.type(dialog.getByRole('textbox', { name: 'Full name' }), 'Bo Lind');
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'bo.lind@acme-widgets.com');
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }));
  expect(await toasted('1 person added to the team.')).toBe(true);
  expect(await (await team()).findByRole('button', { name: 'Bo Lind' })).toBeTruthy();
  expect(await world.mailsTo('bo.lind@acme-widgets.com')).toEqual([]);
  await user.click(await screen.findByRole('switch', { name: 'Ask people to sign Acceptable Use' }));
  expect(
    screen.getByText('1 person will be asked to sign Acceptable Use, and gets one email with a link.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save and send emails' }));
  expect(await toasted('An email with a link went to 1 person.')).toBe(true);
  expect(await world.mailsTo('bo.lind@acme-widgets.com')).toHaveLength(1);
  expect(await screen.findByRole('heading', { name: 'No one has signed everything yet' })).toBeTruthy();
});

test('a plan without signatures has no tab, but says where they are', async () => {
  const world = await openSignOff();
  await world.portal.database.inOrg(world.ada.orgId, (db) =>
    db
      .updateTable('organization')
      .set({ planId: 'essential', subscriptionStatus: 'ACTIVE', expirationDate: null })
      .execute(),
  );
  await world.openTab();
  expect(await screen.findByRole('link', { name: 'Upgrade your plan' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('summary, policies and people agree about who has signed', async () => {
  const world = await signingWorld();
  await world.sign(world.token, 'passwords', 'Bo Lind');
  await world.openTab();
  expect(await screen.findByRole('heading', { name: '1 of 3 people has signed everything' })).toBeTruthy();
  expect(screen.getByText(/^2 of 6 signatures on 2 policies/)).toBeTruthy();
  expect(screen.getAllByText('1 of 3 signed')).toHaveLength(2);
  const list = await team();
  expect(await list.findByRole('row', { name: /Bo Lind.*All 2/ })).toBeTruthy();
  expect(list.getByRole('row', { name: /Cy Dale.*0 of 2/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/policy/exportSignatures',
  );
  expect(
    screen.getByRole('link', { name: 'Export signatures of Acceptable Use (CSV)' }).getAttribute('href'),
  ).toBe('/api/policy/exportSignatures?policyType=acceptable-use');
});

test('several switches are saved at once, what is undone is not sent, and what is taken back asks nobody', async () => {
  const world = await signingWorld();
  await world.approve('backup');
  const { user } = await world.openTab();
  await user.click(await screen.findByRole('switch', { name: 'Ask people to sign Backup & Recovery' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('switch', { name: 'Ask people to sign Backup & Recovery' })).toMatchObject({
    checked: false,
  });
  await user.click(screen.getByRole('switch', { name: 'Ask people to sign Passwords & Sign-in' }));
  expect(
    screen.getByText(
      /No one will be asked to sign Passwords & Sign-in any more; what was signed stays on record/,
    ),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await toasted('Saved. No one had to be emailed.')).toBe(true);
  expect(await screen.findByRole('heading', { name: '1 of 3 people has signed everything' })).toBeTruthy();
});

test('people are found by name, filtered by what they owe, sorted and paged at the server', async () => {
  const world = await signingWorld();
  await world.add(...Array.from({ length: 9 }, (_, place) => `Person ${'abcdefghi'[place]}`));
  const { user } = await world.openTab();
  const list = await team();
  await waitFor(() => expect(list.getAllByRole('rowheader')).toHaveLength(10));
  expect(list.getByText('12 people')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Page 2 of 2' }));
  await waitFor(() => expect(list.getAllByRole('rowheader')).toHaveLength(2));
  await user.click(list.getByRole('button', { name: 'Signed' }));
  await user.click(list.getByRole('button', { name: 'Signed' }));
  await waitFor(() => expect(names(list.getAllByRole('rowheader'))[0]).toBe('Bo Lind'));
  await user.type(list.getByRole('searchbox', { name: 'Search' }), 'DEE');
  await waitFor(() => expect(names(list.getAllByRole('rowheader'))).toEqual(['Dee Fox']));
  await user.selectOptions(list.getByRole('combobox', { name: 'Show' }), 'Signed everything');
  expect(await list.findByText('No one matches')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Show everyone' }));
  await waitFor(() => expect(list.getAllByRole('rowheader')).toHaveLength(10));
  expect(list.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('');
});

test('a pasted list is foreseen line by line, told line by line, and what is left can be corrected', async () => {
  const world = await signingWorld();
  const { user } = await world.openTab();
  await user.click(await (await team()).findByRole('button', { name: 'Add people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add people' }));
  await user.click(dialog.getByText('Paste a list'));
  await user.click(dialog.getByRole('textbox', { name: 'Names and email addresses' }));
  await user.paste(
    'Name\tWork email\nEli Marsh\teli@acme-widgets.com\nBo Lind\tbo.lind@acme-widgets.com\nFay Ortiz\tfay@',
  );
  expect(await dialog.findByText('2 people will be added, 1 line left out.')).toBeTruthy();
  expect(dialog.getByRole('row', { name: /Fay Ortiz.*Not an email address/ })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add 2 people' }));
  const after = within(await screen.findByRole('dialog', { name: 'What became of your list' }));
  expect(after.getByText('1 person added. 1 person in the team already. 1 line not added.')).toBeTruthy();
  expect(after.getByRole('row', { name: /Eli Marsh.*Added/ })).toBeTruthy();
  expect(after.getByRole('row', { name: /Bo Lind.*In the team already/ })).toBeTruthy();
  await user.click(after.getByRole('button', { name: 'Correct this line' }));
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Names and email addresses' });
  expect(text.value).toBe('Fay Ortiz, fay@');
  await user.type(text, 'acme-widgets.com');
  await user.click(screen.getByRole('button', { name: 'Add to the team' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await (await team()).findByRole('button', { name: 'Fay Ortiz' })).toBeTruthy();
});

test('entries with mistakes are not sent and say what is wrong', async () => {
  const world = await signingWorld();
  const { user } = await world.openTab();
  await user.click(await (await team()).findByRole('button', { name: 'Add people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add people' }));
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }));
  expect(dialog.getByText('Enter at least one person with a name and an email address.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Full name' }), 'Gus Hale');
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'gus');
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }));
  expect(dialog.getByText('Please enter a valid email address.')).toBeTruthy();
  expect(world.asked.some((url) => url.includes('addSigners'))).toBe(false);
});

test('a reminder says how many went and why others did not', async () => {
  const world = await signingWorld();
  const { user } = await world.openTab();
  const remindAll = async () => {
    await user.click(await screen.findByRole('button', { name: 'Remind all waiting' }));
    await user.click(await screen.findByRole('button', { name: 'Send reminders' }));
  };
  await remindAll();
  expect(
    await toasted(
      'No reminder was sent: 3 people skipped, because of an email within the last hour, or nothing left to sign.',
    ),
  ).toBe(true);
  await world.later(2 * 3600);
  await world.sign(world.token, 'passwords', 'Bo Lind');
  await remindAll();
  expect(await toasted('Reminder sent to 2 people.')).toBe(true);
  expect(await world.mailsTo('cy.dale@acme-widgets.com')).toHaveLength(2);
  expect(await world.mailsTo('bo.lind@acme-widgets.com')).toHaveLength(1);
});

test('one person: what was signed and when, what waits; removed after a question, the signature stays on record', async () => {
  const world = await signingWorld();
  const { user } = await world.openTab();
  await user.click(await (await team()).findByRole('button', { name: 'Bo Lind' }));
  const details = within(await screen.findByRole('dialog', { name: 'Bo Lind' }));
  expect(await details.findByRole('region', { name: 'Still to sign' })).toBeTruthy();
  expect(
    within(details.getByRole('region', { name: 'Still to sign' })).getByText('Passwords & Sign-in'),
  ).toBeTruthy();
  expect(
    within(details.getByRole('region', { name: 'Signed' })).getByText('Mar 2, 2026, 9:00 AM PST'),
  ).toBeTruthy();
  await user.click(details.getByRole('button', { name: 'Remove from the team' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove from the team?' }));
  expect(question.getByText(/stays on record/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(await toasted('Bo Lind was removed from the team.')).toBe(true);
  await waitFor(async () => expect((await team()).queryByRole('button', { name: 'Bo Lind' })).toBeNull());
  const file = await world.ada.get('/policy/exportSignatures');
  expect(String(file.body)).toContain('Bo Lind');
});

test('what cannot be loaded or saved says so, and nothing of one’s choice is lost', async () => {
  const world = await signingWorld();
  world.cutOff('/policy/signOff');
  const { user } = await world.openTab();
  expect(await screen.findByRole('heading', { name: 'The signatures could not be loaded' })).toBeTruthy();
  world.cutOff('askToSign');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('switch', { name: 'Ask people to sign Passwords & Sign-in' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    (await toasted('This was not saved.')) &&
      (await toasted('The portal cannot be reached. Check your internet connection and try again.')),
  ).toBe(true);
  expect(screen.getByRole('switch', { name: 'Ask people to sign Passwords & Sign-in' })).toMatchObject({
    checked: false,
  });
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

test('in a support session the mails are for administrators alone, and the screen says so', async () => {
  const world = await signingWorld();
  const staff = await world.portal.support(world.ada);
  const { renderScreen } = await import('#app/testing/screens.tsx');
  const { policiesModule } = await import('../module.ts');
  const { user } = await renderScreen(policiesModule, staff, '/securitypolicy?tab=sign-off');
  await user.click(await screen.findByRole('button', { name: 'Remind all waiting' }));
  await user.click(await screen.findByRole('button', { name: 'Send reminders' }));
  expect(
    (await toasted('No reminder was sent.')) &&
      (await toasted(
        'Emails to the team can be sent only by administrators of the organization, not in a support session.',
      )),
  ).toBe(true);
});
