// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { staffPaths } from '../../paths.ts';
import { staffModule } from '../module.ts';

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#112233" d="M0 0h40v40H0z"/></svg>';

test('staff change a brand: what cannot be used is said at its field and kept, the rest is seen before it is saved', async () => {
  const portal = await testPortal();
  const sam = await portal.staff();
  const { user } = await renderScreen(staffModule, sam, staffPaths.brand('cyber-safety'));
  const name = await screen.findByLabelText(/^Short name/);
  fireEvent.change(name, { target: { value: 'Acme' } });
  const help = screen.getByLabelText(/^Help center/);
  fireEvent.change(help, { target: { value: 'help.acme.test' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Must be a web address such as https://example.com/page.')).toBeTruthy();
  expect((name as HTMLInputElement).value).toBe('Acme');
  fireEvent.change(help, { target: { value: 'https://help.acme.test' } });
  // a drawing is checked as soon as it is chosen
  const [logo] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await user.upload(
    logo!,
    new File(['<svg viewBox="0 0 9 9"><script>1</script></svg>'], 'logo.svg', { type: 'image/svg+xml' }),
  );
  expect(await screen.findByText(/Has a <script> element/)).toBeTruthy();
  const mark = document.querySelectorAll<HTMLInputElement>('input[type=file]')[2];
  await user.upload(mark!, new File([square], 'mark.svg', { type: 'image/svg+xml' }));
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Mark' }).getAttribute('src')).toMatch(/^data:image\/svg\+xml/),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Edited here')).toBeTruthy();
  expect((await portal.browser().get('/config')).body.brand).toMatchObject({
    brandNameShort: 'Acme',
    helpCenter: 'https://help.acme.test',
  });
  await user.click(screen.getByRole('button', { name: "Back to the file's version" }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: "Use the file's version" }),
  );
  expect(await screen.findByText('As in the file')).toBeTruthy();
});

test('a channel sells another plan, in the order chosen; what somebody else saved meanwhile is not overwritten', async () => {
  const portal = await testPortal();
  const sam = await portal.staff();
  const { user } = await renderScreen(staffModule, sam, staffPaths.channel('harborline'));
  await user.selectOptions(await screen.findByLabelText('One more plan'), 'free');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  for (let up = 0; up < 3; up++) await user.click(screen.getByRole('button', { name: 'Move free up' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Edited here');
  const { fields, version } = (await sam.get('/staff/channels/harborline')).body.data;
  expect(fields.eligiblePlans.map(({ plan }: { plan: string }) => plan)).toEqual([
    'free',
    'essential',
    'plus',
    'premium',
  ]);
  await sam.post('/staff/channels/save', {
    channelId: 'harborline',
    version,
    fields: { ...fields, trialDays: 7 },
  });
  await user.click(screen.getByRole('button', { name: 'Remove premium' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Someone else saved this in the meantime/)).toBeTruthy();
  expect((await sam.get('/staff/channels/harborline')).body.data.fields.trialDays).toBe(7);
});

test('a subscription id is made, its link is at hand, and it ends after a question', async () => {
  const portal = await testPortal();
  const { user } = await renderScreen(staffModule, await portal.staff(), staffPaths.signUpCodes);
  await user.click(await screen.findByRole('button', { name: 'New subscription id' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Subscription id/), 'FALL-2026');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect((await dialog.findByLabelText<HTMLInputElement>('Sign-up link')).value).toBe(
    'http://localhost:4000/signup/FALL-2026',
  );
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Change FALL-2026' }));
  await user.click(await screen.findByRole('menuitem', { name: 'End now' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End now' }));
  const row = (await screen.findByText('FALL-2026')).closest('tr')!;
  await waitFor(() => expect(row.textContent).toContain('Ended'));
});

test('staff of one brand are offered neither a new brand nor its address, and read why of what concerns every brand', async () => {
  const portal = await testPortal();
  const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
  const { router } = await renderScreen(staffModule, lena, staffPaths.brands);
  await screen.findByText('Harborline Business Shield');
  expect(screen.queryByText('New brand')).toBeNull();
  await router.navigate(staffPaths.brand('harborline'));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Web domain/)).disabled).toBe(true);
  await router.navigate(staffPaths.jobs);
  expect(await screen.findByText('This is for staff who manage every brand.')).toBeTruthy();
});

test('the desk log shows what was done, with old and new values', async () => {
  const portal = await testPortal();
  const sam = await portal.staff('sam@support.example');
  await sam.post('/staff/subscriptionIds/end', { id: 'START', version: 0 });
  await renderScreen(staffModule, sam, `${staffPaths.log}?kind=subscription-id`);
  expect(await screen.findByText('Ended the subscription id START')).toBeTruthy();
  expect(screen.getByText('1 entry')).toBeTruthy();
  expect(screen.getByText('2026-03-01')).toBeTruthy();
});
