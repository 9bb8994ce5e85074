// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { cleanNotifications } from '@mantine/notifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expertsOf, hostileText } from '#app/testing/experts.ts';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { askExpert } from '#modules/plans/web/public.ts';
import { AskExpertDialog } from './AskExpertDialog.tsx';
import { conciergeModule } from './module.ts';

async function openConcierge() {
  const portal = await testPortal();
  vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.now() });
  onTestFinished(() => {
    vi.useRealTimers();
    cleanNotifications();
  });
  const ada = await portal.member();
  const experts = expertsOf(portal);
  const weakness = (given: Parameters<typeof experts.report>[1] = {}) => {
    portal.clock.advance(60);
    return experts.report(ada.orgId, given);
  };
  return { experts, ada, weakness, open: (path: string) => renderScreen(conciergeModule, ada, path) };
}

test('a letter is unread until it is opened; one asks below it, and the answer stands there', async () => {
  const { experts, ada, open } = await openConcierge();
  await experts.write({
    title: 'About your domain',
    body: hostileText,
    audience: { kind: 'organization', values: [ada.orgId], brandId: null },
  });
  const { user, at, container } = await open('/concierge/messages');
  expect(await screen.findByText('3 unread')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Unread: About your domain',
    'Unread: What to do this week',
    'Unread: Welcome, and how to use us',
  ]);
  await user.click(screen.getByRole('link', { name: 'Unread: About your domain' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'About your domain' })).toBeTruthy();
  // what somebody wrote is text
  expect(screen.getByText('<img src=x onerror=alert(1)>').closest('a')).toBeNull();
  expect(container.querySelector('script, img[src="x"]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Please write something.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Your question' }), 'Does it concern us?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('heading', { name: 'Your conversation' })).toBeTruthy();
  expect(await screen.findByText('Does it concern us?')).toBeTruthy();
  const { threads } = (await ada.get('/cyberconcierge/conversations')).body;
  await experts.answer(ada.orgId, threads[0].threadId, 'No, it does not.');
  await user.type(screen.getByRole('textbox', { name: 'Your message' }), 'And our shop?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('No, it does not.')).toBeTruthy();
  expect(screen.getByText('Sam Rivera')).toBeTruthy();
  // read by having been opened; unread again because the reader says so
  await user.click(screen.getByRole('button', { name: 'Mark as unread' }));
  await waitFor(() => expect(at()).toBe('/concierge/messages'));
  expect(await screen.findByRole('link', { name: 'Unread: About your domain' })).toBeTruthy();
});

test('weaknesses stand in the order of their ranks; a status is the experts’ to set, and one tells them that it is fixed', async () => {
  const { experts, ada, weakness, open } = await openConcierge();
  const old = await weakness({ title: 'An old one', severity: 'Critical' });
  await experts.resolve(ada.orgId, old);
  await weakness({ title: 'A small one', severity: 'Low' });
  const id = await weakness();
  const { user, at } = await open('/concierge/weaknesses');
  const rows = async () =>
    (await screen.findAllByRole('rowheader')).map((row) => within(row).getByRole('link').textContent);
  expect(await rows()).toEqual(['An open door', 'A small one', 'An old one']);
  await user.click(screen.getByRole('button', { name: 'Severity' }));
  await waitFor(async () => expect(await rows()).toEqual(['An old one', 'An open door', 'A small one']));
  await user.click(screen.getByRole('link', { name: 'An open door' }));
  expect(await screen.findByRole('navigation', { name: 'Breadcrumb' })).toHaveProperty(
    'textContent',
    'Security WeaknessesWeakness Details',
  );
  expect(at()).toBe(`/concierge/weaknesses/${id}`);
  expect(
    await screen.findByRole('button', {
      name: 'To update the status of a weakness, please email support@cybersafety.example.',
    }),
  ).toBeTruthy();
  const pdf = screen.getByRole('link', { name: 'Download PDF' });
  expect(pdf.getAttribute('href')).toBe(
    `/api/cyberconcierge/weaknessPdf/${id}/SecurityWeakness_2026-03-02_${id}.pdf`,
  );
  expect(pdf.getAttribute('target')).toBe('_blank');
  await user.click(screen.getByRole('button', { name: 'We fixed it, please check' }));
  await user.type(screen.getByRole('textbox', { name: 'What did you change? (optional)' }), 'Port closed');
  await user.click(
    within(screen.getByRole('region', { name: 'Is it fixed?' })).getByRole('button', { name: 'Send' }),
  );
  expect(await screen.findByText('Check asked for')).toBeTruthy();
  expect(screen.getByText(/The experts know that you fixed it/)).toBeTruthy();
  expect(await screen.findByText('Says that it is fixed, and asks for a check')).toBeTruthy();
});

test('what cannot be loaded leads to its list, a list to the first tab, each with the words of the specification', async () => {
  const { weakness, open } = await openConcierge();
  await weakness();
  const words = 'Something went wrong, please try again.';
  const said = async (toasts: number) =>
    waitFor(() => expect(screen.queryAllByText(words).length > 0).toBe(toasts > 0));
  for (const [from, to, toasts] of [
    ['/concierge/messages/nothing', '/concierge/messages', 1],
    ['/concierge/weaknesses/nothing', '/concierge/weaknesses', 1],
    ['/concierge/conversations/00000000-0000-4000-8000-000000000009', '/concierge/conversations', 1],
    ['/weaknesses', '/concierge/weaknesses', 0],
    ['/messages', '/concierge/messages', 0],
    ['/concierge/elsewhere', '/404', 0],
  ] as const) {
    const { at, unmount } = await open(from);
    await waitFor(() => expect(at()).toBe(to));
    await said(toasts);
    cleanNotifications();
    unmount();
  }
  const { router, at } = await open('/concierge');
  expect(await screen.findByRole('heading', { name: 'Talk to a security adviser' })).toBeTruthy();
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    String(input).includes('cyberConciergeWeaknesses')
      ? new Response('{"success":false,"error":{"code":"too-many-requests"}}', { status: 429 })
      : through(input, init);
  // what the first tab asked before is not asked again
  const { queryClient } = await import('#platform/web/query.ts');
  queryClient.clear();
  await act(() => router.navigate('/concierge/weaknesses'));
  await waitFor(() => expect(at()).toBe('/concierge'));
  await said(1);
});

test('a question from any screen shows what comes along, and is kept where it could not be sent', async () => {
  const { ada } = await openConcierge();
  const { user } = await renderScreen(<AskExpertDialog />, ada, '/webappscan/Shop');
  act(() =>
    askExpert({
      kind: 'finding',
      id: 'f1',
      title: 'No <b>protection</b>',
      route: '/webappscan/Shop',
      facts: [{ label: 'Severity', value: 'high' }],
    }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask an expert' }));
  expect(dialog.getByText('No <b>protection</b>')).toBeTruthy();
  expect(dialog.getByText('Severity')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Your question' }), 'Is it urgent?');
  const through = globalThis.fetch;
  globalThis.fetch = async () =>
    new Response('{"success":false,"error":{"code":"too-many-questions"}}', { status: 429 });
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText(/many questions/)).toBeTruthy();
  globalThis.fetch = through;
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('Your question is on its way')).toBeTruthy();
  const { threads } = (await ada.get('/cyberconcierge/conversations')).body;
  expect(threads).toMatchObject([
    {
      subject: 'No <b>protection</b>',
      excerpt: 'Is it urgent?',
      context: { kind: 'finding', route: '/webappscan/Shop' },
    },
  ]);
});
