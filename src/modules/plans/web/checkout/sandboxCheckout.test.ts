// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Checkout } from './checkout.ts';
import { leavePage, listener, openPage, page, sandbox } from '../testing/checkoutPage.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(leavePage);

const dialog = () => document.querySelector('dialog');
const frame = () => document.querySelector<HTMLElement & { src?: string }>('section')!;
// a frame that loads nothing
const inside = new EventTarget();
beforeEach(() => {
  const create = document.createElement.bind(document) as (tag: string) => HTMLElement;
  vi.spyOn(document, 'createElement').mockImplementation((tag: string) =>
    tag === 'iframe' ? Object.assign(create('section'), { contentWindow: inside }) : create(tag),
  );
});
async function open(more: Partial<Checkout> = {}) {
  const { openCheckout } = await openPage(sandbox);
  const heard = listener();
  const leave = openCheckout({ page, ...heard, ...more });
  await vi.waitUntil(() => dialog());
  return { ...heard, leave };
}
const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data,
      origin: from.origin ?? location.origin,
      source: ('source' in from ? from.source : inside) as never,
    }),
  );

describe('a window of the sandbox', () => {
  test('shows the page under the address by which the portal was reached', async () => {
    await open({
      page: { ...page, url: 'https://other-name.example/billing-sandbox/checkout/page_1?x=1#top' },
    });
    expect(dialog()!.open).toBe(true);
    expect(frame().src).toBe('/billing-sandbox/checkout/page_1?x=1#top');
    expect([dialog()!.getAttribute('aria-label'), frame().title]).toEqual(['Checkout', 'Checkout']);
    expect(document.querySelector('[role=status]')!.textContent).toBe('Loading the checkout...');
    say({ source: 'billing', type: 'loaded' });
    expect(document.querySelector('[role=status]')).toBeNull();
  });

  test('tells of success once, and of nothing after it', async () => {
    const { told } = await open();
    say({ source: 'billing', type: 'step', step: 'payment' });
    for (const type of ['success', 'success', 'close', 'error'])
      say({ source: 'billing', type, hostedPageId: 'page_1' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([
      ['step', 'payment'],
      ['success', 'page_1'],
    ]);
    expect(dialog()).toBeNull();
  });

  test('that closes and then succeeds has succeeded', async () => {
    const { told } = await open();
    say({ source: 'billing', type: 'close' });
    await vi.advanceTimersByTimeAsync(100);
    say({ source: 'billing', type: 'success', hostedPageId: 'page_1' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([['success', 'page_1']]);
  });

  test.each([
    [
      'its cross',
      () => document.querySelector<HTMLButtonElement>('button[aria-label="Close checkout"]')!.click(),
    ],
    ['Escape', () => dialog()!.dispatchEvent(new Event('cancel', { cancelable: true }))],
    ['the page', () => say({ source: 'billing', type: 'close' })],
  ])('closed by %s tells so once', async (_how, close) => {
    const { told } = await open();
    say({ source: 'billing', type: 'loaded' });
    close();
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([['close']]);
    expect(dialog()).toBeNull();
  });
});

describe('a disturbed window of the sandbox', () => {
  test('hears nobody but its own page', async () => {
    const { told } = await open();
    const success = { source: 'billing', type: 'success', hostedPageId: 'page_1' };
    say(success, { origin: 'https://evil.example' });
    say(success, { source: window });
    say(success, { source: null });
    for (const data of [
      null,
      'success',
      7,
      {},
      { ...success, source: 'react-devtools' },
      { source: 'billing', type: 'constructor' },
    ])
      say(data);
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual([]);
    expect(dialog()).not.toBeNull();
  });

  test('whose page does not come says so', async () => {
    const { told } = await open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual([
      ['error', 'The checkout could not be loaded. Check your internet connection and try again.'],
    ]);
    expect(dialog()).toBeNull();
  });

  test('goes without a word when its screen is left', async () => {
    const { told, leave } = await open();
    leave();
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
    expect(dialog()).toBeNull();
  });

  test('does not open any more when its screen was left before it was loaded', async () => {
    const { openCheckout } = await openPage(sandbox);
    const heard = listener();
    openCheckout({ page, ...heard })();
    await import('./sandboxCheckout.ts');
    await vi.advanceTimersByTimeAsync(1000);
    expect(dialog()).toBeNull();
    expect(heard.told).toEqual([]);
  });
});

test("the customer portal is gone to at the portal's own address", async () => {
  const { openCustomerPortal } = await openPage(sandbox);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  openCustomerPortal({
    session: { url: 'https://other-name.example/billing-sandbox/portal/abc', raw: {} },
    ...listener(),
  });
  await vi.waitUntil(() => assign.mock.calls.length > 0);
  expect(assign).toHaveBeenCalledWith('/billing-sandbox/portal/abc');
});
