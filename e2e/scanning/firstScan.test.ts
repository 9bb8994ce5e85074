import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { serveFlawedSite } from '#providers/scanner/testing/flawed.ts';
import { serveHardenedSite } from '#providers/scanner/testing/hardened.ts';
import { openedFile } from '../calls.ts';
import { findingsOf } from './findings.ts';
import { arrives, picture, reads, startJourney, type Visit } from '../journey.ts';
import {
  choose,
  chooseSize,
  describeOneself,
  fillSignUp,
  goodPassword,
  next,
  passIntro,
  pressAnyway,
  signIn,
  signOut,
} from '../steps.ts';
import { addWebsite, scanNow } from './websites.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import os from 'node:os';

vi.setConfig({ testTimeout: 180_000 });

const flawed = await serveFlawedSite();
const hardened = await serveHardenedSite();
// the operator's own certificate authority, by which the well-kept website is trusted
const authority = path.join(os.tmpdir(), `portal-authority-${process.pid}.pem`);
writeFileSync(authority, hardened.ca);
afterAll(() => Promise.all([flawed.close(), hardened.close()]));

const journey = startJourney(() => ({
  SCAN_ALLOW_PRIVATE: `${flawed.host},${hardened.host}`,
  NODE_EXTRA_CA_CERTS: authority,
}));
const email = 'Ada.Marsh@harbor-lamps.com';
const said = (page: Page, words: string | RegExp) => reads(page.getByRole('alert'), words);

/** The file of one entry of the report's menu, which opens in a window of its own. */
async function download(page: Page, entry: string) {
  await page.getByRole('button', { name: 'Download Report' }).click();
  const item = page.getByRole('menuitem', { name: entry });
  const file = await openedFile(page, item, journey.portal.url);
  return { name: file.name, pdf: await readPdf(file.bytes) };
}

describe('a newcomer finds out what the company website gives away', () => {
  let visit: Visit;
  let page: Page;

  test('signs up, is told what is missing, and confirms the address with the code of the mail', async () => {
    visit = await journey.visit({ keep: true });
    page = visit.page;
    await page.goto('/');
    await arrives(page, '/signin');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await arrives(page, '/signup');
    const start = page.getByRole('button', { name: 'Start Free Trial' });
    await start.click();
    await said(page, 'Form Incomplete. Please fill empty fields.');
    await fillSignUp(page, email, 'lamps');
    await start.click();
    await said(
      page,
      'Choose a password of at least 8 characters with a lowercase letter, an uppercase letter and a number.',
    );
    await fillSignUp(page, email, goodPassword, 'Lamps4Harbours');
    await reads(page, "Passwords don't match");
    await start.click();
    await said(page, 'New password does not match the confirm password.');
    await picture(page, 'signup-mistakes');
    await fillSignUp(page, email);
    await start.click();
    await arrives(page, '/verify');
    await reads(page, email.toLowerCase());
    const mail = await journey.portal.mail(email.toLowerCase(), /./);
    await page.getByLabel('Six-digit code').fill(mail.code === '000000' ? '000001' : '000000');
    await reads(page, /Invalid verification code/);
    await page.getByLabel('Six-digit code').fill(mail.code!);
    await arrives(page, '/onboarding');
    await reads(page, 'Your email address has been verified.');
    await reads(page, 'Welcome to Cyber Safety');
  });

  test('describes the company, skips the invitation, and names goals on the sixth page', async () => {
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByLabel('Organization name').inputValue()).toBe('Harbor Lamps');
    await page.getByLabel('Organization name').fill('');
    await pressAnyway(page);
    await reads(page, 'Please enter the organization name.');
    await page.getByLabel('Organization name').fill('Harbor Lamps LLC');
    await chooseSize(page, '11-20');
    await choose(page, 'Primary industry', 'Retail');
    await page.getByLabel('Primary website address').fill('harbor lamps');
    await pressAnyway(page);
    await reads(page, 'Please enter a valid URL.');
    await picture(page, 'onboarding-1-url');
    await page.getByLabel('Primary website address').fill('https://harbor-lamps.com');
    await next(page);
    await describeOneself(page, 'Ada', 'Marsh');
    await next(page);
    await page.getByRole('button', { name: 'Skip' }).click();
    await arrives(page, '/intro');
    for (let at = 1; at < 6; at++) {
      await reads(page, `${at} of 6`);
      await next(page);
    }
    await reads(page, 'Your Goals');
    await page.getByRole('button', { name: 'Back' }).click();
    await reads(page, '5 of 6');
    await next(page);
    await page.getByLabel('Proactively protect my organization').check();
    await page.getByRole('checkbox', { name: 'Other', exact: true }).check();
    await page.getByRole('textbox').fill('Sleep well');
    await page.getByRole('checkbox', { name: 'Other', exact: true }).uncheck();
    await picture(page, 'intro-6-goals');
    await next(page);
    await arrives(page, '/dashboard');
    await reads(page, 'No scans yet');
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await picture(page, 'dashboard-empty');
    await signOut(page);
    await signIn(page, email);
    await arrives(page, '/dashboard');
    const news = page.getByRole('dialog', { name: 'New: Cyber Maturity' });
    await news.waitFor();
    const known = page
      .waitForResponse((answer) => /hasSeenReleaseNotes/.test(answer.request().postData() ?? ''))
      .catch(() => null);
    await page.keyboard.press('Escape');
    await news.waitFor({ state: 'detached' });
    await known;
    await page.reload();
    const reminder = page.getByRole('dialog', { name: 'How mature is your security?' });
    await reminder.getByLabel("Don't show this again").check();
    await reminder.getByRole('button', { name: 'Skip' }).click();
    await reminder.waitFor({ state: 'detached' });
  });

  test('adds the website, schedules it, and sees its scan at work', async () => {
    await page.getByRole('link', { name: 'Website Scans' }).click();
    await page.getByRole('button', { name: 'Skip Intro' }).click();
    await reads(page, 'Find out what your website gives away');
    await picture(page, 'scans-empty');
    await addWebsite(page, 'Add a Website', 'Main shop', flawed);
    await reads(page, 'Weekly');
    await picture(page, 'scans-no-reports');
    await scanNow(page);
    await reads(page, /Scan in progress/);
    await page.getByRole('button', { name: 'Actions' }).click();
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Cancel currently running scan']);
    await page.keyboard.press('Escape');
    const percent = async () =>
      Number(await page.getByRole('progressbar', { name: /Scan in progress/ }).getAttribute('aria-valuenow'));
    await expect.poll(percent, { timeout: 30_000 }).toBeGreaterThan(10);
    await picture(page, 'scans-running');
  });

  test('adds the well-kept shop meanwhile, and sees both scans through', async () => {
    await addWebsite(page, 'Add Another Website', 'Kept shop', hardened);
    await scanNow(page);
    const report = page.getByRole('button', { name: 'View details' });
    await report.waitFor({ timeout: 150_000 });
    await picture(page, 'scans-clean');
    const findings = await findingsOf(journey.portal.url, visit.context, 'Kept shop');
    expect(findings.filter(({ severity }) => severity !== 'low').map(({ rule }) => rule)).toEqual([]);
    await page.getByLabel('Website', { exact: true }).selectOption('Main shop');
    await arrives(page, '/webappscan/Main%20shop');
    await report.waitFor({ timeout: 150_000 });
    await reads(page, /Last scan .* P[SD]T/);
    await picture(page, 'scans-full');
  });

  test('reads every issue, one by one, with what it means and how it is fixed', async () => {
    const findings = await findingsOf(journey.portal.url, visit.context, 'Main shop');
    const found = ({ rule, place }: (typeof flawed.expected)[number]) =>
      findings.some((finding) => finding.rule === rule && JSON.stringify(finding.places).includes(place));
    expect(flawed.expected.filter((expected) => !found(expected))).toEqual([]);

    await page.getByRole('button', { name: 'View details' }).click();
    const issues = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Hide details' }) });
    const pages = page.getByRole('navigation', { name: "Pages of this scan's issues" });
    const shown: string[] = [];
    for (let at = 1; at <= Math.ceil(findings.length / 25); at++) {
      if (at > 1) await pages.getByRole('button', { name: `Page ${at} of` }).click();
      const wanted = findings.slice((at - 1) * 25, at * 25);
      await reads(issues, wanted.at(-1)!.title);
      for (const finding of wanted) {
        const row = issues
          .getByRole('button', { name: finding.title })
          .filter({ hasText: new RegExp(finding.severity, 'i') });
        await row.first().click();
        shown.push(await row.first().innerText());
      }
      for (const words of ['What it means', 'How to fix it', 'Affected addresses'])
        expect(await issues.getByText(words).count()).toBeGreaterThanOrEqual(wanted.length);
      await picture(page, `report-details-${at}`);
    }
    expect(shown).toHaveLength(findings.length);
    await page.getByRole('button', { name: 'Hide details' }).click();
  });

  test.each([
    { entry: 'Standard Version (OWASP)', type: 'OWASP' },
    { entry: 'PCI Version', type: 'PCI' },
  ])('hands on the report: $entry', async ({ entry, type }) => {
    const findings = await findingsOf(journey.portal.url, visit.context, 'Main shop');
    const { name, pdf } = await download(page, entry);
    const text = pdf.text.replace(/\s+/g, ' ');
    expect(name).toMatch(new RegExp(`^Harbor_Main_shop_${type}_\\d{4}_\\d{2}_\\d{2}\\.pdf$`));
    expect(pdf.title).not.toBe('');
    expect(['Harbor Lamps LLC', 'Main shop', flawed.url].filter((words) => !text.includes(words))).toEqual(
      [],
    );
    expect(findings.filter(({ title }) => !text.includes(title)).map(({ title }) => title)).toEqual([]);
    // steps are counted on over the example between them
    expect(text).toContain("3. Give the website's database account");
    const disclaims = text.includes('not an attestation by an Approved Scanning Vendor');
    expect({ disclaims, tagged: pdf.tagged, inside: pdf.rightmost < 595 }).toEqual({
      disclaims: type === 'PCI',
      tagged: true,
      inside: true,
    });
  });

  test('finds the way back to the findings from the dashboard', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await reads(page, 'View Scan Findings');
    await picture(page, 'dashboard-full');
    await page.getByRole('link', { name: 'View Scan Findings' }).click();
    await reads(page, 'Website Security Scans');
    expect(new URL(page.url()).pathname).toMatch(/^\/webappscan/);
  });

  test('met no error and no violation of the policy on the way', async () => {
    // each refusal that a person was told about is an answer of 4xx, which the console repeats
    expect(visit.complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
    await visit.context.close();
  });
});

test('another newcomer follows the link of the mail instead of typing its code', async () => {
  const { page, context } = await journey.visit();
  const address = 'ben@harbor-lamps.com';
  await page.goto('/signup');
  await fillSignUp(page, address);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await arrives(page, '/verify');
  const { links } = await journey.portal.mail(address, /./);
  const other = await context.newPage();
  await other.goto(links.find((link) => link.includes('confirmSignup'))!);
  await other.getByLabel('Password', { exact: true }).fill(goodPassword);
  await other.getByRole('button', { name: 'Verify email address' }).click();
  // both windows know, whichever the person goes on in
  await arrives(page, '/onboarding');
  await arrives(other, '/onboarding');
  await reads(other, 'Welcome to Cyber Safety');
  await passOnboardingAlone(other);
});

/** Sets a company up without a website and without an invitation. */
async function passOnboardingAlone(page: Page) {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Organization name').fill('Ben & Co');
  await chooseSize(page, '0-10');
  await choose(page, 'Primary industry', 'Other');
  await next(page);
  await describeOneself(page, 'Ben', 'Ferry');
  await next(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await arrives(page, '/intro');
  await passIntro(page);
}
