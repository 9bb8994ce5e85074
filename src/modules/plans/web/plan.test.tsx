// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { intercepted, pageOf, paid, profileOf, refused, eligiblePath, ok } from './testing/intercepted.ts';
import { plansModule } from './module.ts';

const set = (
  portal: TestPortal,
  orgId: string,
  change: { planId?: string; channelId?: string; subscriptionStatus?: string },
) => portal.base.forOrg(orgId).inOrg((db) => db.updateTable('organization').set(change).execute());

const card = (name: string) => within(screen.getByRole('region', { name }));

test('the plan page shows the trial and offers every plan', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const profile = await profileOf(ada, {});
  await renderScreen(
    plansModule,
    intercepted(
      ada,
      pageOf(() => profile),
    ),
    '/plan',
  );
  expect(await screen.findByText(/^30 days left, until Apr 1, 2026\./)).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual([
    'My Cyber Safety Plan',
  ]);
  await screen.findByRole('region', { name: 'Essential' });
  expect(card('Free').getByText('Free (Default Plan)')).toBeDefined();
  expect(card('Essential').getByText('$49')).toBeDefined();
  expect(card('Essential').getByText('per month plus taxes')).toBeDefined();
  for (const name of ['Free', 'Essential', 'Plus', 'Premium'])
    expect(card(name).getByRole('button', { name: `Subscribe to ${name}` }).textContent).toBe('Subscribe');
  // in a trial no plan is the current one
  expect(screen.queryByText('Current plan')).toBeNull();
  expect(screen.getByText(/no one is charged/)).toBeDefined();
});

test.each([
  ['staging', undefined, ['https://staging.quotes.cybersafety.example/cyber']],
  ['production', undefined, ['https://quotes.cybersafety.example/cyber']],
  ['production', 'shield.localhost', []],
])('offers a quote in %s, at %s: %j', async (environment, host, quotes) => {
  const portal = await testPortal({ env: { ENVIRONMENT_NAME: environment } });
  const { email } = await portal.member();
  const ada = await portal.signIn(email, portal.browser(host ? { host } : {}));
  await renderScreen(plansModule, ada, '/plan');
  await screen.findByRole('region', { name: 'Essential' });
  expect(screen.queryAllByText('Get a quote').map((link) => link.getAttribute('href'))).toEqual(quotes);
});

test('an expired trial says so', async () => {
  const portal = await testPortal();
  await portal.member('ada@acme-widgets.com');
  portal.clock.advance(40 * 86_400);
  const ada = await portal.signIn('ada@acme-widgets.com');
  const profile = await profileOf(ada, {});
  await renderScreen(
    plansModule,
    intercepted(
      ada,
      pageOf(() => profile),
    ),
    '/plan',
  );
  expect(await screen.findByText('Trial expired')).toBeDefined();
  expect(screen.getByText(/Your free trial ended on Apr 1, 2026\./)).toBeDefined();
});

test('the plan page tells the current plan, what is below and what is above', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const profile = await profileOf(ada, { ...paid, planName: 'PLUS' });
  await renderScreen(
    plansModule,
    intercepted(
      ada,
      pageOf(() => profile, { hasSubscription: true }),
    ),
    '/plan',
  );
  await screen.findByRole('region', { name: 'Essential' });
  expect(card('Plus').getByText('Current plan')).toBeDefined();
  expect(card('Plus').queryByRole('button')).toBeNull();
  expect(card('Premium').getByRole('button', { name: 'Upgrade to Premium' })).toBeDefined();
  expect(
    card('Essential').getByRole('link', { name: 'Contact us about Essential' }).getAttribute('href'),
  ).toBe('mailto:support@cybersafety.example?subject=Change%20of%20plan%3A%20Essential');
});

test('the plan page shows the discounts of the channel, and the price before them struck out', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await set(portal, ada.orgId, { channelId: 'chamber' });
  const profile = await profileOf(ada, {});
  await renderScreen(
    plansModule,
    intercepted(
      ada,
      pageOf(() => profile),
    ),
    '/plan',
  );
  await screen.findByRole('region', { name: 'Plus' });
  expect(screen.getByRole('heading', { name: 'Chamber member pricing' })).toBeDefined();
  expect(card('Plus').getByText('$79.20')).toBeDefined();
  expect(card('Plus').getByRole('deletion').textContent).toBe('Before: $99');
  expect(card('Plus').getByText(/Chamber of commerce members save 20%/)).toBeDefined();
});

test('a plan that is not shown to customers counts for what is above it, and has no card', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const profile = await profileOf(ada, paid);
  const eligible = profile.channelObject.eligiblePlans.map((plan) => ({
    ...plan,
    showToCustomer: plan.planName !== 'Plus',
  }));
  await renderScreen(
    plansModule,
    intercepted(
      ada,
      pageOf(() => profile, { eligible, hasSubscription: true }),
    ),
    '/plan',
  );
  await screen.findByRole('region', { name: 'Premium' });
  expect(screen.queryByRole('region', { name: 'Plus' })).toBeNull();
  expect(card('Essential').getByText('Contact us')).toBeDefined();
  expect(card('Premium').getByText('Upgrade')).toBeDefined();
});

test('plans that cannot be loaded are an error with a way to try again', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const profile = await profileOf(ada, {});
  let broken = true;
  const page = pageOf(() => profile);
  const answers = {
    ...page,
    [eligiblePath]: () => (broken ? refused('internal', 400) : page[eligiblePath]!({})),
  };
  const { user } = await renderScreen(plansModule, intercepted(ada, answers), '/plan');
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('The plans could not be loaded')).toBeDefined();
  expect(within(alert).getByText(/contact support@cybersafety\.example/)).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: 'Essential' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a plan that cannot be loaded is an error too', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  let broken = true;
  const profile = await profileOf(ada, {});
  const answers = {
    ...pageOf(() => profile),
    '/plans/featureUsageProfile': () => (broken ? refused('internal', 400) : ok({ plans: profile })),
  };
  const { user } = await renderScreen(plansModule, intercepted(ada, answers), '/plan');
  expect(await screen.findByText('Your plan could not be loaded')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Your plan: Free Trial')).toBeDefined();
});
