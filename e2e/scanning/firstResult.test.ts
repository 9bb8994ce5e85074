import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { serveHardenedSite } from '#providers/scanner/testing/hardened.ts';
import { openedFile } from '../calls.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { goodPassword } from '../steps.ts';
import { publicName } from './publicSite.ts';

vi.setConfig({ testTimeout: 240_000 });

const mostClicks = 15;
const mostFields = 6;

const site = await serveHardenedSite();
const authority = path.join(os.tmpdir(), `portal-authority-${process.pid}.pem`);
writeFileSync(authority, site.ca);
afterAll(() => site.close());
const port = site.host.split(':')[1]!;

const journey = startJourney(() => ({
  SCAN_ALLOW_PRIVATE: `${publicName}:${port},${site.host}`,
  NODE_EXTRA_CA_CERTS: authority,
  JOURNEY_PUBLIC_SITE: 'on',
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'publicSite.ts')}`,
}));

/** What a person does with the mouse and the keyboard, written down. A list that has to be opened first costs two clicks. */
function countedHands() {
  const clicks: string[] = [];
  const fields: string[] = [];
  return {
    clicks,
    fields,
    click: async (element: Locator, name: string, act = () => element.click()) => {
      clicks.push(name);
      await act();
    },
    fill: async (element: Locator, name: string, value: string) => {
      fields.push(name);
      await element.fill(value);
    },
  };
}

test(`from signing up to the first report as a PDF: at most ${mostClicks} clicks and ${mostFields} fields`, async () => {
  const { page } = await journey.visit();
  const hands = countedHands();
  const press = (name: string, role: 'button' | 'link' = 'button') =>
    hands.click(page.getByRole(role, { name, exact: true }), name);
  const email = 'ada.marsh@harbor-lamps.com';

  await page.goto('/signup');
  await hands.fill(page.getByLabel('Work email address'), 'Work email address', email);
  await hands.fill(page.getByLabel('Password', { exact: true }), 'Password', goodPassword);
  await hands.fill(page.getByLabel('Confirm password'), 'Confirm password', goodPassword);
  await press('Start Free Trial');
  await arrives(page, '/verify');
  const { code } = await journey.portal.mail(email, /./);
  await hands.fill(page.getByLabel('Six-digit code'), 'Six-digit code', code!);
  await arrives(page, '/onboarding');

  await press('Continue');
  // the address of a website that is elsewhere than the mail's domain says
  await hands.fill(
    page.getByLabel('Primary website address'),
    'Primary website address',
    `${publicName}:${port}`,
  );
  await hands.click(
    page.getByRole('radiogroup', { name: 'Number of team members' }).getByText('11-20', { exact: true }),
    'Team size',
  );
  await hands.click(page.getByRole('combobox', { name: 'Primary industry' }), 'Open industries');
  await hands.click(page.getByRole('option', { name: 'Retail', exact: true }), 'Industry');
  await picture(page, 'first-result-1-company');
  await press('Next');
  await reads(page, 'Tell us about you');
  await press('Next');
  await press('Skip');
  await arrives(page, '/intro');
  await picture(page, 'first-result-2-intro');
  await press('Skip');
  await reads(page, '6 of 6');
  await press('Next');
  await arrives(page, '/dashboard');
  await picture(page, 'first-result-3-dashboard');

  await press('Add website: Add your first website', 'link');
  const wizard = page.getByRole('dialog', { name: 'Add a Website to Scan' });
  await reads(wizard, `https://${publicName}:${port}`);
  await picture(page, 'first-result-4-consent');
  await hands.click(wizard.getByLabel('I have permission to scan this website'), 'Permission');
  await press('I Agree');
  await reads(wizard, 'Scan now, then every month');
  await picture(page, 'first-result-5-schedule');
  await press('Scan Now');
  await reads(page, 'Scan in progress');
  await picture(page, 'first-result-6-running');

  const ready = page.getByRole('region', { name: 'Your report is ready' });
  await ready.waitFor({ timeout: 150_000 });
  await picture(page, 'first-result-7-ready');
  const open = ready.getByRole('link', { name: 'Open PDF Report' });
  const file = await openedFile(page, open, journey.portal.url, () => hands.click(open, 'Open PDF Report'));
  const pdf = await readPdf(file.bytes);
  expect(pdf.text.replace(/\s+/g, ' ')).toContain(`https://${publicName}:${port}`);
  expect(file.name).toMatch(/^Harbor_.*_OWASP_\d{4}_\d{2}_\d{2}\.pdf$/);

  expect(hands.clicks.length, hands.clicks.join(', ')).toBeLessThanOrEqual(mostClicks);
  expect(hands.fields.length, hands.fields.join(', ')).toBeLessThanOrEqual(mostFields);

  // whoever left meanwhile hears of it, once
  await journey.portal.mail(email, /^Your report is ready: /);
  expect(
    (await journey.portal.mails(email)).filter(({ subject }) => /report|Scan of|issue/.test(subject)),
  ).toHaveLength(1);
});
