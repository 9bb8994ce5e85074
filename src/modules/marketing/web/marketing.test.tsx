// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { hearReports, reportLead, track } from '#platform/web/analytics.ts';
import { MarketingHost } from './MarketingHost.tsx';
import { PrivacyPanel } from './PrivacyPanel.tsx';

const outside = {
  HUBSPOT_PORTAL_ID: '1',
  HUBSPOT_FORM_ID: 'f',
  HUBSPOT_ENDPOINT: 'http://127.0.0.1:9',
  HEAP_APP_ID: '42',
  HEAP_ENDPOINT: 'http://127.0.0.1:9',
};
const queuedOf = async (portal: TestPortal) =>
  (await portal.queued())
    .filter(({ spec }) => /lead|usage/.test(spec.name))
    .map(({ spec, data }) => ({ name: spec.name, data }));

beforeEach(() => {
  // what other screens noted while nobody listened
  hearReports(() => {})();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('reports', () => {
  test('of a screen reach the server, also those that came before anybody listened', async () => {
    const portal = await testPortal();
    track('Viewed Scanning Home');
    await renderScreen(<MarketingHost />, await portal.member('ada@acme-widgets.com'));
    reportLead({
      pageName: 'Cybersafty Subscription Change',
      leadStatus: 'Subscribed',
      fields: [{ name: 'plan', value: 'Plus' }],
    });
    await waitFor(async () =>
      // both are on their way at the same time
      expect(
        (await queuedOf(portal)).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      ).toMatchObject([
        {
          name: 'send-lead',
          data: {
            email: 'ada@acme-widgets.com',
            pageName: 'Cybersafty Subscription Change',
            fields: { plan: 'Plus' },
          },
        },
        { name: 'send-usage-event', data: { name: 'Viewed Scanning Home', person: null } },
      ]),
    );
    expect(screen.queryByRole('region', { name: 'Your privacy' })).toBeNull();
  });
});

describe('consent', () => {
  test('is asked where an outside tool would learn of use, and no is kept', async () => {
    const portal = await testPortal({ env: outside });
    const { user } = await renderScreen(<MarketingHost />, await portal.member());
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
    expect(screen.queryByRole('region', { name: 'Your privacy' })).toBeNull();
    track('Viewed Scanning Home');
    reportLead({ pageName: 'Cybersafty Subscription Change', leadStatus: 'Subscribed', fields: [] });
    await waitFor(async () =>
      expect(await queuedOf(portal)).toMatchObject([{ name: 'send-usage-event', data: { person: null } }]),
    );
    expect(localStorage.getItem('analytics-consent')).toBe('refused');
  });

  test('given, a missing marketing cookie is told to the log and the lead goes on without it', async () => {
    const portal = await testPortal({ env: outside });
    const { user } = await renderScreen(<MarketingHost />, await portal.member());
    await user.click(await screen.findByRole('button', { name: 'Yes, you may' }));
    reportLead({ pageName: 'Cybersafty Subscription Change', leadStatus: 'Subscribed', fields: [] });
    await waitFor(async () =>
      expect(await queuedOf(portal)).toMatchObject([
        { name: 'send-lead', data: { visitor: null, ip: '203.0.113.7' } },
      ]),
    );
    await waitFor(async () =>
      expect(
        await portal.database.global.selectFrom('clientError').select(['level', 'message']).execute(),
      ).toEqual([{ level: 'warn', message: 'The marketing cookie hubspotutk is missing.' }]),
    );
  });

  test('a browser that asks not to be tracked is not asked', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { globalPrivacyControl: true }));
    const portal = await testPortal({ env: outside });
    await renderScreen(<MarketingHost />, await portal.member());
    track('Viewed Scanning Home');
    await waitFor(async () => expect(await queuedOf(portal)).toMatchObject([{ data: { person: null } }]));
    expect(screen.queryByRole('button', { name: 'Yes, you may' })).toBeNull();
  });

  test('can be changed in Settings', async () => {
    const portal = await testPortal({ env: outside });
    const { user } = await renderScreen(<PrivacyPanel />, await portal.member());
    const choice = await screen.findByLabelText(/^Let our analytics/);
    await user.click(choice);
    expect(localStorage.getItem('analytics-consent')).toBe('given');
    await user.click(choice);
    expect(localStorage.getItem('analytics-consent')).toBe('refused');
  });
});
