// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import type { PlanProfile } from '#modules/plans/contract.ts';
import { Shell } from './Shell.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** The real portal as `browser` sees it, but for the brand of the organisation, which the page did not come with. */
const ofBrand = (browser: Pick<TestBrowser, 'send'>, brandId: string): Pick<TestBrowser, 'send'> => ({
  send: async (method, url, ...rest) => {
    const answer = await browser.send(method, url, ...rest);
    if (url !== '/api/plans/featureUsageProfile') return answer;
    const body = answer.json<{ data: { plans: PlanProfile } }>();
    body.data.plans.brand.brandId = brandId;
    return {
      ...answer,
      statusCode: 200,
      headers: answer.headers,
      rawPayload: Buffer.from(JSON.stringify(body)),
    } as typeof answer;
  },
});

async function openShell(brandId: string) {
  const ada = await (await testPortal()).member('ada@acme-widgets.com');
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  await renderScreen(
    [{ element: <Shell />, children: [{ path: '*', element: <p>Somewhere</p> }] }],
    ofBrand(ada, brandId),
    '/settings/you',
  );
  return reload;
}

describe('the brand of the organisation', () => {
  test('stays where the page came with it', async () => {
    const reload = await openShell('cyber-safety');
    await screen.findByText('Somewhere');
    expect(reload).not.toHaveBeenCalled();
  });

  test('has the page loaded anew where it came with another, before anything is shown', async () => {
    const reload = await openShell('harborline');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('Somewhere')).toBeNull();
  });

  test('is waited for once: a page that comes back as it was is used as it is', async () => {
    sessionStorage.setItem('brand loaded for', 'harborline');
    const reload = await openShell('harborline');
    await screen.findByText('Somewhere');
    expect(reload).not.toHaveBeenCalled();
  });
});
