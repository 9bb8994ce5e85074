import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readPdf, type ReadPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { handOver, openedFile, type Calls } from '../calls.ts';
import { picture, reads, refuseAnalytics, type Journey, type Visit, type VisitOptions } from '../journey.ts';
import { until, type Mail } from '../world.ts';

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

/** Writes headings, marks, a list and a table into a text, without the mouse. */
export async function typePolicy(page: Page, text: Locator): Promise<void> {
  await text.focus();
  for (const [typed, ...keys] of [
    ['# Who holds a key', 'Enter'],
    ['No one lends a key. Every key is ', 'Control+b'],
    ['numbered', 'Control+b'],
    [' and signed for.', 'Enter'],
    ['- The day shift has two', 'Enter'],
    ['The night shift has one', 'Enter', 'Enter'],
  ] as const) {
    await page.keyboard.type(typed);
    for (const key of keys) await page.keyboard.press(key);
  }
  await page.getByRole('button', { name: 'Insert table' }).focus();
  await page.keyboard.press('Enter');
  // the text has the focus again once the table stands in it
  await expect.poll(() => text.and(page.locator(':focus')).count()).toBe(1);
  const cells = ['Key', 'Holder', '1', 'Ada', '2', 'Ben'];
  for (const [at, cell] of cells.entries()) {
    await page.keyboard.type(cell);
    if (at < cells.length - 1) await page.keyboard.press('Tab');
  }
  await expect
    .poll(() => text.getByRole('cell').or(text.getByRole('columnheader')).allTextContents())
    .toEqual(cells);
}

/** An owner of policies who has no account. */
export const approver = { name: 'Gail Penrose', email: 'gail@elsewhere-tools.com' };

/** From the menu to the mail; gives the link in it. */
export async function sendToApprover(
  journey: Journey,
  page: Page,
  count: number,
  note: string,
): Promise<string> {
  await act(page, 'Notify approver');
  const dialog = dialogOf(page, 'Notify approver');
  if (count === 1) {
    await dialog.getByLabel('Someone without an account').check();
    await field(page, 'Name').fill(approver.name);
    await field(page, 'Email').fill(approver.email);
  }
  await expect
    .poll(async () => [await field(page, 'Name').inputValue(), await field(page, 'Email').inputValue()])
    .toEqual([approver.name, approver.email]);
  await dialog.getByLabel('Note').fill(note);
  await picture(page, 'policies-notify');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await reads(page, `Draft sent to ${approver.name}.`);
  await reads(
    page.getByRole('region', { name: 'Sent for approval' }),
    `${approver.name} (${approver.email})`,
  );
  const [mail] = await mailsAbout(
    journey,
    approver.email,
    /^A security policy is waiting for your approval$/,
    count,
  );
  return linkIn(mail!, /^\/policy-approval\//);
}

/** A browser of the approver, at the link of the email. */
export async function atApproval(journey: Journey, link: string, options?: VisitOptions): Promise<Visit> {
  const visit = await journey.visit(options);
  await visit.page.goto(link);
  return visit;
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
