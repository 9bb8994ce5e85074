// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SupportNotice } from '#app/web/shell/SupportNotice.tsx';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { currentSession } from '#platform/web/query.ts';
import { staffPaths } from '../paths.ts';
import { staffModule } from './module.ts';

test('staff find an organisation by what they know of it, and say why before they act', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const sam = await portal.staff();
  const { user, at } = await renderScreen(staffModule, sam, staffPaths.home);
  expect(await screen.findByText('2 organizations')).toBeTruthy();
  await user.type(screen.getByLabelText('Search'), 'ada@acme');
  expect(await screen.findByText('1 organization')).toBeTruthy();
  expect(at()).toContain('search=ada%40acme');
  await user.click(screen.getByRole('link', { name: 'Acme Widgets Inc.' }));
  await user.click(await screen.findByRole('button', { name: 'Start support session as Ada Vance' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Start support session' }));
  expect(
    dialog.getByText('Please say in a few words why, with the ticket number if there is one.'),
  ).toBeTruthy();
  expect(currentSession().isStaff).toBe(true);
  await user.type(dialog.getByLabelText(/Reason/), 'Ticket 4711: scans do not start');
  await user.click(dialog.getByRole('button', { name: 'Start support session' }));
  await waitFor(() =>
    expect(currentSession()).toMatchObject({
      username: ada.email,
      isZeguroServiceSession: true,
      isStaff: false,
    }),
  );
});

test('sorting and pages are in the address, so that going back finds them', async () => {
  const portal = await testPortal();
  await portal.member('ada@acme-widgets.com', 'Acme Widgets Inc.');
  await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const { user, at } = await renderScreen(staffModule, await portal.staff(), staffPaths.home);
  await user.click(await screen.findByRole('button', { name: 'Organization' }));
  await waitFor(() => expect(at()).toContain('direction=descending'));
  await waitFor(() => expect(screen.getAllByRole('rowheader')[0]!.textContent).toBe('Elsewhere Tools'));
});

test('a search without result says what to try', async () => {
  const portal = await testPortal();
  await renderScreen(staffModule, await portal.staff(), `${staffPaths.home}?search=nobody`);
  expect(await screen.findByText('Nothing found')).toBeTruthy();
});

test("another brand's organisation is told like one that is gone", async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
  await renderScreen(staffModule, lena, staffPaths.organization(ada.orgId));
  expect(
    await screen.findByText('This organization is no longer there, or belongs to another brand.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a second factor that is missing leads to its set-up', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.staff();
  const { user, at } = await renderScreen(staffModule, sam, staffPaths.organization(ada.orgId));
  await user.click(await screen.findByRole('button', { name: /Start support session as/ }));
  await portal.database.global.updateTable('appSession').set({ strong: false }).execute();
  await user.type(await screen.findByLabelText(/Reason/), 'Ticket 4711');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start support session' }));
  await waitFor(() => expect(at()).toBe(staffPaths.secondFactor));
});

test('the notice says who acts as whom and how long, and ends it here and in the other tabs', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const sam = await portal.support(ada);
  const session = (await sam.post('/accounts/check')).body;
  const heard: unknown[] = [];
  const tab = new BroadcastChannel('portal-session');
  tab.addEventListener('message', ({ data }) => void heard.push(data));
  const { user } = await renderScreen(
    <SupportNotice
      support={session.support}
      person={{ firstName: 'Ada', lastName: 'Vance' }}
      company={{ companyName: 'Acme Widgets Inc.' }}
      email={session.email}
    />,
    sam,
  );
  const notice = await screen.findByRole('region', { name: 'Support session' });
  expect(notice.textContent).toMatch(
    /Support session: Sam Rivera is acting as Ada Vance of Acme Widgets Inc\..*ends in (60:00|59:5\d)/,
  );
  await user.click(screen.getByRole('button', { name: 'End session' }));
  await waitFor(() =>
    expect(currentSession()).toMatchObject({
      authenticated: false,
      isZeguroServiceSession: false,
      support: null,
    }),
  );
  await waitFor(() => expect(heard).toMatchObject([{ kind: 'session', state: { authenticated: false } }]));
  tab.close();
  expect((await sam.get('/profile/getUserList')).status).toBe(401);
});
