// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import type { PlanProfile } from '../contract.ts';
import { providerWindows, type Checkout } from './checkout/checkout.ts';
import {
  hostedPage,
  intercepted,
  ok,
  pageOf,
  paid,
  paidPlus,
  preview,
  previewPath,
  profileOf,
  refused,
  toastSays,
  type Answers,
} from './testing/intercepted.ts';
import { plansModule } from './module.ts';

// the provider's window is told of elsewhere: here a person in it is played
const opened: Checkout[] = [];
beforeEach(() => {
  opened.length = 0;
  vi.spyOn(providerWindows, 'openCheckout').mockImplementation((checkout) => {
    opened.push(checkout);
    return () => {};
  });
});
afterEach(() => vi.restoreAllMocks());

const finishPath = '/plans/checkoutDone';

/** The plan page for an organisation that has `before`, and `after` once it got another plan. */
async function openPage(before: Partial<PlanProfile>, answers: Answers, path = '/plan') {
  const portal = await testPortal();
  const ada = await portal.member();
  const state = {
    profile: await profileOf(ada, before),
    hasSubscription: before.chargebeeSubscriptionStatus === 'active',
  };
  const browser = intercepted(ada, {
    ...pageOf(() => state.profile, { hasSubscription: state.hasSubscription, subscription: () => paidPlus }),
    '/plans/checkout': () => ok({ page: hostedPage }),
    ...answers,
  });
  const view = await renderScreen(plansModule, browser, path);
  return {
    ...view,
    browser,
    become: (profile: Partial<PlanProfile>) => (state.profile = { ...state.profile, ...profile }),
  };
}

const press = async ({ user }: { user: Awaited<ReturnType<typeof renderScreen>>['user'] }, name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('a plan that is bought at the checkout', () => {
  test('is taken up when the page says that it was paid, and the plan changes without a reload', async () => {
    const page = await openPage({}, { [finishPath]: () => (page.become(paid), ok({ planName: 'Plus' })) });
    await press(page, 'Subscribe to Plus');
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(page.browser.to('/plans/checkout')).toEqual([{ planId: 'plus' }]);
    expect(opened[0]!.page).toEqual(hostedPage);
    // one at a time
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe to Premium' }).disabled).toBe(
      true,
    );
    opened[0]!.onSuccess(hostedPage.id);
    await toastSays('You have successfully upgraded to Plus .');
    expect(page.browser.to(finishPath)).toEqual([{ hostedPageId: hostedPage.id }]);
    expect(
      within(await screen.findByRole('region', { name: 'Plus' })).getByText('Current plan'),
    ).toBeDefined();
  });

  test('can be left without paying, and is offered again', async () => {
    const page = await openPage({}, {});
    await press(page, 'Subscribe to Plus');
    await waitFor(() => expect(opened).toHaveLength(1));
    opened[0]!.onClose();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe to Premium' }).disabled).toBe(
        false,
      ),
    );
    expect(page.browser.to(finishPath)).toEqual([]);
  });

  test('that does not arrive tells whom to ask', async () => {
    const page = await openPage({}, { [finishPath]: () => refused('billing-conflict', 409) });
    await press(page, 'Subscribe to Plus');
    await waitFor(() => expect(opened).toHaveLength(1));
    opened[0]!.onSuccess(hostedPage.id);
    await toastSays('Unable to upgrade your plan. Please contact us at support@cybersafety.example.');
  });

  test('is asked for again where the answer got lost after the payment', async () => {
    let tries = 0;
    const page = await openPage(
      {},
      {
        [finishPath]: () =>
          ++tries === 1 ? refused('billing-unavailable', 503) : (page.become(paid), ok({ planName: 'Plus' })),
      },
    );
    await press(page, 'Subscribe to Plus');
    await waitFor(() => expect(opened).toHaveLength(1));
    opened[0]!.onSuccess(hostedPage.id);
    await toastSays('You have successfully upgraded to Plus .');
    expect(tries).toBe(2);
  });

  test('that was paid in another window is shown instead of a second checkout', async () => {
    const page = await openPage(
      {},
      { '/plans/checkout': () => (page.become(paid), refused('already-subscribed', 409)) },
    );
    await press(page, 'Subscribe to Plus');
    await toastSays('Your organization already has a paid plan. It is shown on the plan page.');
    expect(
      within(await screen.findByRole('region', { name: 'Plus' })).getByText('Current plan'),
    ).toBeDefined();
    expect(opened).toEqual([]);
  });
});

describe('the way to and from the checkout', () => {
  test('says why no checkout opens', async () => {
    const page = await openPage({}, { '/plans/checkout': () => refused('billing-unavailable', 503) });
    await press(page, 'Subscribe to Plus');
    await toastSays(/The billing service cannot be reached\. Nothing was changed\./);
    expect(opened).toEqual([]);
  });

  test.each(['checkout=done&page=hp_1', 'id=hp_1&state=succeeded'])(
    'is finished once after coming back by redirect with %s',
    async (query) => {
      const page = await openPage(
        {},
        { [finishPath]: () => (page.become(paid), ok({ planName: 'Plus' })) },
        `/plan?${query}`,
      );
      await toastSays('You have successfully upgraded to Plus .');
      expect(page.browser.to(finishPath)).toEqual([{ hostedPageId: hostedPage.id }]);
      expect(page.at()).toBe('/plan');
    },
  );

  test.each(['checkout=cancelled&page=hp_1', 'id=hp_1&state=cancelled'])(
    'left by redirect with %s changes nothing',
    async (query) => {
      const page = await openPage({}, {}, `/plan?${query}`);
      await screen.findByRole('button', { name: 'Subscribe to Plus' });
      expect(page.at()).toBe('/plan');
      expect(page.browser.to(finishPath)).toEqual([]);
    },
  );

  test('also serves an organisation that is active and pays for nothing', async () => {
    const page = await openPage({ ...paid, planName: 'Free', chargebeeSubscriptionStatus: null }, {});
    await press(page, 'Upgrade to Essential');
    await waitFor(() => expect(opened).toHaveLength(1));
  });
});

describe('a paid plan that is moved up', () => {
  test('says what it costs, and changes', async () => {
    const page = await openPage(paid, {
      [previewPath]: () => ok(preview),
      '/plans/updatePlan': () => (page.become({ planName: 'Premium' }), ok({ planName: 'Premium' })),
    });
    await press(page, 'Upgrade to Premium');
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage Plan' }));
    expect((await dialog.findByText('Due today')).nextSibling!.textContent).toBe('$50.00');
    expect(dialog.getByText('Credit for the unused part of Plus').nextSibling!.textContent).toBe('−$49.50');
    expect(dialog.getByText(/Then \$199 per month, next on Apr 2, 2026\./)).toBeDefined();
    await page.user.click(dialog.getByRole('button', { name: 'Upgrade to Premium' }));
    await toastSays('Plan is successfully upgraded');
    expect(page.browser.to('/plans/updatePlan')).toEqual([{ planId: 'premium' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opened).toEqual([]);
  });

  test('that is declined keeps the dialog and says why', async () => {
    const page = await openPage(paid, {
      [previewPath]: () => ok(preview),
      '/plans/updatePlan': () => refused('payment-failed', 402),
    });
    await press(page, 'Upgrade to Premium');
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage Plan' }));
    await dialog.findByText('Due today');
    await page.user.click(dialog.getByRole('button', { name: 'Upgrade to Premium' }));
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('Upgrade plan failed')).toBeDefined();
    expect(alert.getByText(/The card was declined/)).toBeDefined();
    expect(screen.queryByText('Plan is successfully upgraded')).toBeNull();
  });

  test('that the provider refuses says so in its words', async () => {
    const reason = 'The last invoice is not paid yet.';
    const page = await openPage(paid, {
      [previewPath]: () => ok(preview),
      '/plans/updatePlan': () => refused('payment-failed', 402, { reason }),
    });
    await press(page, 'Upgrade to Premium');
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage Plan' }));
    await dialog.findByText('Due today');
    await page.user.click(dialog.getByRole('button', { name: 'Upgrade to Premium' }));
    expect(within(await dialog.findByRole('alert')).getByText(reason)).toBeDefined();
  });

  test('cannot be confirmed before the cost is known', async () => {
    let broken = true;
    const page = await openPage(paid, {
      [previewPath]: () => (broken ? refused('no-card', 402) : ok(preview)),
    });
    await press(page, 'Upgrade to Premium');
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage Plan' }));
    expect(await dialog.findByText('The cost could not be calculated')).toBeDefined();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Upgrade to Premium' }).disabled).toBe(true);
    broken = false;
    await page.user.click(dialog.getByRole('button', { name: 'Retry' }));
    await dialog.findByText('Due today');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Upgrade to Premium' }).disabled).toBe(
      false,
    );
  });
});

describe('a plan without a price', () => {
  test('is taken after one question', async () => {
    const page = await openPage({}, { '/plans/subscribePlan': () => ok({ planName: 'Free' }) });
    await press(page, 'Subscribe to Free');
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage Plan' }));
    expect(dialog.getByText(/costs nothing and needs no card\. Your free trial ends now/)).toBeDefined();
    await page.user.click(dialog.getByRole('button', { name: 'Take Free' }));
    await toastSays('You have successfully upgraded to Free .');
    expect(page.browser.to('/plans/subscribePlan')).toEqual([{ planId: 'free' }]);
    expect(opened).toEqual([]);
  });
});
