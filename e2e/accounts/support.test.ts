import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { callsOf, handOver, makeAdministrator, makeColleague, type Calls } from '../calls.ts';
import { arrives, picture, reads, startJourney, type Visit } from '../journey.ts';
import { setUpSecondFactor, type Authenticator } from './secondFactor.ts';
import { signIn, signOut } from '../steps.ts';
import { operate } from '../world.ts';

vi.setConfig({ testTimeout: 120_000 });

const shop = '127.0.0.1:8099';
const journey = startJourney(() => ({ SCAN_ALLOW_PRIVATE: shop }));

async function visitAs(calls: Calls, path: string): Promise<Visit> {
  const visit = await journey.visit({ keep: true });
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto(path);
  return visit;
}

describe('a second factor', () => {
  const email = 'ada@harbor-lamps.com';
  let ada: Visit;
  let page: Page;
  let app: Authenticator;
  let recoveryCodes: string[];
  const subjects = async () => (await journey.portal.mails(email)).map(({ subject }) => subject);

  test('is switched on in Settings, and its recovery codes are kept', async () => {
    ada = await visitAs(await makeAdministrator(journey.portal, email), '/settings/you');
    page = ada.page;
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
    ({ app, recoveryCodes } = await setUpSecondFactor(page));
    expect(new Set(recoveryCodes).size).toBe(10);
    await picture(page, 'factor-recovery-codes');
    // codes that were not kept are not closed by accident
    await page.keyboard.press('Escape');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    const kept = readFileSync(await file.path(), 'utf8');
    expect(recoveryCodes.filter((code) => !kept.includes(code))).toEqual([]);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await reads(page, 'Your second factor is on.');
    await reads(page, '10 codes are left');
    await picture(page, 'settings-you-factor-on');
    await journey.portal.mail(email, /^Your Cyber Safety account now asks for a code$/);
  });

  test('is asked for at the next sign-in', async () => {
    await signOut(page);
    await signIn(page, email);
    await reads(page, 'Open your authenticator app and enter the six-digit code for Cyber Safety.');
    await picture(page, 'signin-code');
    const code = await app.code();
    await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000');
    await reads(page, 'That code is not right. Enter the one that your app shows now.');
    expect(new URL(page.url()).pathname).toBe('/signin');
    await page.getByLabel('Six-digit code').fill(code);
    await arrives(page, '/dashboard');
  });

  test('is replaced by a recovery code on the day the phone is lost, and a mail says so', async () => {
    await signOut(page);
    await signIn(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill('AAAAA-AAAAA');
    await page.getByRole('button', { name: 'Sign in with this code' }).click();
    await reads(page, 'This recovery code is not right, or it was used before. Please try another.');
    await picture(page, 'signin-recovery');
    // as it may be typed from paper
    await page.getByLabel('Recovery code').fill(recoveryCodes[3]!.toLowerCase().replace('-', ' '));
    await page.getByRole('button', { name: 'Sign in with this code' }).click();
    await arrives(page, '/dashboard');
    await reads(page, 'Your authenticator app was removed from your account. Please set one up again.');
    const { text } = await journey.portal.mail(
      email,
      /^A recovery code of your Cyber Safety account was used$/,
    );
    expect(text).toContain('9 recovery codes are left.');
    expect(await subjects()).not.toContain('Your Cyber Safety account no longer asks for a code');
  });

  test('can be demanded of every administrator, who then sets one up before anything else', async () => {
    const ben = await visitAs(
      await makeColleague(
        journey.portal,
        await callsOf(ada.context, journey.portal.url),
        'ben@harbor-lamps.com',
      ),
      '/settings/you',
    );
    await page.goto('/settings/organization');
    const demand = page.getByRole('switch', { name: 'Every administrator needs a second factor' });
    await demand.waitFor();
    expect(await demand.isDisabled()).toBe(true);
    await page.goto('/settings/you');
    await page.getByRole('button', { name: 'Set up' }).click();
    await setUpSecondFactor(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('tab', { name: 'Organization Details' }).click();
    await reads(page.getByRole('list', { name: 'Administrators and their second factor' }), /On since/);
    await demand.click();
    const dialog = page.getByRole('dialog', { name: 'Ask every administrator for a second factor?' });
    await reads(dialog, 'Ben Ferry has none yet and will set one up before seeing anything else.');
    await picture(page, 'factor-demand');
    await dialog.getByRole('button', { name: 'Ask everyone' }).click();
    await reads(page, 'Every administrator now needs a second factor.');
    await ben.page.getByRole('tab', { name: 'Organization Details' }).click();
    await arrives(ben.page, '/second-factor-setup');
    for (const path of ['/dashboard', '/settings/admins']) {
      await ben.page.goto(path);
      await arrives(ben.page, '/second-factor-setup');
    }
    await picture(ben.page, 'factor-set-up-page');
    await setUpSecondFactor(ben.page);
    await picture(ben.page, 'factor-set-up-page-codes');
    await ben.page.getByRole('button', { name: 'Continue' }).click();
    await arrives(ben.page, '/dashboard');
    await ben.context.close();
    await ada.context.close();
  });
});

describe('a support session', () => {
  const staffEmail = 'sam@support.example';
  const password = 'Anchors4Staff';
  const reason = 'Ticket 4711: the shop goes by its old name';
  let owner: Calls;
  let sam: Visit;
  let other: Page;
  const notice = (page: Page) => page.getByRole('region', { name: 'Support session' });

  test('needs staff with a password of their own and a second factor', async () => {
    owner = await makeAdministrator(journey.portal, 'piet@pier-bakery.com', { companyName: 'Pier Bakery' });
    const website = {
      targetName: 'Old shop',
      targetUrl: `http://${shop}`,
      scanProfile: 'safe',
      urlConfirmed: true,
    };
    expect((await owner.post('/monitoring/webapps/createTarget', website)).body).toMatchObject({
      success: true,
    });
    const said = await operate(journey.portal, 'staff', ['add', staffEmail, '--name', 'Sam Rivera']);
    const temporary = /good for seven days: (\S+)/.exec(said)![1]!;
    sam = await journey.visit({ keep: true });
    const { page } = sam;
    await page.goto('/signin');
    await signIn(page, staffEmail, temporary);
    await reads(page, 'You were given a temporary password. Replace it to go on.');
    await page.getByLabel('Temporary password').fill(temporary);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Re-enter new password').fill(password);
    await picture(page, 'staff-change-password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await arrives(page, '/staff/second-factor');
    await page.goto('/staff');
    await arrives(page, '/staff/second-factor');
    await setUpSecondFactor(page, password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await arrives(page, '/staff');
  });

  test('begins with a reason, at the organization that asked', async () => {
    const { page } = sam;
    await picture(page, 'staff-list');
    await page.getByLabel('Search').fill('piet@pier');
    await reads(page, '1 organization');
    await page.getByRole('link', { name: 'Pier Bakery' }).click();
    await page.getByRole('button', { name: 'Start support session as Ada Marsh' }).click();
    const dialog = page.getByRole('dialog', { name: 'Act as Ada Marsh' });
    await dialog.getByRole('button', { name: 'Start support session' }).click();
    await reads(dialog, 'Please say in a few words why, with the ticket number if there is one.');
    await dialog.getByLabel('Reason').fill(reason);
    await picture(page, 'staff-begin');
    await dialog.getByRole('button', { name: 'Start support session' }).click();
    await arrives(page, '/dashboard');
    await reads(notice(page), 'Sam Rivera is acting as Ada Marsh of Pier Bakery');
    await picture(page, 'support-dashboard');
    const { text } = await journey.portal.mail(
      'piet@pier-bakery.com',
      /^Cyber Safety support is working in Pier Bakery$/,
    );
    expect(text).toContain(reason);
  });

  test('is told on every page of every window, and the desk of staff is closed', async () => {
    other = await sam.context.newPage();
    for (const path of [
      '/settings/you',
      '/settings/organization',
      '/settings/admins',
      '/plan',
      '/webappscan',
      '/404',
      '/intro',
    ]) {
      await other.goto(path);
      await reads(notice(other), 'Sam Rivera is acting as Ada Marsh of Pier Bakery');
      await reads(notice(other).getByRole('timer'), /^(60:00|5\d:\d\d)$/);
    }
    await other.goto('/staff');
    await arrives(other, '/dashboard');
    await notice(sam.page).waitFor();
  });

  test('sets right what was asked for, and no more', async () => {
    const { page } = sam;
    // a window behind another one is drawn seldom
    await page.bringToFront();
    await page.goto('/webappscan/Old%20shop');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit Website Name' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Website Name' });
    await dialog.getByLabel('Website name').fill('Bakery shop');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await arrives(page, '/webappscan/Bakery%20shop');
    await other.goto('/settings/admins');
    await other.getByRole('button', { name: 'Invite Admin' }).click();
    const invite = other.getByRole('dialog', { name: 'Invite Admin' });
    await invite.getByLabel('Work email address').fill('mallory@elsewhere.example');
    await invite.getByRole('button', { name: 'Invite Admin' }).click();
    await reads(invite, 'Only administrators of the organization can do this, not a support session.');
    // what is told covers no button of the notice
    const toast = other.getByRole('alert').filter({ hasText: 'Error in user invitation' });
    expect((await toast.boundingBox())!.y).toBeGreaterThanOrEqual(
      (await notice(other).boundingBox())!.height,
    );
    await picture(other, 'support-refused');
    expect((await journey.portal.mails('mallory@elsewhere.example')).length).toBe(0);
  });

  test('ends in every window', async () => {
    await notice(sam.page).getByRole('button', { name: 'End session' }).click();
    await reads(sam.page, 'The support session has ended. Sign in again to go on as staff.');
    await arrives(sam.page, '/signin');
    await arrives(other, '/signin');
    expect(sam.complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
    await sam.context.close();
  });

  test('is read by the administrator from begin to end, filtered, and taken along as CSV', async () => {
    const { page, context } = await visitAs(owner, '/settings/organization');
    await reads(page, 'Ended a support session');
    await picture(page, 'settings-organization');
    await page.getByRole('link', { name: 'See all activity' }).click();
    const what = page.getByRole('rowheader');
    await page.getByLabel('Person').selectOption('Support staff');
    await expect
      .poll(() => what.allTextContents())
      .toEqual([
        'Ended a support session',
        'Changed the name of website Bakery shop',
        'Began a support session',
      ]);
    await expect.poll(() => page.getByText(/^Staff member Sam Rivera/).count()).toBe(3);
    await page.getByRole('button', { name: 'Details: Changed the name of website Bakery shop' }).click();
    const values = page.getByRole('table', { name: 'Old and new values' });
    expect(await values.getByRole('row').last().getByRole('cell').allTextContents()).toEqual([
      'Old shop',
      'Bakery shop',
    ]);
    await picture(page, 'activity-staff');
    await page.getByLabel('About').selectOption('Support sessions');
    await expect
      .poll(() => what.allTextContents())
      .toEqual(['Ended a support session', 'Began a support session']);
    await page.getByLabel('About').selectOption('Everything');
    await what.nth(2).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Pier Bakery activity \d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await file.path(), 'utf8');
    expect(csv.match(new RegExp(staffEmail, 'g'))).toHaveLength(3);
    for (const words of [
      'Began a support session',
      reason,
      'Name: Old shop',
      'Name: Bakery shop',
      'Ended a support session',
    ])
      expect(csv).toContain(words);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await reads(page, 'Exported the activity log');
    await context.close();
  });
});
