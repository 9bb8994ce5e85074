import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { makeAdministrator } from './calls.ts';
import { atPlans, cards, openCheckout, planCard, readInvoice, subscribe, typeCard } from './checkout.ts';
import { endTrial } from './database.ts';
import { arrives, picture, reads, startJourney, type Visit } from './journey.ts';
import { until } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();

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
    visit = await atPlans(journey, await makeAdministrator(journey.portal, email), { keep: true });
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
    await expect
      .poll(async () => (await mails()).filter((subject) => subject.startsWith('Your Plus plan ends on')))
      .toHaveLength(2);
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
  const { page, complaints } = await atPlans(journey, calls, { dark: true });
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
