import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import {
  handOver,
  makeAccount,
  makeAdministrator,
  makeColleague,
  signInByCalls,
  tokensOf,
  type Calls,
} from '../calls.ts';
import { letClosingEnd } from '../database.ts';
import { arrives, picture, reads, startJourney, type Visit } from '../journey.ts';
import { lookAt, press, type Screen } from '../crawl/looking.ts';
import { switchSecondFactorOn } from './secondFactor.ts';
import { goodPassword, signIn } from '../steps.ts';
import { operate, until } from '../world.ts';

vi.setConfig({ testTimeout: 180_000 });

const journey = startJourney();
const company = 'Harbor Lamps';
const [ada, ben] = ['ada@harbor-lamps.com', 'ben@harbor-lamps.com'];

async function visitAs(
  calls: Calls,
  path: string,
  size: { width?: number; dark?: boolean } = {},
): Promise<Visit> {
  const visit = await journey.visit({ keep: true, ...size });
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto(path);
  return visit;
}

const details = '/settings/organization';
const givePassword = async (page: Page, button: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(goodPassword);
  await dialog.getByRole('button', { name: button }).click();
};

const nameStep: Screen['open'] = async (page) => {
  await press('Close the account')(page);
  const dialog = page.getByRole('dialog', { name: 'Close the account?' });
  await dialog.getByLabel(`Type ${company} to confirm`).fill('Harbor');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await reads(dialog, 'That is not the name of your company.');
};

describe('closing an account', () => {
  let owner: Calls;
  let colleague: Calls;
  let page: Page;

  test('begins with an export of everything, made in the background and downloaded once', async () => {
    owner = await makeAdministrator(journey.portal, ada, { companyName: company });
    colleague = await makeColleague(journey.portal, owner, ben);
    ({ page } = await visitAs(owner, details));
    await reads(page, 'No export yet');
    await page.getByRole('button', { name: 'Export everything' }).click();
    await picture(page, 'closing-export-password');
    await givePassword(page, 'Export everything');
    await reads(page, /^Ready$/);
    await journey.portal.mail(ben, /^Your Cyber Safety export is ready$/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download Harbor Lamps export/ }).click(),
    ]);
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await picture(page, 'closing-export-ready');
  });

  test('its screens read well by day and by night, wide and narrow', async () => {
    const screens: Screen[] = [
      { name: 'your data', path: details, shows: 'Harbor Lamps export' },
      { name: 'close the account', path: details, shows: 'Close the account', open: nameStep },
    ];
    expect(await lookAt(journey, screens, { calls: colleague })).toEqual([]);
  });

  test('takes the name of the company and the password, and every administrator hears of it', async () => {
    await page.getByRole('button', { name: 'Close the account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close the account?' });
    await dialog.getByLabel(`Type ${company} to confirm`).fill('harbor lamps');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await picture(page, 'closing-password');
    await givePassword(page, 'Close the account');
    await reads(page, /^This account is closing\. Everything is erased on/);
    for (const to of [ada, ben]) await journey.portal.mail(to, /^Your Cyber Safety account closes on/);
    await page.goto('/dashboard');
    await reads(page, /^This account is closing\./);
    await picture(page, 'closing-banner-1440');
  });

  test('can be taken back by a colleague, from the banner of any page', async () => {
    const screens: Screen[] = [
      { name: 'closing on the dashboard', path: '/dashboard', shows: /^This account is closing\./ },
      { name: 'closing in settings', path: details, shows: /^This account is closing\./ },
    ];
    expect(await lookAt(journey, screens, { calls: colleague })).toEqual([]);
    const tablet = await visitAs(colleague, '/dashboard', { width: 900 });
    await reads(tablet.page, /^This account is closing\./);
    await picture(tablet.page, 'closing-banner-900');
    await tablet.page.getByRole('button', { name: 'Keep the account' }).click();
    await reads(tablet.page, 'Your account stays open. Nothing was erased.');
    await tablet.page.getByText(/^This account is closing\./).waitFor({ state: 'hidden' });
    await journey.portal.mail(ada, /^Your Cyber Safety account stays open$/);
    await picture(tablet.page, 'closing-kept-900');
  });

  test('is done by staff on request, with a reason that the customer reads', async () => {
    await makeAccount(journey.portal, 'sam@support.example');
    await operate(journey.portal, 'staff', ['add', 'sam@support.example', '--name', 'Sam Rivera']);
    const staff = await signInByCalls(journey.portal.url, 'sam@support.example');
    await switchSecondFactorOn(journey.portal, staff, 'sam@support.example');
    const { page: desk } = await visitAs(staff, '/staff');
    await desk.getByRole('link', { name: company }).click();
    await desk.getByRole('button', { name: 'Close the account' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel(`Type ${company} to confirm`).fill(company);
    await dialog.getByLabel('Reason').fill('Asked for by phone, ticket 4712');
    await picture(desk, 'closing-desk-dialog');
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await reads(desk, /^Closing/);
    await picture(desk, 'closing-desk');
    // the first closing was told under the same subject
    await until('the email with the reason', async () =>
      (await journey.portal.mail(ben, /^Your Cyber Safety account closes on/)).text.includes('ticket 4712'),
    );
    const { page: settings } = await visitAs(colleague, details);
    await reads(settings, 'Reason: Asked for by phone, ticket 4712');
    await picture(settings, 'closing-by-staff-in-settings');
  });

  test('erases everything when its time has come: nobody is signed in, nobody signs in, and a last email says so', async () => {
    await letClosingEnd(journey.portal, company);
    // the portal looks once a minute for what is due
    await journey.portal.mail(ada, /^Your Cyber Safety account was erased$/, 150);
    expect((await journey.portal.mails(ada)).map(({ subject }) => subject)).toEqual([
      'Your Cyber Safety account was erased',
    ]);
    await page.goto('/dashboard');
    await arrives(page, '/signin');
    await signIn(page, ada);
    await reads(page, 'Incorrect username or password.');
    await picture(page, 'closing-erased');
    await expect(tokensOf(journey.portal.url, ben)).rejects.toThrow();
  });
});
