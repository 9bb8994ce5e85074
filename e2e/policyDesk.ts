import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readPdf, type ReadPdf } from '#platform/server/pdf/readPdf.testing.ts';
import { handOver, openedFile, type Calls } from './calls.ts';
import { reads, refuseAnalytics, type Journey, type Visit, type VisitOptions } from './journey.ts';
import { until, type Mail } from './world.ts';

/** What people do with security policies, for the stories about them. */

/** A browser in which an administrator is signed in and has been asked everything that is asked once. */
export async function atDesk(journey: Journey, calls: Calls, options: VisitOptions = {}): Promise<Visit> {
  const visit = await journey.visit(options);
  await visit.context.addInitScript(refuseAnalytics);
  await handOver(calls, visit.context, journey.portal.url);
  return visit;
}

/** Mails to an address about something, newest first, once there are so many. */
export const mailsAbout = (journey: Journey, to: string, subject: RegExp, count = 1): Promise<Mail[]> =>
  until(`${count} emails to ${to} about ${subject}`, async () => {
    const mails = (await journey.portal.mails(to)).filter((mail) => subject.test(mail.subject));
    return mails.length >= count && mails;
  });

/** The link of a mail that leads to such a page. */
export function linkIn({ links, text }: Mail, page: RegExp): string {
  const link = links.find((one) => page.test(new URL(one).pathname));
  if (!link) throw new Error(`No link to ${page} in:\n${text}`);
  return link;
}

/** What all policies of the company say. */
export const company = {
  policyOwner: 'Ada Marsh',
  securityContactName: 'the front desk',
  securityContactEmail: 'desk@harbor-lamps.com',
};

export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const paperOf = (page: Page): Locator => page.getByRole('region', { name: 'Preview of the text' });
/** What the text says in the place of a value, each time that it is named. */
export const placesOf = (page: Page, value: string): Promise<string[]> =>
  paperOf(page).locator(`[data-value="${value}"]`).allTextContents();
export const barOf = (page: Page): Locator => page.getByRole('region', { name: 'Draft', exact: true });
export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

export async function act(page: Page, action: string, menu: string | RegExp = 'More actions'): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** A draft is saved by Ctrl+S, and says so. */
export async function saveByKeys(page: Page, by: string): Promise<void> {
  await page.keyboard.press('Control+s');
  await reads(barOf(page), new RegExp(`^Saved .* by ${by}$`));
}

const qpdf = '/usr/bin/qpdf';

/** Where there is a program that looks for faults in PDFs, it finds none. */
function checkFile(bytes: Uint8Array): void {
  if (!existsSync(qpdf)) return;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-pdf-'));
  try {
    writeFileSync(path.join(folder, 'file.pdf'), bytes);
    expect(execFileSync(qpdf, ['--check', path.join(folder, 'file.pdf')], { encoding: 'utf8' })).toMatch(
      /No syntax or stream encoding errors/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The PDF that an entry of a menu opens in a window of its own. */
export async function pdfFrom(
  page: Page,
  entry: string,
  url: string,
): Promise<{ name: string; pdf: ReadPdf; words: string }> {
  await page.getByRole('button', { name: 'More actions' }).click();
  const file = await openedFile(page, page.getByRole('menuitem', { name: entry }), url);
  checkFile(file.bytes);
  const pdf = await readPdf(file.bytes);
  return { name: file.name, pdf, words: pdf.text.replaceAll(/\s+/g, ' ') };
}
