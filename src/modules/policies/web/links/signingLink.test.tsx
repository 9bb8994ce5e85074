// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSignOff } from '../signOff/testing/signOff.tsx';
import { toasted } from '../testing/policies.tsx';

async function askedPerson() {
  const world = await openSignOff();
  await world.approve('acceptable-use');
  await world.approve('passwords', { customValues: { passwordManagerName: 'Keyring' } });
  await world.add('Bo Lind');
  await world.ask('acceptable-use', 'passwords');
  const token = await world.signingToken('Bo Lind');
  const signed = async () => {
    const [{ memberId }] = (await world.ada.get('/policy/signers')).body.data.people;
    return (await world.ada.get(`/policy/signer/${memberId}`)).body.data.signed as {
      policyType: string;
      version: number;
      name: string;
    }[];
  };
  return { ...world, token, path: `/policy-signing/${token}`, signed };
}

test('one policy after the other: read, tick, name, sign; at the end all is listed with its file', async () => {
  const world = await askedPerson();
  const { user, at } = await world.openLink(world.path);
  expect(await screen.findByRole('heading', { level: 1, name: '2 policies to read and sign' })).toBeTruthy();
  expect(screen.getByText(/Acme Widgets Inc\./)).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Read Acceptable Use' }));
  expect(at()).toBe(`${world.path}?policy=acceptable-use`);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Acceptable Use' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/Policy 1 of 2\./)).toBeTruthy();
  expect(await screen.findByRole('article', { name: 'Text of Acceptable Use' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(screen.getByText('Please confirm that you have read and understood the policy.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('checkbox', { name: 'I have read and understood this policy' }));
  await user.type(screen.getByRole('textbox', { name: /Your full name/ }), 'Bo Q. Lind');
  await user.dblClick(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Passwords & Sign-in' })).toBeTruthy();
  expect(screen.getByText(/Policy 2 of 2\./)).toBeTruthy();
  // the tick is asked for each text, the name is offered again
  expect(await screen.findByRole<HTMLInputElement>('checkbox')).toMatchObject({ checked: false });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Your full name/ }).value).toBe('Bo Q. Lind');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'All signed, thank you' })).toBeTruthy();
  const list = within(screen.getByRole('region', { name: 'Signed' }));
  expect(list.getAllByText('Mar 2, 2026')).toHaveLength(2);
  expect(list.getByRole('link', { name: 'Download Acceptable Use as PDF' }).getAttribute('href')).toBe(
    `/api/policy/signingLink/pdf/${world.token}/acceptable-use`,
  );
  expect(world.asked.filter((url) => url.endsWith('/signingLink/sign'))).toHaveLength(2);
  expect((await world.signed()).map(({ policyType, name }) => [policyType, name])).toEqual([
    ['passwords', 'Bo Q. Lind'],
    ['acceptable-use', 'Bo Q. Lind'],
  ]);
});

test('after a reload at any place it goes on from there, and what is signed can be read again', async () => {
  const world = await askedPerson();
  await world.sign(world.token, 'acceptable-use', 'Bo Lind');
  const middle = await world.openLink(`${world.path}?policy=passwords`);
  expect(await screen.findByRole('button', { name: 'Sign' })).toBeTruthy();
  middle.unmount();
  await world.openLink(`${world.path}?policy=acceptable-use`);
  expect(await screen.findByText('Mar 2, 2026, 9:00 AM PST')).toBeTruthy();
  expect(await screen.findByRole('article', { name: 'Text of Acceptable Use' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
});

test('a new version that matters is asked again, and says what changed', async () => {
  const world = await askedPerson();
  await world.sign(world.token, 'acceptable-use', 'Bo Lind');
  await world.later(86_400);
  await world.approve('acceptable-use', { note: 'Private phones are allowed now.', material: true });
  const { user } = await world.openLink(`/policy-signing/${await world.signingToken('Bo Lind')}`);
  expect(await screen.findByText(/Private phones are allowed now\./)).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Acceptable Use' }));
  const note = within(await screen.findByRole('region', { name: 'What changed' }));
  expect(note.getByText('Private phones are allowed now.')).toBeTruthy();
});

test('a text that changed while it was open is shown anew, and the tick is asked for again', async () => {
  const world = await askedPerson();
  const { user } = await world.openLink(`${world.path}?policy=acceptable-use`);
  await user.click(await screen.findByRole('checkbox'));
  await user.type(screen.getByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  await world.approve('acceptable-use', { customValues: { personalUse: 'not allowed' } });
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText(/The newest text is shown now/)).toBeTruthy();
  expect(await screen.findByText(/Version 2/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(await world.signed()).toEqual([]);
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  await waitFor(async () =>
    expect(await world.signed()).toMatchObject([{ policyType: 'acceptable-use', version: 2 }]),
  );
});

test('signed in another window meanwhile: nothing is signed twice, and the page says so', async () => {
  const world = await askedPerson();
  const { user } = await world.openLink(`${world.path}?policy=acceptable-use`);
  await user.click(await screen.findByRole('checkbox'));
  await user.type(screen.getByRole('textbox', { name: /Your full name/ }), 'Someone Else');
  await world.sign(world.token, 'acceptable-use', 'Bo Lind');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await toasted('You had signed this version already.')).toBe(true);
  expect(await screen.findByText(/You signed this version on/)).toBeTruthy();
  expect((await world.signed()).map(({ name }) => name)).toEqual(['Bo Lind']);
});

test('a lost connection loses nothing that was typed, and the link works on', async () => {
  const world = await askedPerson();
  const { user } = await world.openLink(`${world.path}?policy=acceptable-use`);
  await user.click(await screen.findByRole('checkbox'));
  await user.type(screen.getByRole('textbox', { name: /Your full name/ }), 'Bo Lind');
  world.cutOff('signingLink/sign');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Your full name/ }).value).toBe('Bo Lind');
  world.cutOff();
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Passwords & Sign-in' })).toBeTruthy();
});

test('what is no longer asked is said, an old link says how to get a new one, and whoever left finds none', async () => {
  const world = await askedPerson();
  await world.ask();
  const nothing = await world.openLink(world.path);
  expect(await screen.findByRole('heading', { name: 'There is nothing to sign right now' })).toBeTruthy();
  nothing.unmount();
  const [{ memberId }] = (await world.ada.get('/policy/signers')).body.data.people;
  await world.post('removeSigner', { memberId });
  const left = await world.openLink(world.path);
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  left.unmount();
  await world.add('Cy Dale');
  await world.ask('acceptable-use');
  const token = await world.signingToken('Cy Dale');
  await world.later(31 * 86_400);
  await world.openLink(`/policy-signing/${token}`);
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy();
});

test('when the page cannot be loaded it says that the link is not used up, and tries again', async () => {
  const world = await askedPerson();
  world.cutOff('signingLink/open');
  const { user } = await world.openLink(world.path);
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy();
  world.cutOff();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: '2 policies to read and sign' })).toBeTruthy();
});
