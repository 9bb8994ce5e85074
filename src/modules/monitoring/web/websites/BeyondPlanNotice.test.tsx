// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScans } from '../testing/scans.tsx';

/** Two websites, the second a minute younger, on a plan for one. */
async function openBeyond() {
  const world = await openScans();
  const shop = await world.add({ targetName: 'Shop' });
  world.later(60);
  const blog = await world.add({ targetName: 'Blog' });
  await world.call('scheduleScan', { targetId: blog, recurrence: 'q', dateTime: '2026-03-05T18:00:00Z' });
  await world.setPlan('free');
  return { world, shop, blog };
}
const words =
  'Your plan includes 1 website, and this one was added later, so it is not scanned. Its reports and issues are kept. To have it scanned again, remove websites that you no longer need, or upgrade your plan.';

test('a website beyond the plan says so with the way to the plan page, and offers no scan', async () => {
  const { world } = await openBeyond();
  const { user } = await world.open('/webappscan/Blog');
  const notice = await screen.findByRole('region', { name: 'Not in your plan' });
  expect(notice.textContent).toBe(words);
  expect(within(notice).getByRole('link', { name: 'upgrade your plan' }).getAttribute('href')).toBe('/plan');
  expect(await screen.findByText('Paused: not in your plan')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Blog (not in your plan)' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Scan now' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.filter((item) => item.hasAttribute('disabled')).map((item) => item.textContent)).toEqual([
    'Scan now',
  ]);
});

test('a website that the plan includes says nothing of it', async () => {
  const { world } = await openBeyond();
  await world.open('/webappscan/Shop');
  expect(await screen.findByRole('button', { name: 'Scan now' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Not in your plan' })).toBeNull();
  expect(screen.getByRole('option', { name: 'Shop' })).toBeTruthy();
});

test('a plan that became smaller while the page was open is told when a scan is asked for, and shown from then on', async () => {
  const { world } = await openBeyond();
  await world.setPlan('plus');
  const { user } = await world.open('/webappscan/Blog');
  const scanNow = await screen.findByRole('button', { name: 'Scan now' });
  await world.setPlan('free');
  await user.click(scanNow);
  const refused =
    'Your plan includes 1 website(s), and this one was added later. Remove websites that you no longer need, or upgrade your plan.';
  expect((await screen.findAllByText(refused)).length).toBeGreaterThan(0);
  expect(await screen.findByRole('region', { name: 'Not in your plan' })).toBeTruthy();
});
