// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#platform/web/query.ts';
import { dashboardData } from '../testing/dashboardData.ts';
import { numbers, openDashboard, openBreakable, card } from '../testing/openDashboard.tsx';

test('a new organisation is led to its first website', async () => {
  await openDashboard();
  const action = await screen.findByRole('link', { name: 'Add website: Add your first website' });
  expect(action.getAttribute('href')).toBe('/webappscan?add');
  expect((await card()).getByText('No scans yet')).toBeDefined();
  expect((await card()).getByRole('link', { name: 'Schedule Scans' })).toBeDefined();
  // nothing was measured, so nothing is called clean
  expect(screen.queryByText('High')).toBeNull();
});

test('the dashboard shows what the scans found and what to do about it', async () => {
  await openDashboard(dashboardData({ websites: numbers }));
  const shown = await card();
  expect(shown.getByText('Updated Mar 1, 2026')).toBeDefined();
  expect(shown.getByRole('link', { name: 'View Scan Findings' }).getAttribute('href')).toBe('/webappscan');
  const list = within(screen.getByRole('region', { name: 'Next best actions' }));
  expect(list.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Fix 2 high issues',
    'Schedule scans of 1 website',
    'Plan fixes for 5 medium issues',
    'Tidy up 9 low issues',
  ]);
  expect(within(screen.getByRole('region', { name: 'Your posture' })).getByText('16')).toBeDefined();
});

test('a running scan shows as such', async () => {
  await openDashboard(dashboardData({ websites: { ...numbers, isScanInProgress: true } }));
  expect((await card()).getByText('Scan in progress')).toBeDefined();
});

test('one website is reached directly, whatever its name', async () => {
  await openDashboard(
    dashboardData({ websites: { ...numbers, targetList: numbers.targetList.slice(0, 1) } }),
  );
  expect((await card()).getByRole('link').getAttribute('href')).toBe(
    '/webappscan/Shop%20%26%20%3Cb%3Emore%3C%2Fb%3E',
  );
});

test('each button leads to what its action is about, and to the list where that is several websites', async () => {
  const websitesWith = {
    noScan: ['Blog', 'Docs'],
    noSchedule: ['Shop & more'],
    highs: ['..'],
    mediums: ['Blog', 'Shop'],
    lows: [],
  };
  await openDashboard(dashboardData({ websites: { ...numbers, webAppsScanned: 0, websitesWith } }));
  await card();
  const href = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href(/^View findings: Fix 2 high/)).toBe('/webappscan?name=..&severity=high#issues');
  expect(href(/^View findings: Plan fixes/)).toBe('/webappscan?sort=highs');
  expect(href(/^Start scan/)).toBe('/webappscan/Blog');
  expect(href(/^Schedule: /)).toBe('/webappscan/Shop%20%26%20more?schedule');
});

test('the rating stands on its ruler, and says whose it is', async () => {
  await openDashboard(dashboardData());
  const posture = within(await screen.findByRole('region', { name: 'Your posture' }));
  expect(posture.getByText(/742/, { selector: 'b' })).toBeDefined();
  expect(posture.getByText('Advanced', { selector: 'strong' }).parentElement?.textContent).toBe(
    'Advanced, up 12, our estimate',
  );
});

test('what is put off goes, the next best one comes, and an undo brings it back', async () => {
  const { user } = await openDashboard();
  const title = 'Add your first website';
  await user.click(await screen.findByRole('button', { name: `Not now: ${title}` }));
  const list = await screen.findByRole('region', { name: 'Next best actions' });
  await within(list).findByText('Put off: 1');
  expect(within(list).queryByRole('heading', { name: title })).toBeNull();
  // the keyboard stays where it was
  expect(list.contains(document.activeElement)).toBe(true);
  await user.click(within(list).getByText('Put off: 1'));
  await user.click(within(list).getByRole('button', { name: `Bring back: ${title}` }));
  expect(await within(list).findByRole('heading', { name: title })).toBeDefined();
  expect(within(list).queryByText('Put off: 1')).toBeNull();
});

test('numbers that could not be updated stay, and say so', async () => {
  const { user, fail } = await openBreakable(false);
  expect(await card()).toBeDefined();
  fail(true);
  await queryClient.refetchQueries();
  expect(await screen.findByText(/could not be updated/)).toBeDefined();
  expect(await card()).toBeDefined();
  fail(false);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(screen.queryByText(/could not be updated/)).toBeNull());
});

test('a failure says so and is tried again on demand', async () => {
  const { user, fail } = await openBreakable(true);
  await screen.findByText('Your dashboard could not be loaded');
  fail(false);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Next best actions' })).toBeDefined();
});
