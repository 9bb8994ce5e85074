import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { handOver, makeAdministrator, type Calls } from '../calls.ts';
import { endSignUpLink } from '../database.ts';
import { arrives, picture, reads, startJourney, type Visit } from '../journey.ts';
import { choose, chooseSize, goodPassword, next, passIntro, signIn, signOut } from '../steps.ts';
import { operate } from '../world.ts';

vi.setConfig({ testTimeout: 90_000 });

const journey = startJourney();
const oops =
  'Oops, something went wrong. Check your email invite and try again. Questions? Contact us at support.';
const accountExists =
  'An account already exists. Sign in now. Having problems? Click the Forgot Password link, or email support.';

/** A toast in these very words, also where some of them are links. */
async function toasts(page: Page, words: string): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: words }).filter({ visible: true }).first();
  await toast.waitFor();
  expect((await toast.innerText()).replaceAll(/\s+/g, ' ').replace(/^(Problem|Warning): /, '')).toBe(words);
}

/** The operator invites; gives the link of the mail. */
async function linkFromOperator(email: string, subscription: string, more: string[] = []): Promise<string> {
  const said = await operate(journey.portal, 'invite', [
    '--email',
    email,
    '--subscription',
    subscription,
    ...more,
  ]);
  expect(said).toContain(`is on its way to ${email}`);
  const { links } = await journey.portal.mail(email, /account is waiting/);
  return links.find((link) => /\/signup(Link|Sec)\//.test(link))!;
}

async function choosePassword(page: Page, button: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: button }).click();
}

describe('a customer whom the operator invites', () => {
  const email = 'nina@harbor-lamps.com';
  let link: string;

  test('chooses a password, finds her names filled in, and works in the portal', async () => {
    const known = ['--first', 'Nina', '--last', 'Ferry', '--company', 'Harbor Lamps LLC'];
    link = await linkFromOperator(email, 'CHAMBER-2026', known);
    expect(new URL(link).pathname).toMatch(/^\/signupLink\/[\w-]{20,}$/);
    const { page, complaints } = await journey.visit();
    // the answer waits until the page has said what it does
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/accounts/magicLinkSignupFetch/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(link);
    await reads(page, 'Opening your invitation...');
    answer();
    await reads(page, 'Welcome, Nina');
    await reads(page, 'Choose a password to manage Harbor Lamps LLC in Cyber Safety.');
    await expect.poll(() => page.getByLabel('Work email address').inputValue()).toBe(email);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await picture(page, 'signup-link');
    await choosePassword(page, 'Start Free Trial');
    await arrives(page, '/onboarding');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe('Harbor Lamps LLC');
    await chooseSize(page, '11-20');
    await choose(page, 'Primary industry', 'Retail');
    await next(page);
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Nina');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Ferry');
    await next(page);
    await page.getByRole('button', { name: 'Skip' }).click();
    await arrives(page, '/intro');
    await passIntro(page);
    await page.goto('/plan');
    await reads(page, 'Chamber member pricing');
    // somebody signed in goes home
    await page.goto(link);
    await arrives(page, '/dashboard');
    expect(await page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('is told that the used link has an account, with the way to sign in', async () => {
    const { page } = await journey.visit();
    await page.goto(link);
    await toasts(page, accountExists);
    await arrives(page, '/signin');
    await picture(page, 'signup-link-used');
    await page.getByRole('link', { name: 'Sign in now' }).click();
    await arrives(page, '/signin/CHAMBER-2026');
    await expect.poll(() => page.getByLabel('Work email address').inputValue()).toBe(email);
    await signIn(page, email);
    await arrives(page, '/dashboard');
  });

  test('is told where a link is invented or has expired', async () => {
    const other = await linkFromOperator('omar@harbor-lamps.com', 'START');
    await endSignUpLink(journey.portal, 'omar@harbor-lamps.com');
    const { page } = await journey.visit();
    for (const address of [other, `/signupLink/${'A'.repeat(43)}`, '/signupSec/x']) {
      await page.goto(address);
      await toasts(page, oops);
      await arrives(page, '/signin');
    }
  });

  test('is asked about messages on security where the operator wants to know', async () => {
    const address = 'sana@harbor-lamps.com';
    const { page } = await journey.visit();
    const sec = await linkFromOperator(address, 'BROKER', ['--sec']);
    expect(new URL(sec).pathname).toMatch(/^\/signupSec\//);
    await page.goto(sec);
    const optIn = page.getByRole('checkbox', {
      name: 'Email me when Cyber Safety learns of a threat to companies like mine',
    });
    expect(await optIn.isChecked()).toBe(false);
    await optIn.check();
    await picture(page, 'signup-sec');
    const sent = page.waitForRequest((request) => request.url().endsWith('/accounts/magicLinkSignup'));
    await choosePassword(page, 'Create Account');
    expect((await sent).postDataJSON()).toMatchObject({ secOptIn: true });
    await arrives(page, '/onboarding');
    await signOut(page);
    await page.goto(sec);
    await toasts(page, accountExists);
    await arrives(page, '/signin');
  });
});

describe('two administrators', () => {
  const email = 'ben@harbor-lamps.com';
  let ada: Visit;
  let ben: Visit;
  let calls: Calls;
  const row = (page: Page, table: string, name: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
  const act = async (page: Page, label: string, action: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    return page.getByRole('dialog');
  };

  /** The first one asks a colleague in; gives the link of the mail. */
  async function invite(
    page: Page,
    who: { email: string; firstName: string; lastName: string },
  ): Promise<string> {
    const known = (await journey.portal.mails(who.email)).length;
    await page.getByRole('button', { name: 'Invite Admin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite Admin' });
    await dialog.getByLabel('Work email address').fill(who.email);
    await dialog.getByLabel('First name').fill(who.firstName);
    await dialog.getByLabel('Last name').fill(who.lastName);
    await picture(page, 'settings-invite');
    await dialog.getByRole('button', { name: 'Invite Admin' }).click();
    await dialog.waitFor({ state: 'detached' });
    await reads(page, 'Invited user successfully');
    await reads(row(page, 'Invites', who.email), 'Waiting');
    await expect
      .poll(async () => (await journey.portal.mails(who.email)).length, { timeout: 30_000 })
      .toBeGreaterThan(known);
    const { links } = await journey.portal.mail(who.email, /^You are invited to administer/);
    return links.find((link) => link.includes('/invite-link/'))!;
  }

  test('the first asks a colleague in, who accepts in another browser and works in the portal', async () => {
    calls = await makeAdministrator(journey.portal, 'ada@harbor-lamps.com');
    ada = await journey.visit({ keep: true });
    await handOver(calls, ada.context, journey.portal.url);
    await ada.page.goto('/settings/admins');
    const link = await invite(ada.page, { email, firstName: 'Ben', lastName: 'Ferry' });
    await picture(ada.page, 'settings-admins-invited');

    ben = await journey.visit({ keep: true });
    await ben.page.goto(link);
    await reads(ben.page, 'Welcome, Ben');
    await choosePassword(ben.page, 'Create Account');
    await arrives(ben.page, '/intro');
    await passIntro(ben.page);
    await ben.page.goto('/settings/organization');
    await ben.page.getByRole('button', { name: 'Company update' }).click();
    const dialog = ben.page.getByRole('dialog', { name: 'Company update' });
    const update = dialog.getByRole('button', { name: 'Update' });
    expect(await update.isDisabled()).toBe(true);
    await dialog.getByLabel('Primary website address').fill('https://harbor-lamps.com');
    await update.click();
    await reads(ben.page, 'Details successfully updated.');
    await reads(ben.page, 'harbor-lamps.com');
  });

  test('the first finds the second in the list, and changes the job title', async () => {
    const { page } = ada;
    await page.getByRole('tab', { name: 'Organization Details' }).click();
    await arrives(page, '/settings/organization');
    await page.getByRole('tab', { name: 'Manage Cyber Safety Admins' }).click();
    await arrives(page, '/settings/admins');
    await page.reload();
    await row(page, 'Admins', email).waitFor();
    const dialog = await act(page, 'Actions for Ben Ferry', 'Edit');
    await dialog.getByLabel('Job title').fill('Head of IT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await reads(page, 'Details successfully updated.');
    await reads(row(page, 'Admins', email), 'Head of IT');
    await picture(page, 'settings-admins-two');
  });

  test('nobody removes themself', async () => {
    const { page } = ada;
    await page.getByRole('button', { name: 'Actions for Ada Marsh' }).click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Edit']);
    await page.keyboard.press('Escape');
    const { body } = await calls.post<{ cognitoId: string }>('/accounts/check', { bc: true });
    expect((await calls.post('/profile/removeUser', { cognitoId: body.cognitoId })).body).toMatchObject({
      error: { code: 'own-account' },
    });
  });

  test('one who is removed is out at the next click, and gets in again when invited again', async () => {
    const { page } = ada;
    const dialog = await act(page, 'Actions for Ben Ferry', 'Remove');
    await reads(dialog, `${email} is signed out everywhere at once`);
    await picture(page, 'settings-remove');
    await dialog.getByRole('button', { name: 'Remove Admin' }).click();
    await reads(page, 'Admin successfully removed.');
    await row(page, 'Admins', email).waitFor({ state: 'detached' });
    await ben.page.getByRole('tab', { name: 'Manage Cyber Safety Admins' }).click();
    await arrives(ben.page, '/signin');
    await picture(ben.page, 'settings-removed');

    const link = await invite(page, { email, firstName: 'Ben', lastName: 'Ferry' });
    await ben.page.goto(link);
    await choosePassword(ben.page, 'Create Account', 'Other8Bridges');
    // back where the click led
    await arrives(ben.page, '/settings/admins');
    await reads(row(ben.page, 'Admins', email), 'You');
    await page.reload();
    await row(page, 'Admins', email).waitFor();
    await ben.context.close();
  });

  test('an invitation that is taken back leads nowhere', async () => {
    const { page } = ada;
    const link = await invite(page, { email: 'cora@harbor-lamps.com', firstName: 'Cora', lastName: 'Quay' });
    const dialog = await act(page, 'Actions for the invite to Cora Quay', 'Cancel Invite');
    await dialog.getByRole('button', { name: 'Cancel Invite' }).click();
    await reads(page, 'Cancelled Invite to Cora Quay cora@harbor-lamps.com');
    await reads(row(page, 'Invites', 'Cora Quay'), 'Cancelled');
    const { page: theirs } = await journey.visit();
    await theirs.goto(link);
    await arrives(theirs, '/link-error-page');
    await reads(theirs, 'Oops, link not valid');
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });
});
