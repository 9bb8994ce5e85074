import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrives, picture, reads } from '../journey.ts';
import { next } from '../steps.ts';

/** What a person does with websites that are scanned. */

/** The wizard from its button to the scheduled website. */
export async function addWebsite(
  page: Page,
  button: string,
  name: string,
  site: { host: string; url: string },
): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Website to Scan' });
  // the wizard checks the company's own website by itself, and goes on where that may be scanned
  const back = dialog.getByRole('button', { name: 'Back' });
  await back.or(dialog.locator('button[type=submit]:not([data-loading])')).first().waitFor();
  if (await back.isVisible()) await back.click();
  await dialog.getByLabel('Website name').fill(name);
  await dialog.getByLabel('Protocol').selectOption(site.url.split('/')[0] + '//');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(site.host);
  await picture(page, 'wizard-1-specify');
  await next(page);
  await reads(dialog, site.url);
  expect(await dialog.getByRole('button', { name: 'I Agree' }).isDisabled()).toBe(true);
  await dialog.getByLabel('I have permission to scan this website').check();
  await picture(page, 'wizard-2-confirm');
  await dialog.getByRole('button', { name: 'I Agree' }).click();
  await dialog.getByLabel('Choose another schedule').check();
  await dialog.getByRole('radio', { name: 'Weekly' }).check();
  await reads(dialog, /First scan: .*, then once a week\./);
  await picture(page, 'wizard-3-schedule');
  await dialog.getByRole('button', { name: 'Schedule Scan' }).click();
  await reads(page, 'Scan is successfully scheduled');
  await arrives(page, `/webappscan/${encodeURIComponent(name)}`);
  await reads(page, 'No scan reports yet');
}

export async function scanNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Scan now' }).click();
  await reads(page, 'Scan initiated');
}
