import { expect, test, vi } from 'vitest';
import { makeAdministrator } from '../calls.ts';
import { atPlans, openCheckout, planCard } from '../checkout.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { fillSignUp } from '../steps.ts';

/** What a channel offers to those who sign up by its link. */

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();

test('the chamber of commerce has its own words and prices, down to the checkout', async () => {
  const { page: stranger } = await journey.visit();
  await stranger.goto('/signup/CHAMBER-2026');
  await reads(stranger, 'Chamber member pricing');
  await reads(stranger, /Save on Plus and Premium as a member of your chamber of commerce/);

  const calls = await makeAdministrator(journey.portal, 'member@harbor-lamps.com', {
    signUpCode: 'chamber-2026',
  });
  const { page } = await atPlans(journey, calls, { width: 390, height: 844 });
  await page.getByRole('heading', { name: 'Chamber member pricing' }).waitFor();
  await reads(page, /Save on Plus and Premium as a member of your chamber of commerce/);
  await expect
    .poll(() => page.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['Essential', 'Plus', 'Premium']);
  for (const [name, before, price] of [
    ['Plus', '$99', '$79.20'],
    ['Premium', '$199', '$169'],
  ] as const) {
    await reads(planCard(page, name).locator('del'), before);
    await reads(planCard(page, name), price);
  }
  expect(await planCard(page, 'Essential').locator('del').count()).toBe(0);
  await reads(planCard(page, 'Plus'), 'Chamber of commerce members save 20% for the first 6 months');
  await picture(page, 'chamber-light-390');
  const frame = await openCheckout(page, 'Plus');
  await reads(frame.locator('main'), 'CHAMBER20');
  await reads(frame.locator('main'), 'Subscribe and pay $79.20');
  await picture(page, 'chamber-checkout-light-390');
  await page.getByRole('button', { name: 'Close checkout' }).click();
  await page.locator('iframe[title="Checkout"]').waitFor({ state: 'detached' });
  expect(await planCard(page, 'Plus').getByRole('button', { name: 'Subscribe to Plus' }).isEnabled()).toBe(
    true,
  );
});

test('brokers get an account without a trial: the free plan, and the checkout at once for a larger one', async () => {
  const { page: stranger } = await journey.visit({ dark: true });
  await stranger.goto('/signup/BROKER');
  await reads(stranger, 'Create your account');
  await fillSignUp(stranger, 'broker@harbor-lamps.com');
  expect(await stranger.locator('body').innerText()).not.toMatch(/trial|credit card|cancel any time/i);
  await picture(stranger, 'broker-signup-dark-1440');
  await stranger.getByRole('button', { name: 'Create Account' }).click();
  await arrives(stranger, '/verify');
  expect((await journey.portal.mail('broker@harbor-lamps.com', /./)).text).not.toMatch(/trial/i);

  const calls = await makeAdministrator(journey.portal, 'second-broker@harbor-lamps.com', {
    signUpCode: 'BROKER',
  });
  const { page } = await atPlans(journey, calls, { width: 390, height: 844, dark: true });
  await reads(planCard(page, 'Free'), 'Your plan today');
  expect(await page.locator('body').innerText()).not.toMatch(/trial/i);
  await picture(page, 'broker-plans-dark-390');
  await planCard(page, 'Essential').getByRole('button', { name: 'Upgrade to Essential' }).click();
  await page
    .frameLocator('iframe[title="Checkout"]')
    .getByRole('heading', { name: 'Subscribe to Essential' })
    .waitFor();
  await picture(page, 'broker-checkout-dark-390');
});

test('a link that is unknown, over or cannot be checked leads to the page for what is not there', async () => {
  const { page } = await journey.visit();
  for (const id of ['NOBODY-2026', 'SPRING-2025', 'HARBOR-2025']) {
    await page.goto(`/signup/${id}`);
    await arrives(page, '/404');
    await reads(page, "We can't find that page");
  }
  await page.route('**/api/plans/isValidSubscriptionId/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: { code: 'fault' } } }),
  );
  await page.goto('/signup/START');
  await arrives(page, '/404');
});
