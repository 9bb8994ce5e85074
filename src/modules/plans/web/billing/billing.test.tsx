// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import type { Invoice, PaidSubscription } from '../../contract.ts';
import { providerWindows, type CustomerPortal } from '../checkout/checkout.ts';
import {
  intercepted,
  invoicesOf,
  ok,
  pageOf,
  paid,
  paidPlus,
  profileOf,
  refused,
  toastSays,
  type Answers,
} from '../testing/intercepted.ts';
import { plansModule } from '../module.ts';

const portals: CustomerPortal[] = [];

beforeEach(() => {
  portals.length = 0;
  vi.spyOn(providerWindows, 'openCustomerPortal').mockImplementation((portal) => {
    portals.push(portal);
    return () => {};
  });
});
afterEach(() => vi.restoreAllMocks());

async function openBilling(
  subscription: Partial<PaidSubscription>,
  answers: Answers = {},
  invoices: Invoice[] = [],
) {
  const portal = await testPortal();
  const ada = await portal.member();
  const state = { subscription: { ...paidPlus, ...subscription } };
  const profile = await profileOf(ada, {
    ...paid,
    chargebeeSubscriptionStatus: subscription.status ?? 'active',
  });
  const browser = intercepted(ada, {
    ...pageOf(() => profile, { hasSubscription: true, subscription: () => state.subscription, invoices }),
    ...answers,
  });
  const view = await renderScreen(plansModule, browser, '/plan');
  const panel = within(await screen.findByRole('region', { name: 'Your plan: Plus' }));
  return {
    ...view,
    browser,
    panel,
    become: (change: Partial<PaidSubscription>) =>
      (state.subscription = { ...state.subscription, ...change }),
  };
}

test('the billing panel says what is paid, when, with which card and coupon, and that nobody is charged in the sandbox', async () => {
  const { panel } = await openBilling({});
  expect(panel.getByText('Renews on Apr 2, 2026.')).toBeDefined();
  expect(panel.getByText('$79.20 plus taxes on Apr 2, 2026')).toBeDefined();
  expect(panel.getByText('Visa ending in 4242, expires 12/2028')).toBeDefined();
  expect(panel.getByText('CYBER20')).toBeDefined();
  expect(panel.getByText(/No one is charged/)).toBeDefined();
});

test('a failed payment says what to do', async () => {
  const { panel } = await openBilling({ status: 'past-due' });
  expect(panel.getByText('Payment failed')).toBeDefined();
  expect(panel.getByText(/Change your card under Manage billing/)).toBeDefined();
});

test('a plan that ended offers no cancelling', async () => {
  const { panel } = await openBilling({ status: 'cancelled', nextAmountCents: null, nextBillingAt: null });
  expect(panel.getByText(/^Your Plus plan has ended\./)).toBeDefined();
  expect(panel.queryByRole('button')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Upgrade to Premium' })).toBeDefined();
});

test('a plan is cancelled after saying until when it stays, and resumed', async () => {
  const page = await openBilling(
    {},
    {
      '/plans/cancelSubscription': () =>
        ok({ subscription: page.become({ status: 'ending', nextBillingAt: null, nextAmountCents: null }) }),
      '/plans/resumeSubscription': () => ok({ subscription: page.become(paidPlus) }),
    },
  );
  await page.user.click(page.panel.getByRole('button', { name: 'Cancel plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Plus?' }));
  expect(dialog.getByText(/Everything stays as it is until/).textContent).toContain('Apr 2, 2026');
  await page.user.click(dialog.getByRole('button', { name: 'Cancel plan' }));
  await toastSays('Your plan is cancelled. Everything stays as it is until Apr 2, 2026.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.user.click(await screen.findByRole('button', { name: 'Resume plan' }));
  await toastSays('Your Plus plan goes on.');
  expect(await screen.findByRole('button', { name: 'Cancel plan' })).toBeDefined();
});

test('a plan that could not be cancelled says so and stays', async () => {
  const page = await openBilling(
    {},
    { '/plans/cancelSubscription': () => refused('billing-unavailable', 503) },
  );
  await page.user.click(page.panel.getByRole('button', { name: 'Cancel plan' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.click(dialog.getByRole('button', { name: 'Cancel plan' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The billing service cannot be reached.');
  await page.user.click(dialog.getByRole('button', { name: 'Keep plan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.panel.getByText('Active')).toBeDefined();
});

test('the pages of the provider open, and what changed there shows when they close', async () => {
  const session = { url: 'https://pay.example/portal', raw: { token: 'x' } };
  const page = await openBilling({}, { '/plans/billingPortal': () => ok(session) });
  await page.user.click(page.panel.getByRole('button', { name: 'Manage billing' }));
  await waitFor(() => expect(portals).toHaveLength(1));
  expect(portals[0]!.session).toEqual(session);
  page.become({ card: { brand: 'Mastercard', last4: '4444', expires: '01/2030' } });
  portals[0]!.onClose();
  expect(await screen.findByText('Mastercard ending in 4444, expires 01/2030')).toBeDefined();
});

test('invoices are listed newest first, ten on a page, sorted over all pages, each with its PDF', async () => {
  const page = await openBilling({}, {}, invoicesOf(12));
  const numbers = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(numbers()).toHaveLength(10);
  expect(numbers()[0]).toBe('Mar 2, 2026');
  expect(screen.getByRole('link', { name: /Invoice INV-112 as PDF/ }).getAttribute('href')).toBe(
    '/api/plans/invoice/INV-112',
  );
  await page.user.click(screen.getByRole('button', { name: 'Page 2 of 2' }));
  expect(numbers()).toEqual(['May 2, 2025', 'Apr 2, 2025']);
  await page.user.click(screen.getByRole('button', { name: 'Amount' }));
  expect(numbers()).toHaveLength(10);
  expect(numbers()[0]).toBe('Apr 2, 2025');
});

test('billing that cannot be loaded leaves the plans', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const profile = await profileOf(ada, paid);
  let broken = true;
  const answers = pageOf(() => profile, { hasSubscription: true, subscription: () => paidPlus });
  const billing = answers['/plans/billing']!;
  const { user } = await renderScreen(
    plansModule,
    intercepted(ada, {
      ...answers,
      '/plans/billing': () => (broken ? refused('internal', 400) : billing({})),
    }),
    '/plan',
  );
  expect(await screen.findByText('Billing could not be loaded')).toBeDefined();
  expect(await screen.findByRole('region', { name: 'Premium' })).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Renews on Apr 2, 2026.')).toBeDefined();
});
