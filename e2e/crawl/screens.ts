import type { Page } from 'playwright-core';
import { openCheckout, planCard } from '../checkout.ts';
import { reads } from '../journey.ts';
import { press, type Screen } from './looking.ts';
import { goodPassword, signIn } from '../steps.ts';

/** Sends the sign-up with a weak password and half of its fields. */
const signUpMistakes = async (page: Page) => {
  await page.getByLabel('Work email address').fill('ada@harbor-lamps.com');
  await page.getByLabel('Password', { exact: true }).fill('weak');
  await page.keyboard.press('Enter');
  await reads(page, 'Form Incomplete. Please fill empty fields.');
};

/** Screens before sign-in. */
export const signedOutScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/signin', shows: 'I forgot my password' },
  {
    name: 'sign-in with mistakes',
    path: '/signin',
    shows: 'I forgot my password',
    open: async (page) => {
      await press('Sign in')(page);
      await reads(page, 'Please enter username and password');
    },
  },
  {
    name: 'sign-in with a toast',
    path: '/signin?verification_result=expired&username=ada%40harbor-lamps.com',
    shows: 'request new link',
  },
  { name: 'sign-up', path: '/signup', shows: 'Start Free Trial' },
  { name: 'sign-up with mistakes', path: '/signup', shows: 'Start Free Trial', open: signUpMistakes },
  { name: 'sign-up of a partner', path: '/signup/CHAMBER-2026', shows: 'Chamber member pricing' },
  { name: 'verify', path: '/verify?username=ada%40harbor-lamps.com', shows: 'Resend Email' },
  { name: 'forgot password', path: '/forgotPassword', shows: 'Verify your identity.' },
  {
    name: 'support dialog',
    path: '/verify?username=ada%40harbor-lamps.com',
    shows: 'Contact Support',
    open: press('Contact Support'),
  },
  { name: 'invalid invitation', path: '/link-error-page', shows: 'Oops, link not valid' },
  { name: 'not found', path: '/404', shows: 'find that page' },
];

/** Screens of Settings, for somebody who administers with a colleague. */
export const settingsScreens: readonly Screen[] = [
  { name: 'your details', path: '/settings/you', shows: 'Where you are signed in' },
  {
    name: 'your details with mistakes',
    path: '/settings/you',
    shows: 'Where you are signed in',
    open: async (page) => {
      await press('Edit')(page);
      await page.getByLabel('First name').fill('');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'change password',
    path: '/settings/you',
    shows: 'Where you are signed in',
    open: press('Change password'),
  },
  {
    name: 'change password with mistakes',
    path: '/settings/you',
    shows: 'Where you are signed in',
    open: async (page) => {
      await press('Change password')(page);
      await page.getByLabel('Current password').press('Enter');
      await reads(page, 'Please enter your current password.');
    },
  },
  { name: 'invalid invitation signed in', path: '/link-error-page', shows: 'Go home' },
  {
    name: 'second factor',
    path: '/settings/you',
    shows: 'Where you are signed in',
    open: async (page) => {
      await press('Set up')(page);
      await toPicture(page);
    },
  },
  { name: 'organization details', path: '/settings/organization', shows: 'Recent activity' },
  {
    name: 'company update with mistakes',
    path: '/settings/organization',
    shows: 'Company update',
    open: async (page) => {
      await press('Company update')(page);
      await page.getByLabel('Company name').fill('');
      await page.getByLabel('Primary website address').fill('harbor lamps');
      await page.getByLabel('Primary website address').blur();
      await reads(page, 'Please enter a valid URL.');
    },
  },
  { name: 'admins', path: '/settings/admins', shows: 'Ben Ferry' },
  {
    name: 'actions for an admin',
    path: '/settings/admins',
    shows: 'Ben Ferry',
    open: press('Actions for Ben Ferry'),
  },
  {
    name: 'invite with mistakes',
    path: '/settings/admins',
    shows: 'Ben Ferry',
    open: async (page) => {
      await press('Invite Admin')(page);
      const dialog = page.getByRole('dialog', { name: 'Invite Admin' });
      await dialog.getByRole('button', { name: 'Invite Admin' }).click();
      await reads(dialog, 'Please enter a valid email.');
    },
  },
  {
    name: 'activity',
    path: '/settings/organization/activity',
    shows: 'Set up the organization',
    open: press(/^Details: Added website/),
  },
  {
    name: 'activity found nothing',
    path: '/settings/organization/activity?text=nowhere',
    shows: 'Nothing matches these filters',
  },
];

/** Up to the picture that an authenticator app takes. */
async function toPicture(page: Page): Promise<void> {
  await page.getByLabel('Your password').fill(goodPassword);
  await press('Continue')(page);
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
}

/** For somebody who may not go on without a second factor. */
export const setUpScreens: readonly Screen[] = [
  { name: 'second factor set-up', path: '/staff', shows: 'Set up your second factor' },
  { name: 'second factor set-up, app', path: '/staff', shows: 'Set up your second factor', open: toPicture },
];

/** For somebody who has a second factor and is about to sign in. */
export function codeScreens(email: string): Screen[] {
  const toCode = async (page: Page) => {
    await signIn(page, email);
    await page.getByLabel('Six-digit code').waitFor();
  };
  return [
    { name: 'code at sign-in', path: '/signin', shows: 'I forgot my password', open: toCode },
    {
      name: 'recovery code at sign-in',
      path: '/signin',
      shows: 'I forgot my password',
      open: async (page) => {
        await toCode(page);
        await press('Use a recovery code')(page);
        await page.getByLabel('Recovery code').waitFor();
      },
    },
  ];
}

/** The desk of staff, who know a company with one administrator. */
export const staffScreens = (orgId: string): Screen[] => [
  { name: 'organizations', path: '/staff', shows: 'Harbor Lamps LLC' },
  { name: 'organizations found nothing', path: '/staff?search=nowhere', shows: 'Nothing found' },
  { name: 'organization', path: `/staff/organizations/${orgId}`, shows: 'About' },
  {
    name: 'begin with mistakes',
    path: `/staff/organizations/${orgId}`,
    shows: 'About',
    open: async (page) => {
      await press(/^Start support session as/)(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Start support session' }).click();
      await reads(dialog, 'Please say in a few words why, with the ticket number if there is one.');
    },
  },
];

const atPlan = (name: string, open?: Screen['open']): Screen => ({
  name,
  path: '/plan',
  shows: 'Premium',
  ...(open ? { open } : {}),
});

/** Where somebody is about to pay: the checkout, as a page of its own. */
export const checkoutScreen = atPlan('checkout', async (page) => {
  await openCheckout(page, 'Essential');
  await page.goto((await page.locator('iframe[title="Checkout"]').getAttribute('src'))!);
  await page.getByLabel('Card number').waitFor();
});

/** For somebody who pays for Essential. */
export const payerScreens: readonly Screen[] = [
  atPlan('plan of a payer', (page) => planCard(page, 'Essential').getByText('Your plan today').waitFor()),
  atPlan('manage plan', async (page) => {
    await press('Upgrade to Plus')(page);
    await reads(page.getByRole('dialog', { name: 'Manage Plan' }), 'Due today');
  }),
  atPlan('cancel plan', async (page) => {
    await press('Cancel plan')(page);
    await reads(page.getByRole('dialog', { name: 'Cancel Essential?' }), /Everything stays as it is until/);
  }),
  atPlan('customer portal', async (page) => {
    await press('Manage billing')(page);
    await reads(page, 'Your subscription, your card and your invoices.');
  }),
];
