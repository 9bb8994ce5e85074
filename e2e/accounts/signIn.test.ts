import type { Page, Route } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { makeAccount, makeAdministrator, signInByCalls } from '../calls.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { fillSignUp, goodPassword, onboard, passIntro, signIn, signOut, signUp } from '../steps.ts';

vi.setConfig({ testTimeout: 90_000 });

const journey = startJourney();
const newPassword = 'Better7Granite';

test('a refusal does not tell whether an address has an account', async () => {
  const email = 'known@harbor-lamps.com';
  await makeAdministrator(journey.portal, email);
  const { page } = await journey.visit();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await reads(page, 'Please enter username and password');
  const refusals: string[] = [];
  for (const name of [email, 'nobody@harbor-lamps.com']) {
    await page.goto('/signin');
    await signIn(page, name, 'Wrong4Password');
    const refusal = page.getByRole('alert').filter({ hasText: /\w/ }).first();
    await refusal.waitFor();
    refusals.push((await refusal.innerText()).replace(/^Problem:\s*/, ''));
  }
  expect(refusals).toEqual(['Incorrect username or password.', 'Incorrect username or password.']);
  await picture(page, 'signin-refused');
  // spaces and capitals of the address do not matter
  await signIn(page, `  ${email.toUpperCase()} `);
  await arrives(page, '/dashboard');
});

test('whoever never confirmed the address gets a new mail and goes on from there', async () => {
  const email = 'late@harbor-lamps.com';
  const { page } = await journey.visit();
  await page.goto('/signup');
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await arrives(page, '/verify');
  expect(await page.getByRole('button', { name: /Resend Email/ }).getAttribute('data-disabled')).toBe('true');
  await picture(page, 'verify');
  const [first] = await journey.portal.mails(email);
  await page.goto('/signin');
  await signIn(page, email);
  await page.getByRole('button', { name: 'Send email and verify' }).click();
  await arrives(page, '/verify');
  await expect.poll(async () => (await journey.portal.mails(email)).length, { timeout: 60_000 }).toBe(2);
  const [second] = await journey.portal.mails(email);
  expect(second!.code).not.toBe(first?.code);
  await page.getByLabel('Six-digit code').fill(second!.code!);
  await arrives(page, '/onboarding');
});

test('guessing locks the account for a while, for the right password too', async () => {
  const email = 'guessed@harbor-lamps.com';
  await makeAccount(journey.portal, email);
  const { page } = await journey.visit();
  await page.goto('/signin');
  await page.getByLabel('Work email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  const answers: string[] = [];
  const guess = async () => {
    answers.push(
      await signInByCalls(journey.portal.url, email, `Guess${answers.length}Wrong`).then(() => 'in', String),
    );
    return answers.filter((answer) => answer.includes('Incorrect username or password.')).length;
  };
  // each failure from the fifth on locks for twice as long: after the eighth a person has time to meet the lock
  await expect.poll(guess, { timeout: 60_000, interval: 900 }).toBe(8);
  expect(answers.filter((answer) => answer.includes('Password attempts exceeded')).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await reads(page, 'Password attempts exceeded');
  expect(new URL(page.url()).pathname).toBe('/signin');
});

test('a forgotten password is replaced by the link of a mail, and every old session ends', async () => {
  const email = 'forgetful@harbor-lamps.com';
  const elsewhere = await makeAdministrator(journey.portal, email);
  const { page } = await journey.visit();
  await page.goto('/signin/CHAMBER-2026');
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  // the way of the customer's channel is kept from page to page
  await arrives(page, '/forgotPassword/CHAMBER-2026');
  await reads(page, 'Verify your identity.');
  const verify = page.getByRole('button', { name: 'Verify Email' });
  expect(await verify.isDisabled()).toBe(true);
  await page.getByLabel('Work email address').fill('forgetful@harbor');
  await page.getByLabel('Work email address').blur();
  await reads(page, 'Please enter a valid email address.');
  await page.getByLabel('Work email address').fill(email.toUpperCase());
  await verify.click();
  await reads(page, 'Check your email.');
  await reads(page, email);
  await picture(page, 'forgot-sent');
  const { links } = await journey.portal.mail(email, /password/i);
  const link = links.find((address) => address.includes('/resetPassword/'))!;
  expect(new URL(link).pathname).toMatch(/^\/resetPassword\/[\w-]{20,}\/CHAMBER-2026$/);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await picture(page, 'reset-by-link');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await reads(page, 'Your password was successfully reset. You will be redirected to the sign in page.');
  await arrives(page, '/signin/CHAMBER-2026');
  expect((await elsewhere.get('/plans/featureUsageProfile')).status).toBe(401);
  await signIn(page, email);
  await reads(page, 'Incorrect username or password.');
  await signIn(page, email, newPassword);
  await arrives(page, '/dashboard');
  await signOut(page);
  await page.goto(link);
  await reads(
    page,
    'The link is invalid. Request another link, or email support@cybersafety.example for help.',
  );
  await arrives(page, '/signin/CHAMBER-2026');
  expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup/CHAMBER-2026');
});

test('a refused call signs a tab out where nobody is signed in any more, and not where another tab changed the session', async () => {
  const email = 'overtaken@harbor-lamps.com';
  await makeAdministrator(journey.portal, email);
  const { page, context } = await journey.visit();
  await page.goto('/signin');
  await signIn(page, email);
  await arrives(page, '/dashboard');
  const other = await context.newPage();
  await other.goto('/settings/you');
  await reads(other, 'Where you are signed in');
  const [held, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // one call is under way, with the cookie of before, while the other tab gets a new one
  const inHand = async (route: Route) => {
    const headers = await route.request().allHeaders();
    held.resolve();
    await goesOn.promise;
    await route.fulfill({ response: await route.fetch({ headers }) });
  };
  await page.route('**/api/cyberconcierge/cyberConciergeConfig*', inHand, { times: 1 });
  await page.getByRole('link', { name: 'Cyber Concierge' }).first().click();
  await held.promise;
  await other.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await reads(other, 'You are signed out everywhere else.');
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  // its first try may still have the anti-forgery token of the session before
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/accounts/check') && answer.ok());
  goesOn.resolve();
  await refused;
  expect(await (await asked).json()).toMatchObject({ authenticated: true, email });
  await page.getByRole('button', { name: 'Skip Intro' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await reads(page, 'Cyber Concierge');
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toMatch(/^\/concierge/);
  await context.clearCookies();
  await page.getByRole('link', { name: 'Marketplace' }).first().click();
  await arrives(page, '/signin');
});

test('the link of the confirmation mail says how it went', async () => {
  const email = 'twice@harbor-lamps.com';
  const { page } = await journey.visit();
  await page.goto('/signup');
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await arrives(page, '/verify');
  const { links, code } = await journey.portal.mail(email, /./);
  const link = links.find((address) => address.includes('confirmSignup'))!;
  const { page: other } = await journey.visit();
  const finish = async (where: Page, address: string, password = goodPassword) => {
    await where.goto(address);
    await arrives(where, '/confirm-signup');
    await where.getByLabel('Password', { exact: true }).fill(password);
    await where.getByRole('button', { name: 'Verify email address' }).click();
  };
  // a gateway that opens the link with a whole browser, runs the page's scripts and clicks nothing
  await other.goto(link);
  await other.waitForLoadState('networkidle');
  await other.goto('/signin');
  await signIn(other, email);
  await reads(other, 'Verify your email address first');
  await finish(other, link, 'Another-horse-7');
  await reads(other, 'This is not the password of this sign-up.');
  await picture(other, 'confirm-signup');
  await finish(other, link.replace(code!, code === '000000' ? '000001' : '000000'));
  await reads(other, 'The verification link is invalid.');
  await arrives(other, '/signin');
  expect(new URL(other.url()).search).toBe('');
  const { page: owner } = await journey.visit();
  await finish(owner, link);
  await reads(owner, 'Your email address has been verified.');
  await arrives(owner, '/onboarding');
  await finish(other, link);
  await reads(other, 'Your email address has already been verified.');
  await arrives(other, '/onboarding');
  await other.context().clearCookies();
  await other.goto('/signin?verification_result=expired');
  await reads(other, 'The verification link has expired.');
  await other.goto(`/signin?verification_result=expired&username=${encodeURIComponent(email)}`);
  await reads(other, 'link no longer valid,');
  await other
    .getByRole('link', { name: 'request new link' })
    .or(other.getByRole('button', { name: 'request new link' }))
    .click();
  await arrives(other, /^\/verify/);
});

test('sign-in leads to the page that was wanted, and signing out ends every tab', async () => {
  const email = 'tabs@harbor-lamps.com';
  await makeAdministrator(journey.portal, email);
  const { page, context } = await journey.visit();
  await page.goto('/plan?from=letter');
  await arrives(page, '/signin');
  await signIn(page, email);
  await arrives(page, /^\/plan\?from=letter$/);
  const other = await context.newPage();
  await other.goto('/webappscan');
  await reads(other, 'Website Security Scans');
  await signOut(page);
  await arrives(other, '/signin');
  // the next person starts at the beginning, not where the last one was
  await signIn(page, email);
  await arrives(page, '/dashboard');
  await arrives(other, '/dashboard');
});

describe('a colleague', () => {
  const colleague = 'cora@harbor-lamps.com';

  test('is invited on the last page of onboarding, and administers the same organization', async () => {
    const { page } = await journey.visit();
    await signUp(page, journey.portal, 'inviter@harbor-lamps.com');
    await onboard(page, 'Harbor Lamps LLC');
    await page.getByLabel('Work email address').fill('cora@harbor');
    await page.getByLabel('Work email address').blur();
    await reads(page, 'Please enter a valid email.');
    await page.getByLabel('Work email address').fill(colleague);
    await page.getByLabel('First name').fill('Cora');
    await picture(page, 'onboarding-3-invite');
    await page.getByRole('button', { name: 'Invite Admin' }).click();
    await reads(page, 'Invited user successfully');
    await arrives(page, '/intro');
    await passIntro(page);

    const { links } = await journey.portal.mail(colleague, /./);
    const link = links.find((address) => address.includes('/invite-link/'))!;
    const { page: theirs } = await journey.visit();
    await theirs.goto(link);
    await reads(theirs, 'Welcome, Cora');
    await reads(theirs, 'Choose a password to manage Harbor Lamps LLC in Cyber Safety.');
    await picture(theirs, 'invite');
    await theirs.getByLabel('Password', { exact: true }).fill(goodPassword);
    await theirs.getByLabel('Confirm password').fill(goodPassword);
    await theirs.getByRole('button', { name: 'Create Account' }).click();
    await arrives(theirs, /^\/(intro|dashboard)$/);
    await reads(theirs, 'Harbor Lamps LLC');

    const { page: again } = await journey.visit();
    await again.goto(link);
    await reads(again, `You've already created an account (${colleague}). Please sign in.`);
    await arrives(again, '/signin');
    await again.goto(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    await arrives(again, '/link-error-page');
    await reads(again, 'Oops, link not valid');
    await picture(again, 'invite-invalid');
  });
});
