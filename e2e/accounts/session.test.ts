import { expect, test, vi } from 'vitest';
import { handOver, makeAdministrator } from '../calls.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { signIn } from '../steps.ts';

vi.setConfig({ testTimeout: 180_000 });

// so short that the warning stands from the beginning, and again after half of it
const journey = startJourney(() => ({ SESSION_INACTIVITY_SECONDS: '30' }));

async function openTabs(email: string, count: number) {
  const { context, page } = await journey.visit();
  await handOver(await makeAdministrator(journey.portal, email), context, journey.portal.url);
  const pages = [page];
  while (pages.length < count) pages.push(await context.newPage());
  await Promise.all(pages.map((tab) => tab.goto('/plan')));
  return pages.map((tab) => ({ tab, dialog: tab.getByRole('dialog', { name: 'Session Timeout' }) }));
}

test('an idle session is counted down, goes on when asked, and at last ends in every tab', async () => {
  const tabs = await openTabs('idle@harbor-lamps.com', 2);
  const [first, second] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
  for (const { dialog } of tabs) await dialog.waitFor();
  const left = async () =>
    Number(/(\d+)\D*$/.exec((await first.dialog.locator('strong').textContent()) ?? '')?.[1]);
  const before = await left();
  expect(before).toBeLessThanOrEqual(30);
  await expect.poll(left, { timeout: 5000 }).toBeLessThan(before);
  await first.tab.keyboard.press('Escape');
  await picture(first.tab, 'session-timeout');
  await first.dialog.getByRole('button', { name: 'Continue Working' }).click();
  for (const { dialog } of tabs) await dialog.waitFor({ state: 'hidden' });
  // nobody does anything: the warning comes again, then the end
  for (const { dialog } of tabs) await dialog.waitFor({ timeout: 30_000 });
  for (const { tab } of tabs) await arrives(tab, '/signin', 40);
  await reads(second.tab, 'Your session has ended. Please sign in again.');
  expect((await first.tab.context().cookies()).filter(({ name }) => name === 'session')).toEqual([]);
  await picture(second.tab, 'session-ended');
  // who comes back goes on where it ended, and the other tab is signed in too
  await signIn(first.tab, 'idle@harbor-lamps.com');
  await arrives(first.tab, '/plan');
  await arrives(second.tab, '/dashboard');
});

test('whoever is warned can sign out at once', async () => {
  const [only] = await openTabs('leaving@harbor-lamps.com', 1);
  await only!.dialog.getByRole('button', { name: 'Sign Out' }).click();
  await arrives(only!.tab, '/signin');
  await only!.tab.goto('/plan');
  await arrives(only!.tab, '/signin');
  expect(new URL(only!.tab.url()).pathname).toBe('/signin');
});
