// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#app/testing/screens.tsx';
import { aFinding, openScans } from '../testing/scans.tsx';
import { monitoringModule } from '../module.ts';

const markup = '<img src=x onerror=alert(1)>';
const found = aFinding('a', {
  title: `Issue a ${markup}`,
  explanation: `${markup} explained`,
  fix: `1. Do this.\nnginx: add_header X 1;\nApache: Header set X 1\n2. Scan ${markup}`,
  rule: 'rule.passed',
  severity: 'high',
  places: [
    {
      method: 'GET',
      url: 'https://shop.acme-widgets.com/a',
      parameter: 'q',
      evidence: `seen ${markup}`,
      request: 'GET /a HTTP/1.1\nCookie: session=secret',
      response: 'HTTP/1.1 200 OK\nServer: nginx\nSet-Cookie: id=secret',
      payload: markup,
    },
  ],
});

async function openIssue() {
  const world = await openScans();
  const id = await world.add({ targetName: 'Shop' });
  world.finds({ findings: [found, aFinding('b')] });
  await world.scan(id);
  return { world, id, path: `/webappscan/${id}/issues/a` };
}

test('an issue has a page: what it means, where, its proof, its fix, then what to decide, and the facts last', async () => {
  const { world, path } = await openIssue();
  await world.open(path);
  expect(await screen.findByRole('heading', { level: 1, name: `Issue a ${markup}` })).toBeTruthy();
  await screen.findByText('History');
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(headings).toEqual([
    'What it means',
    'Affected addresses (1)',
    'How it was confirmed',
    'How to fix it',
    'Read more',
    'What to do now',
    'History',
  ]);
  const order = (a: Element, b: Element) =>
    Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  const decide = screen.getByRole('button', { name: 'I fixed this: check again' });
  expect(order(screen.getByText('How to fix it'), decide)).toBe(true);
  expect(order(decide, screen.getByText('CVSS score'))).toBe(true);
  // the fix for what the website shows, and the rest behind a fold
  expect(screen.getByText('For nginx, which this website appears to use.')).toBeTruthy();
  expect(screen.getByText('nginx: add_header X 1;')).toBeTruthy();
  expect(screen.getByText('For other servers and languages')).toBeTruthy();
});

test('a name in place of the id will do, a fixed issue keeps its page, and one that is not there leads to the list', async () => {
  const { world, id } = await openIssue();
  world.finds({ findings: [aFinding('b')] });
  await world.scan(id);
  const first = await world.open('/webappscan/shop/issues/a');
  expect((await screen.findAllByText('Fixed')).length).toBeGreaterThan(0);
  expect(screen.getByText('Found for the first time')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send to my developer' })).toBeNull();
  first.unmount();
  for (const gone of [
    `/webappscan/${id}/issues/none`,
    '/webappscan/11111111-1111-4111-8111-111111111111/issues/a',
    '/webappscan/Nowhere/issues/a',
  ]) {
    const view = await world.open(gone);
    expect((await screen.findAllByText('This issue is no longer there.')).length).toBeGreaterThan(0);
    expect(await screen.findByRole('heading', { level: 1, name: 'Website Security Scans' })).toBeTruthy();
    view.unmount();
  }
});

test('a link for a developer is copied, opens the issue alone without an account, takes one answer, and is withdrawn', async () => {
  const { world, path } = await openIssue();
  const view = await world.open(path);
  await view.user.click(await screen.findByRole('button', { name: 'Send to my developer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to my developer' }));
  await view.user.type(dialog.getByRole('textbox', { name: /email address/ }), 'nobody');
  await view.user.click(dialog.getByRole('button', { name: 'Send email' }));
  expect(dialog.getByText('Please enter a valid email address.')).toBeTruthy();
  await view.user.click(dialog.getByRole('button', { name: 'Copy a link instead' }));
  const address = ((await dialog.findByRole('textbox', { name: 'Link' })) as HTMLInputElement).value;
  await view.user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Copied link')).toBeTruthy();
  view.unmount();

  const visitor = world.portal.browser({ ip: '198.51.100.9' });
  const open = () => renderScreen(monitoringModule, { send: visitor.send }, new URL(address).pathname);
  const page = await open();
  expect(await screen.findByRole('heading', { level: 1, name: `Issue a ${markup}` })).toBeTruthy();
  expect(screen.getByText('Ada Vance')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.body.textContent).not.toMatch(/Issue b|session=secret|id=secret/);
  expect(document.body.querySelectorAll('[onerror], script')).toHaveLength(0);
  await page.user.type(screen.getByRole('textbox', { name: /What did you change/ }), 'Prepared statements');
  await page.user.dblClick(screen.getByRole('button', { name: 'Fixed, please check' }));
  expect(await screen.findByText('Waiting to be checked.')).toBeTruthy();
  world.finds({ findings: [], passed: ['rule.passed'] });
  await world.portal.runJobs();
  expect(await screen.findByText('Fixed', { selector: 'strong' }, { timeout: 10_000 })).toBeTruthy();
  page.unmount();

  const again = await world.open(path);
  expect(await screen.findByText('Reported as fixed')).toBeTruthy();
  await again.user.click(screen.getByRole('button', { name: 'Withdraw the link of Copied link' }));
  expect((await screen.findAllByText('The link no longer works')).length).toBeGreaterThan(0);
  again.unmount();
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'This link was withdrawn' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});
