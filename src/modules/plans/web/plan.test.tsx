// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing.ts';
import { renderScreen } from '#app/testing.tsx';
import { plansRoutes } from './routes.tsx';

const set = (portal: TestPortal, orgId: string, change: { plan_id?: string; channel_id?: string; subscription_status?: string }) =>
  portal.base.forOrg(orgId).inOrg((db) => db.updateTable('organization').set(change).execute());

describe('plan page', () => {
  test('shows the trial and what may be chosen', async () => {
    const portal = await testPortal();
    await renderScreen(plansRoutes, await portal.member(), '/plan');
    expect(await screen.findByText(/^30 days left, until Apr 1, 2026\./)).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Cyber Safety Plan');
    expect(within(screen.getByRole('region', { name: 'Free' })).getByText('Free (Default Plan)')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Essential' })).getByText('$49')).toBeDefined();
    // in a trial no plan is the current one
    expect(screen.queryByText('Current plan')).toBeNull();
    expect(screen.getByRole('link', { name: 'Contact us about Plus' }).getAttribute('href')).toBe(
      'mailto:support@cybersafety.example?subject=Change%20of%20plan%3A%20Plus',
    );
  });

  test('an expired trial says so', async () => {
    const portal = await testPortal();
    await portal.member('ada@acme-widgets.com');
    portal.clock.advance(40 * 86_400);
    await renderScreen(plansRoutes, await portal.signIn('ada@acme-widgets.com'), '/plan');
    expect(await screen.findByText('Trial expired')).toBeDefined();
  });

  test('marks the plan that was bought, and shows the discounts of the channel', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await set(portal, ada.orgId, { plan_id: 'essential', channel_id: 'chamber', subscription_status: 'ACTIVE' });
    await renderScreen(plansRoutes, ada, '/plan');
    expect(within(await screen.findByRole('region', { name: 'Essential' })).getByText('Current plan')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Contact us about Essential' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Chamber member pricing' })).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Plus' })).getByText('$79.20')).toBeDefined();
  });
});
