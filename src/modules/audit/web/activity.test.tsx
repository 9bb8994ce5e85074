// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { auditModule } from './module.ts';

const address = '/settings/organization/activity';

async function world() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  portal.clock.advance(60);
  await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, userProfile: { jobTitle: 'Director' } });
  return { portal, ada };
}

test('the newest entries stand below the organisation’s details, with a way to all', async () => {
  const { ada } = await world();
  await renderScreen(<RecentActivity />, ada);
  const list = await screen.findByRole('list');
  expect(within(list).getAllByRole('listitem')[0]!.textContent).toBe(
    'Changed the job title of administrator ada@acme-widgets.comAda Vance · Mar 2, 2026, 9:01 AM PST',
  );
  expect(screen.getByRole('link', { name: 'See all activity' }).getAttribute('href')).toBe(address);
});

test('an entry opens to old and new value side by side', async () => {
  const { ada } = await world();
  const { user } = await renderScreen(auditModule, ada, address);
  const opener = await screen.findByRole('button', { name: /Details: Changed the job title/ });
  expect(opener.getAttribute('aria-expanded')).toBe('false');
  await user.click(opener);
  const values = screen.getByRole('table', { name: 'Old and new values' });
  expect(
    within(values)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['ValueBeforeAfter', 'Job titleOffice managerDirector']);
  await user.click(opener);
  expect(screen.queryByRole('table', { name: 'Old and new values' })).toBeNull();
});

test('filters stand in the address, narrow the list and the export, and can be cleared', async () => {
  const { ada } = await world();
  const view = await renderScreen(auditModule, ada, address);
  const { user } = view;
  await user.selectOptions(await screen.findByRole('combobox', { name: 'About' }), 'organization');
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map((row) => row.textContent)).toEqual([
      'Set up the organization Acme Widgets Inc.',
    ]),
  );
  expect(view.at()).toBe(`${address}?kind=organization`);
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/audit/export?kind=organization',
  );
  await user.type(screen.getByRole('searchbox'), 'nothing like it');
  expect(await screen.findByText('Nothing matches these filters')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(3));
  expect(view.at()).toBe(address);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('an address that makes no sense filters nothing', async () => {
  const { ada } = await world();
  await renderScreen(auditModule, ada, `${address}?kind=constructor&from=2026-99-99&to=x`);
  expect(await screen.findAllByRole('rowheader')).toHaveLength(3);
});

test('staff and the portal are named as what they are', async () => {
  const { portal, ada } = await world();
  const change = (phone: string, staff?: string) =>
    portal.database.inOrg(
      ada.orgId,
      (db) => db.updateTable('organization').set({ phone }).execute(),
      staff ? { id: ada.cognitoId, email: ada.email, staff, at: portal.clock.now() } : undefined,
    );
  await change('1');
  await change('2', 'sam@support.example');
  await renderScreen(auditModule, ada, address);
  const texts = (await screen.findAllByRole('row')).map((row) => row.textContent);
  expect(texts.some((text) => text.includes('Staff member sam@support.exampleon behalf of Ada Vance'))).toBe(
    true,
  );
  expect(texts.some((text) => text.includes('WhoThe portal'))).toBe(true);
});

test('older entries come on demand', async () => {
  const { portal, ada } = await world();
  await portal.database.inOrg(ada.orgId, (db) =>
    sql`insert into audit_entry (org_id, at, act, subject, subject_name)
      select ${ada.orgId}::uuid, '2026-03-01T00:00:00Z'::timestamptz, 'insert', 'admin', 'p' || n from generate_series(1, 60) n`.execute(
      db,
    ),
  );
  const { user } = await renderScreen(auditModule, ada, address);
  expect(await screen.findByText('The newest 50 entries are shown.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('63 entries.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
});

test('a log that cannot be loaded says so', async () => {
  const { ada } = await world();
  await renderScreen(
    auditModule,
    {
      send: (method, url, ...rest) =>
        ada.send(method, url.includes('/audit/entries') ? '/api/nowhere' : url, ...rest),
    },
    address,
  );
  expect(await screen.findByText('The activity log could not be loaded')).toBeDefined();
});
