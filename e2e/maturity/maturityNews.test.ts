import { expect, test, vi } from 'vitest';
import { handOver, makeAdministrator, signInByCalls } from '../calls.ts';
import { arrives, picture, reads, refuseAnalytics, startJourney } from '../journey.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 180_000 });

const journey = startJourney();

test('after the first session a person hears of it once, is reminded at a later visit, and never while at it or again', async () => {
  const email = 'news@harbor-lamps.com';
  const first = await makeAdministrator(journey.portal, email);
  await first.post('/profile/updateCustomerPortalData', {
    cybermaturity: { hasSeenReleaseNotes: false, dontShowRoadBlock: false },
  });
  const { page, context, complaints } = await journey.visit();
  await handOver(first, context, journey.portal.url);
  await context.addInitScript(refuseAnalytics);
  const dialog = page.getByRole('dialog');
  /** Everything that the page asks for has come, and no dialog with it. */
  const isLeftAlone = async (words: string | RegExp) => {
    await reads(page, words);
    await page.waitForLoadState('networkidle');
    expect(await dialog.count()).toBe(0);
  };
  await page.goto('/dashboard');
  await isLeftAlone('Next best actions');
  const calls = await signInByCalls(journey.portal.url, email);
  await handOver(calls, context, journey.portal.url);
  await page.goto('/cybermaturity/assessment');
  await isLeftAlone('Leadership & Ownership');
  await page.goto('/dashboard');
  await page
    .getByRole('dialog', { name: 'New: Cyber Maturity' })
    .getByRole('link', { name: 'Go to Assessment' })
    .click();
  await arrives(page, '/cybermaturity/assessment/start');
  await isLeftAlone('Welcome to your cyber maturity assessment');
  type Seen = Record<'hasSeenReleaseNotes' | 'closedRoadBlock' | 'dontShowRoadBlock', boolean>;
  /** The browser tells it beside whatever comes next, so a reload may come first. */
  const isKnown = (what: keyof Seen) =>
    until(`${what} to be known`, async () => {
      const { body } = await calls.get<{ data: { cybermaturity: Seen } }>('/profile/getCustomerPortalData');
      return body.data.cybermaturity[what];
    });
  await isKnown('hasSeenReleaseNotes');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await isLeftAlone('Next best actions');

  await calls.post('/zimm/saveAssessment', { data: { questionId: 'leadership-1-key', answer: 'yes' } });
  await page.reload();
  const reminder = page.getByRole('dialog', { name: 'How mature is your security?' });
  await reads(reminder, /\d+% done/);
  expect(await reminder.getByRole('link', { name: 'Finish Assessment' }).getAttribute('href')).toBe(
    '/cybermaturity/assessment/leadership-1-coverage',
  );
  await picture(page, 'maturity-roadblock');
  await page.keyboard.press('Escape');
  await reminder.waitFor({ state: 'detached' });
  await isKnown('closedRoadBlock');
  await page.reload();
  await isLeftAlone('Next best actions');
  await page.getByRole('button', { name: /^What is new/ }).click();
  await page.getByRole('button', { name: /^How mature is your security/ }).click();
  await reminder.getByLabel("Don't show this again").check();
  await reminder.getByRole('button', { name: 'Skip' }).click();
  await isKnown('dontShowRoadBlock');
  await page.reload();
  await isLeftAlone('Next best actions');
  expect(complaints).toEqual([]);
});
