import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { handOver, makeAdministrator, type Calls } from './calls.ts';
import { cards, openCheckout, planCard, readInvoice, subscribe, typeCard } from './checkout.ts';
import { endTrial } from './database.ts';
import { arrives, picture, reads, startJourney, type Visit, type VisitOptions } from './journey.ts';
import { fillSignUp } from './steps.ts';
import { until } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();

/** A browser in which somebody is signed in, at the plan page. */
async function atPlans(calls: Calls, options: VisitOptions = {}): Promise<Visit> {
  const visit = await journey.visit(options);
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto('/plan');
  await planCard(visit.page, 'Plus').waitFor();
  return visit;
}

const trialBanner = (page: Page) => page.getByRole('region', { name: 'Free trial', exact: true });
/** US cents of money on the screen, also of `-$4.50` and `−$4.50`. */
const cents = (text: string) =>
  Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) * (/[-−]/.test(text) ? -1 : 1);

describe('an office manager buys, changes and cancels the plan alone', () => {
  const email = 'ada@harbor-lamps.com';
  let visit: Visit;
  let page: Page;
  const standing = () => page.getByRole('region', { name: /^Your plan:/ });
  const dialog = () => page.getByRole('dialog', { name: 'Manage Plan' });
  const mails = async () => (await journey.portal.mails(email)).map(({ subject }) => subject);

  test('sees how long the trial is, and what each plan costs', async () => {
    visit = await atPlans(await makeAdministrator(journey.portal, email), { keep: true });
    page = visit.page;
    await reads(trialBanner(page), 'You have 30 days left in your free trial. Select a plan below.');
    expect((await trialBanner(page).boundingBox())?.height).toBe(50);
    await expect
      .poll(() => page.getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Free', 'Essential', 'Plus', 'Premium']);
    await reads(planCard(page, 'Free'), 'Free (Default Plan)');
    await reads(planCard(page, 'Essential'), /\$49.*per month plus taxes/);
    await expect.poll(() => page.getByRole('button', { name: /^Subscribe to / }).count()).toBe(4);
    await picture(page, 'plans-trial-light-1440');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await trialBanner(page).boundingBox())?.height).toBe(80);
    await picture(page, 'plans-trial-light-390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('subscribes by card with a coupon: a card is declined, the next one asks the bank', async () => {
    const frame = await openCheckout(page, 'Essential');
    for (const words of ['Harbor Lamps LLC', 'Ada Marsh', email]) await reads(frame.locator('.buyer'), words);
    await expect.poll(() => frame.getByLabel('Name on card').inputValue()).toBe('Ada Marsh');
    const sum = (label: string) => frame.locator('.sum').filter({ hasText: label }).locator('dd');
    await frame.getByLabel('Coupon').fill('CHAMBER30');
    await frame.getByRole('button', { name: 'Apply' }).click();
    await reads(frame.locator('main'), 'This coupon is not valid.');
    await frame.getByLabel('Coupon').fill('welcome10');
    await frame.getByRole('button', { name: 'Apply' }).click();
    await reads(frame.locator('main'), 'The coupon was applied.');
    await reads(frame.locator('main'), '10% off for 3 months');
    await reads(sum('Due today'), '$44.10');
    await reads(sum('From month 4 on'), '$49.00');
    await picture(page, 'checkout-coupon-light-1440');
    await typeCard(frame, cards.declined);
    await frame.getByRole('button', { name: 'Subscribe and pay $44.10' }).click();
    await reads(frame.locator('main'), 'The payment did not go through. Nothing was bought.');
    await reads(frame.locator('main'), 'The card was declined. Use another card, or ask the bank.');
    await picture(page, 'checkout-declined-light-1440');
    await typeCard(frame, cards.authenticates);
    await frame.getByRole('button', { name: 'Subscribe and pay $44.10' }).click();
    await reads(frame.locator('main'), 'Confirm the payment of $44.10 with Visa ending in 3155.');
    await picture(page, 'checkout-bank-light-1440');
    await frame.getByRole('button', { name: 'Complete authentication' }).click();
    await reads(page, 'You have successfully upgraded to Essential .');
    await page.locator('iframe[title="Checkout"]').waitFor({ state: 'detached' });
  });

  test('has the plan, its invoice and a mail, and no trial any more', async () => {
    await reads(planCard(page, 'Essential'), 'Your plan today');
    await reads(standing(), /Renews on/);
    await reads(standing(), 'Visa ending in 3155, expires 09/2030');
    await reads(standing(), 'WELCOME10');
    expect(await trialBanner(page).count()).toBe(0);
    await picture(page, 'plans-paid-light-1440');
    const invoices = page.getByRole('table', { name: 'Invoices' });
    await reads(invoices, '$44.10');
    await reads(invoices, 'Paid');
    const invoice = await readInvoice(page, journey.portal.url);
    const text = invoice.text.replace(/\s+/g, ' ');
    for (const words of [
      'Harbor Lamps LLC',
      'Ada Marsh',
      email,
      'Essential',
      '$49.00',
      '−$4.90',
      '$44.10',
      'WELCOME10',
      'Visa',
      'SANDBOX',
    ])
      expect(text).toContain(words);
    expect({ title: invoice.title, tagged: invoice.tagged }).toEqual({
      title: expect.stringMatching(/^Invoice /),
      tagged: true,
    });
    const { text: mail } = await journey.portal.mail(email, /^Your Essential plan is active$/);
    for (const words of ['Harbor Lamps LLC', '$44.10 plus taxes', 'no card is charged'])
      expect(mail).toContain(words);
  });

  test('is told what moving up costs, and moves up', async () => {
    await planCard(page, 'Plus').getByRole('button', { name: 'Upgrade to Plus' }).click();
    await reads(dialog(), 'Due today');
    await picture(page, 'plans-upgrade-light-1440');
    const [charge = 0, credit = 0, due = 0] = (await dialog().locator('dd').allTextContents()).map(cents);
    expect({ due, charge, credited: credit < 0, owes: due > 0 }).toEqual({
      due: charge + credit,
      charge,
      credited: true,
      owes: true,
    });
    await dialog().getByRole('button', { name: 'Upgrade to Plus' }).click();
    await reads(page, 'Plan is successfully upgraded');
    await dialog().waitFor({ state: 'hidden' });
    await reads(planCard(page, 'Plus'), 'Your plan today');
    const newest = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1);
    await expect.poll(async () => cents(/\$[\d.,]+/.exec(await newest.innerText())![0])).toBe(due);
    await journey.portal.mail(email, /^Your plan is now Plus$/);
    expect(await planCard(page, 'Essential').getByRole('link').getAttribute('href')).toMatch(
      /^mailto:support@cybersafety\.example\?/,
    );
    await reads(planCard(page, 'Essential'), 'Contact us');
  });

  test('changes the card to one that fails later: the upgrade fails in its dialog, and the plan stays', async () => {
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await reads(page, 'Your subscription, your card and your invoices.');
    await picture(page, 'billing-light-1440');
    await page.getByRole('link', { name: 'Change card' }).click();
    await typeCard(page, cards.failsLater);
    await page.getByRole('button', { name: 'Save card' }).click();
    await reads(page, 'Your card was changed.');
    await page.getByRole('link', { name: 'Back to Cyber Safety' }).click();
    await arrives(page, '/plan');
    await planCard(page, 'Premium').getByRole('button', { name: 'Upgrade to Premium' }).click();
    await reads(dialog(), 'Due today');
    await dialog().getByRole('button', { name: 'Upgrade to Premium' }).click();
    await reads(dialog().getByRole('alert'), 'Upgrade plan failed');
    await reads(dialog().getByRole('alert'), 'The card was declined. Use another card, or ask the bank.');
    await picture(page, 'plans-upgrade-failed-light-1440');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await reads(planCard(page, 'Plus'), 'Your plan today');
    await expect.poll(() => page.getByRole('link', { name: /^Invoice .* as PDF/ }).count()).toBe(2);
  });

  test('cancels alone, thinks better of it, and cancels again on the pages of billing', async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel Plus?' });
    await reads(question, /Everything stays as it is until/);
    await picture(page, 'plans-cancel-light-1440');
    await question.getByRole('button', { name: 'Cancel plan' }).click();
    await reads(page, /Your plan is cancelled\. Everything stays as it is until \w+ \d+, \d{4}\./);
    await reads(standing(), /Ends on .* Until then everything stays as it is/);
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await reads(page, 'Your Plus plan goes on.');
    await reads(standing(), /Renews on/);

    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await reads(page, /Your subscription stays active until/);
    await picture(page, 'billing-cancel-light-1440');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await reads(page, 'Your cancellation is noted.');
    await reads(page, /Your subscription stays active until/);
    await picture(page, 'billing-cancelled-light-1440');
    await page.getByRole('link', { name: 'Back to Cyber Safety' }).click();
    await arrives(page, '/plan');
    await reads(standing(), /Ends on .* Until then everything stays as it is/);
    await reads(planCard(page, 'Plus'), 'Your plan today');
    await journey.portal.mail(email, /^Your Plus plan ends on /);
    expect((await mails()).filter((subject) => subject.startsWith('Your Plus plan ends on'))).toHaveLength(2);
  });

  test('met no error and no violation of the policy on the way', async () => {
    // the declined upgrade is an answer of 402, which the console repeats
    expect(visit.complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
    await visit.context.close();
  });
});

test('a trial that is over locks the tools until a plan is bought, and then all goes on without a new sign-in', async () => {
  const companyName = 'Late Lamps LLC';
  const calls = await makeAdministrator(journey.portal, 'late@harbor-lamps.com', { companyName });
  const { page, complaints } = await atPlans(calls, { dark: true });
  await page.getByRole('link', { name: 'Website Scans' }).click();
  await reads(page, 'Find out what your website gives away');
  await endTrial(journey.portal, companyName);
  // the row was changed behind the server's back, which hears of it a moment later
  await until(
    'the server to know',
    async () => (await calls.post('/monitoring/webapps/loadTargetList')).status === 403,
  );

  await page.reload();
  await arrives(page, '/plan');
  const banner = page.getByRole('region', { name: 'Trial expired' });
  await reads(banner, 'Your free trial has expired. Select a plan below.');
  expect(await banner.getByRole('link').count()).toBe(0);
  await reads(page, /Your free trial ended on .* Your settings and results are kept\./);
  await picture(page, 'expired-plan-dark-1440');
  for (const path of ['/', '/dashboard', '/webappscan/Main%20shop']) {
    await page.goto(path);
    await arrives(page, '/plan');
  }
  expect(await calls.post('/monitoring/webapps/loadTargetList')).toMatchObject({
    status: 403,
    body: { error: { code: 'module-inactive' } },
  });
  await page.getByRole('button', { name: 'Monitoring' }).click();
  await page.getByRole('link', { name: 'Subscribe to use' }).waitFor();
  await picture(page, 'expired-menu-dark-1440');
  await page.keyboard.press('Escape');

  await page.goto('/settings');
  await reads(banner, 'Your free trial has expired.');
  await picture(page, 'expired-settings-dark-1440');
  await banner.getByRole('link', { name: 'Subscribe Now' }).click();
  await arrives(page, '/plan');
  await subscribe(page, 'Plus');
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Website Scans' }).click();
  await reads(page, 'Find out what your website gives away');
  expect((await calls.post('/monitoring/webapps/loadTargetList')).status).toBe(200);
  await page.goto('/');
  await arrives(page, '/dashboard');
  // what the locked page asks for beside its code is an answer of 403
  expect(complaints.filter((line) => !line.includes('status of 403'))).toEqual([]);
});

describe('what a channel offers', () => {
  test('the chamber of commerce has its own words and prices, down to the checkout', async () => {
    const { page: stranger } = await journey.visit();
    await stranger.goto('/signup/CHAMBER-2026');
    await reads(stranger, 'Chamber member pricing');
    await reads(stranger, /Save on Plus and Premium as a member of your chamber of commerce/);

    const calls = await makeAdministrator(journey.portal, 'member@harbor-lamps.com', {
      subscriptionId: 'chamber-2026',
    });
    const { page } = await atPlans(calls, { width: 390, height: 844 });
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
      subscriptionId: 'BROKER',
    });
    const { page } = await atPlans(calls, { width: 390, height: 844, dark: true });
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
});
