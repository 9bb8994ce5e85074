import type { FrameLocator, Locator, Page } from 'playwright-core';
import { readPdf, type ReadPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { handOver, openedFile, type Calls } from './calls.ts';
import { reads, type Journey, type Visit, type VisitOptions } from './journey.ts';

/** What a person does to pay, on the pages of the billing sandbox. */

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authenticates: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};

/** A plan's card on the plan page. */
export const planCard = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true }).filter({ has: page.getByRole('heading', { level: 3 }) });

/** A browser in which somebody is signed in, at the plan page. */
export async function atPlans(journey: Journey, calls: Calls, options: VisitOptions = {}): Promise<Visit> {
  const visit = await journey.visit(options);
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto('/plan');
  await planCard(visit.page, 'Plus').waitFor();
  return visit;
}

/** Opens the checkout of a plan; gives the page in the window. */
export async function openCheckout(page: Page, planName: string): Promise<FrameLocator> {
  await page.getByRole('button', { name: `Subscribe to ${planName}` }).click();
  const frame = page.frameLocator('iframe[title="Checkout"]');
  await frame.getByRole('heading', { name: `Subscribe to ${planName}` }).waitFor();
  return frame;
}

/** Types a card into the form of a checkout or of the customer portal. */
export async function typeCard(form: FrameLocator | Page, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry date').fill('09 / 30');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('ZIP or postal code').fill('94105');
}

/** Buys a plan at the plan page with a card that is taken at once. */
export async function subscribe(page: Page, planName: string): Promise<void> {
  const frame = await openCheckout(page, planName);
  await typeCard(frame, cards.good);
  await frame.getByRole('button', { name: /^Subscribe and pay/ }).click();
  await reads(page, `You have successfully upgraded to ${planName} .`);
}

/** The newest invoice of the list on the plan page, as another program reads it. */
export async function readInvoice(page: Page, url: string): Promise<ReadPdf> {
  const link = page.getByRole('link', { name: /^Invoice .* as PDF/ }).first();
  return readPdf((await openedFile(page, link, url)).bytes);
}
