import type { Locator, Page } from 'playwright-core';
import { arrives, reads } from './journey.ts';
import type { RunningPortal } from './world.ts';

/** What a person does at a screen, for the stories that are about something else. */

export const goodPassword = 'Meadow4Ferries';

export async function fillSignUp(
  page: Page,
  email: string,
  password = goodPassword,
  confirmation = password,
): Promise<void> {
  // sign-in has the first two fields as well
  await page.getByLabel('Confirm password').waitFor();
  await page.getByLabel('Work email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(confirmation);
}

/** Signs up and enters the code of the mail; ends signed in, at onboarding. */
export async function signUp(page: Page, portal: RunningPortal, email: string): Promise<void> {
  await page.goto('/signup');
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await arrives(page, '/verify');
  const { code } = await portal.mail(email, /./);
  await page.getByLabel('Six-digit code').fill(code!);
  await arrives(page, '/onboarding');
}

export async function signIn(page: Page, email: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Work email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await arrives(page, '/signin');
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const chooseSize = (page: Page, size: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Number of team members' }).getByText(size, { exact: true }).click();

export async function describeCompany(page: Page, name: string, website = ''): Promise<void> {
  await page.getByLabel('Organization name').fill(name);
  await chooseSize(page, '11-20');
  await choose(page, 'Primary industry', 'Retail');
  await page.getByLabel('Primary website address').fill(website);
}

export async function describeOneself(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
}

export const next = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Next', exact: true }).click();

/** Presses Next although it says that something is missing. */
export const pressAnyway = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Next', exact: true }).click({ force: true });

/** From the welcome to the page for an invitation. */
export async function onboard(
  page: Page,
  company: string,
  firstName = 'Ada',
  lastName = 'Marsh',
): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await describeCompany(page, company);
  await next(page);
  await describeOneself(page, firstName, lastName);
  await next(page);
  await reads(page, 'Invite another admin');
}

/** Turns the pages of the introduction; ends at the dashboard, where nothing opens by itself in this first session. */
export async function passIntro(page: Page): Promise<void> {
  for (let at = 1; at <= 6; at++) {
    await reads(page, `${at} of 6`);
    await next(page);
  }
  await arrives(page, '/dashboard');
}

/** Presses Tab until the focus stands there, as somebody without a mouse does. */
export async function tabTo(page: Page, element: Locator, atMost = 40): Promise<void> {
  for (let presses = 0; presses < atMost; presses++) {
    if (await element.evaluate((node: any) => node === node.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${element}`);
}
