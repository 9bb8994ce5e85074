// @vitest-environment happy-dom
import { useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser, type TestPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import type { PlanProfile } from '#modules/plans/contract.ts';
import { CallError } from '#platform/web/call.ts';
import { askToSubscribe, endSubscribePrompt } from '#modules/plans/web/prompts/subscription.ts';
import { Shell } from './Shell.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => endSubscribePrompt());

const profilePath = '/api/plans/featureUsageProfile';

/** The real portal as `browser` sees it, but for the plan. */
const withPlan = (
  browser: Pick<TestBrowser, 'send'>,
  change: Partial<PlanProfile>,
): Pick<TestBrowser, 'send'> => ({
  send: async (method, url, ...rest) => {
    const answer = await browser.send(method, url, ...rest);
    if (url !== profilePath) return answer;
    const body = answer.json<{ data: { plans: PlanProfile } }>();
    Object.assign(body.data.plans, change);
    return {
      ...answer,
      statusCode: 200,
      headers: answer.headers,
      rawPayload: Buffer.from(JSON.stringify(body)),
    } as typeof answer;
  },
});

/** Uses a tool that the plan does not include any more. */
function LockedTool() {
  const use = useMutation({ mutationFn: () => Promise.reject(new CallError('module-inactive', 403)) });
  return <button onClick={() => use.mutate()}>Use it</button>;
}

const openShell = (browser: Pick<TestBrowser, 'send'>, path: string) =>
  renderScreen([{ element: <Shell />, children: [{ path: '*', element: <LockedTool /> }] }], browser, path);

async function administrator(portal: TestPortal) {
  const ada = await portal.member('ada@acme-widgets.com');
  await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, hasSeenOrgGoals: true });
  await ada.post('/profile/updateCustomerPortalData', { introViewed: { dashboard: true } });
  return ada;
}

const paid: Partial<PlanProfile> = { subscriptionStatus: 'ACTIVE', trialDaysLeft: null, trialExpired: false };
const expired: Partial<PlanProfile> = { trialDaysLeft: 0, trialExpired: true };

describe('over every page', () => {
  test.each<[what: string, change: Partial<PlanProfile>, label: string, text: string, button: string]>([
    [
      'days left',
      { trialDaysLeft: 12 },
      'Free trial',
      'You have 12 days left in your free trial.',
      'Subscribe Now',
    ],
    [
      'one day left',
      { trialDaysLeft: 1 },
      'Free trial',
      'You have 1 day left in your free trial.',
      'Subscribe Now',
    ],
    ['an expired trial', expired, 'Trial expired', 'Your free trial has expired.', 'Subscribe Now'],
    [
      'a plan that ended',
      { ...paid, chargebeeSubscriptionStatus: 'cancelled' },
      'Plan ended',
      'Your plan has ended.',
      'Subscribe Now',
    ],
    [
      'a failed payment',
      { ...paid, chargebeeSubscriptionStatus: 'past-due' },
      'Payment failed',
      'Your last payment failed. Change your card to keep your plan.',
      'Manage Billing',
    ],
  ])('%s is told, with a button to the plan', async (_what, change, label, text, button) => {
    const ada = await administrator(await testPortal());
    await openShell(withPlan(ada, change), '/settings/you');
    const banner = within(await screen.findByRole('region', { name: label }));
    expect(banner.getByText(text)).toBeDefined();
    expect(banner.getByRole('link', { name: button }).getAttribute('href')).toBe('/plan');
  });

  test.each<[change: Partial<PlanProfile>, label: string, text: string]>([
    [expired, 'Trial expired', 'Your free trial has expired. Select a plan below.'],
    [
      { ...paid, chargebeeSubscriptionStatus: 'cancelled' },
      'Plan ended',
      'Your plan has ended. Select a plan below.',
    ],
  ])('on the plan page it says where: %o', async (change, label, text) => {
    const ada = await administrator(await testPortal());
    await openShell(withPlan(ada, change), '/plan');
    const banner = within(await screen.findByRole('region', { name: label }));
    expect(banner.getByText(text)).toBeDefined();
    expect(banner.queryByRole('link')).toBeNull();
  });

  test('nothing is told where nothing is to be done', async () => {
    const ada = await administrator(await testPortal());
    await openShell(withPlan(ada, { ...paid, chargebeeSubscriptionStatus: 'active' }), '/settings/you');
    await screen.findByRole('button', { name: 'Use it' });
    for (const label of ['Free trial', 'Trial expired', 'Plan ended', 'Payment failed', 'Promotion'])
      expect(screen.queryByRole('region', { name: label })).toBeNull();
  });
});

describe('a promotion', () => {
  const lastDay = '2020-10-31T20:00:00Z';

  test('shows its code to trial users after the notice of the trial, until it is dismissed for this visit', async () => {
    const ada = await administrator(await testPortal({ start: lastDay }));
    const { user, unmount } = await openShell(ada, '/settings/you');
    const promotion = within(await screen.findByRole('region', { name: 'Promotion' }));
    expect(promotion.getByText(/20% off for 6 months with the promotional code/).textContent).toContain(
      'CYBER20',
    );
    expect(promotion.getByRole('button', { name: 'Copy code' })).toBeDefined();
    const labels = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));
    expect(labels.indexOf('Free trial')).toBeLessThan(labels.indexOf('Promotion'));
    await user.click(promotion.getByRole('button', { name: 'Dismiss: Promotion' }));
    expect(screen.queryByRole('region', { name: 'Promotion' })).toBeNull();
    unmount();
    await openShell(ada, '/settings/you');
    await screen.findByRole('region', { name: 'Free trial' });
    expect(screen.queryByRole('region', { name: 'Promotion' })).toBeNull();
  });

  test('is for trial users only', async () => {
    const ada = await administrator(await testPortal({ start: lastDay }));
    await openShell(withPlan(ada, paid), '/settings/you');
    await screen.findByRole('button', { name: 'Use it' });
    expect(screen.queryByRole('region', { name: 'Promotion' })).toBeNull();
  });

  test('is over on 1 Nov 2020', async () => {
    const ada = await administrator(await testPortal({ start: '2020-11-01T20:00:00Z' }));
    await openShell(ada, '/settings/you');
    await screen.findByRole('region', { name: 'Free trial' });
    expect(screen.queryByRole('region', { name: 'Promotion' })).toBeNull();
  });
});

describe('Subscribe or Upgrade', () => {
  test.each<[what: string, change: Partial<PlanProfile>, text: string]>([
    ['an expired trial', expired, 'Your free trial has expired. Subscribe to a plan to use weekly scans.'],
    ['a trial', {}, 'Subscribe to a plan to use weekly scans.'],
    [
      'a paid plan',
      { ...paid, planName: 'Essential' },
      'Your Essential plan does not include weekly scans. A larger plan does',
    ],
  ])('with %s opens when it is asked for and leads to the plans', async (_what, change, text) => {
    const ada = await administrator(await testPortal());
    const { user, at } = await openShell(withPlan(ada, change), '/settings/you');
    await screen.findByRole('button', { name: 'Use it' });
    askToSubscribe('weekly scans');
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe or Upgrade' }));
    expect(dialog.getByText(text, { exact: false })).toBeDefined();
    await user.click(dialog.getByRole('link', { name: 'See plans' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(at()).toBe('/plan');
  });

  test('on the largest plan names whom to ask', async () => {
    const ada = await administrator(await testPortal());
    await openShell(withPlan(ada, { ...paid, planName: 'Premium', isHighestPlan: true }), '/settings/you');
    await screen.findByRole('button', { name: 'Use it' });
    askToSubscribe('weekly scans');
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe or Upgrade' }));
    expect(dialog.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toContain(
      'mailto:support@cybersafety.example',
    );
  });

  test('opens by itself when a tool is locked while the page is open', async () => {
    const ada = await administrator(await testPortal());
    const { user } = await openShell(ada, '/settings/you');
    await user.click(await screen.findByRole('button', { name: 'Use it' }));
    expect(await screen.findByRole('dialog', { name: 'Subscribe or Upgrade' })).toBeDefined();
  });
});

describe('Something Went Wrong', () => {
  test('opens where the plan cannot be loaded, and Retry reloads it', async () => {
    const ada = await administrator(await testPortal());
    let broken = true;
    const browser: Pick<TestBrowser, 'send'> = {
      send: async (method, url, ...rest) => {
        const answer = await ada.send(method, url, ...rest);
        const body = Buffer.from(JSON.stringify({ success: false, error: { code: 'internal' } }));
        return url === profilePath && broken
          ? ({ ...answer, statusCode: 400, headers: answer.headers, rawPayload: body } as typeof answer)
          : answer;
      },
    };
    const { user } = await openShell(browser, '/settings/you');
    const dialog = within(await screen.findByRole('dialog', { name: 'Something Went Wrong' }));
    expect(dialog.getByText(/Your plan details could not be loaded\./)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Sign Out' })).toBeDefined();
    broken = false;
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Use it' })).toBeDefined();
  });
});
