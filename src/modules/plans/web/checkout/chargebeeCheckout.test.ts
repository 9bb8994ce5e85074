// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chargebee, leavePage, listener, openPage, page, scriptUrl } from '../testing/checkoutPage.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(leavePage);

type Callbacks = Record<'success' | 'close' | 'error' | 'step' | 'loaded', (value?: unknown) => void> & {
  hostedPage: () => Promise<unknown>;
};
/** Chargebee's script, as far as it is used. */
function fakeScript() {
  const calls: [string, ...unknown[]][] = [];
  let current: Callbacks | null = null;
  const note =
    (what: string) =>
    (...more: unknown[]) =>
      void calls.push([what, ...more]);
  const instance = {
    openCheckout: (callbacks: Callbacks) => {
      current = callbacks;
      note('openCheckout')();
    },
    // like the true one, it may report a close while it is taken away
    closeAll: () => {
      note('closeAll')();
      current?.close?.();
    },
    logout: note('logout'),
    setPortalSession: (session: () => Promise<unknown>) => calls.push(['setPortalSession', session]),
    createChargebeePortal: () => ({
      open: (callbacks: Callbacks) => {
        current = callbacks;
        note('openPortal')();
      },
    }),
  };
  const init = vi.fn(() => instance);
  return {
    calls,
    init,
    install: () => Reflect.set(globalThis, 'Chargebee', { init }),
    window: () => current!,
  };
}
const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>(`script[src="${scriptUrl}"]`)];
async function open() {
  const { openCheckout, openCustomerPortal } = await openPage(chargebee);
  const fake = fakeScript();
  const heard = listener();
  const leave = openCheckout({ page, ...heard });
  await vi.waitUntil(() => scripts().length > 0);
  return { fake, heard, leave, openCheckout, openCustomerPortal };
}
/** The script has come. */
async function openLoaded() {
  const opened = await open();
  opened.fake.install();
  scripts()[0]!.dispatchEvent(new Event('load'));
  await vi.waitUntil(() => opened.fake.window());
  return opened;
}

beforeEach(() => {
  // nothing is fetched from the network
  vi.spyOn(document.head, 'append').mockImplementation(function append(this: HTMLElement, ...nodes) {
    for (const node of nodes) {
      const inert = node as HTMLScriptElement;
      inert.type = 'text/plain';
      this.appendChild(inert);
    }
  });
});

describe('a window of Chargebee', () => {
  test('is opened for the site, with the whole page and the nonce of the document', async () => {
    document.head.innerHTML = '<meta name="csp-nonce" content="n0nce">';
    const { fake } = await openLoaded();
    expect(fake.init).toHaveBeenCalledExactlyOnceWith({
      site: 'acme-test',
      publishableKey: 'test_pub',
      cspNonce: 'n0nce',
      isItemsModel: true,
      iframeOnly: true,
    });
    expect(await fake.window().hostedPage()).toEqual({ object: 'hosted_page', id: 'page_1', url: page.url });
  });

  test('loads its script once in the life of a page', async () => {
    const { fake, heard, openCheckout } = await openLoaded();
    fake.window().close();
    await vi.advanceTimersByTimeAsync(1000);
    openCheckout({ page, ...heard });
    await vi.waitUntil(() => fake.calls.filter(([what]) => what === 'openCheckout').length === 2);
    expect(scripts()).toHaveLength(1);
    expect(fake.init).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['success, close', ['success', 'close']],
    ['close, success', ['close', 'success']],
    ['success, success', ['success', 'success']],
    ['success, error', ['success', 'error']],
  ] as const)('that reports %s has succeeded once', async (_order, reports) => {
    const { fake, heard } = await openLoaded();
    for (const report of reports) fake.window()[report]('page_1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.told).toEqual([['success', 'page_1']]);
  });

  test('that succeeds long after it closed is told all the same', async () => {
    const { fake, heard } = await openLoaded();
    fake.window().close();
    await vi.advanceTimersByTimeAsync(60_000);
    fake.window().success('page_1');
    expect(heard.told).toEqual([['close'], ['success', 'page_1']]);
  });

  test('names the page itself where the script names none', async () => {
    const { fake, heard } = await openLoaded();
    fake.window().success();
    expect(heard.told).toEqual([['success', 'page_1']]);
  });

  test('that was closed tells so once, steps before', async () => {
    const { fake, heard } = await openLoaded();
    fake.window().step('cart');
    fake.window().close();
    fake.window().close();
    await vi.advanceTimersByTimeAsync(60_000);
    fake.window().step('late');
    expect(heard.told).toEqual([['step', 'cart'], ['close']]);
  });
});

describe('a window of Chargebee that fails or is left', () => {
  test('that fails says so and goes', async () => {
    const { fake, heard } = await openLoaded();
    fake.window().error({ message: '<b>gateway</b>' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.told).toEqual([
      [
        'error',
        'The billing service reported an error. Try again. If this problem persists, contact support@acme.example.',
      ],
    ]);
    expect(fake.calls.at(-1)).toEqual(['closeAll']);
  });

  test.each([
    ['is blocked', () => scripts()[0]!.dispatchEvent(new Event('error'))],
    ['does not come', () => vi.advanceTimersByTimeAsync(20_000)],
    ['brings nothing', () => scripts()[0]!.dispatchEvent(new Event('load'))],
  ])('whose script %s says so, and tries anew the next time', async (_what, happen) => {
    const { fake, heard, openCheckout } = await open();
    await happen();
    await vi.waitUntil(() => heard.told.length > 0);
    expect(heard.told).toEqual([
      [
        'error',
        'The billing service could not be loaded. Check your internet connection or ad blocker and try again.',
      ],
    ]);
    const before = new Set(scripts());
    openCheckout({ page, ...heard });
    await vi.waitUntil(() => scripts().some((script) => !before.has(script)));
    fake.install();
    scripts().at(-1)!.dispatchEvent(new Event('load'));
    await vi.waitUntil(() => fake.window());
    expect(fake.calls).toEqual([['openCheckout']]);
  });

  test('goes without a word when its screen is left', async () => {
    const { fake, heard, leave } = await openLoaded();
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.told).toEqual([]);
    expect(fake.calls.at(-1)).toEqual(['closeAll']);
  });
});

test('the customer portal opens for the session that was made, after anybody before is signed out', async () => {
  const { fake, openCustomerPortal } = await openLoaded();
  const heard = listener();
  openCustomerPortal({
    session: { url: 'https://acme-test.chargebee.com/portal', raw: { id: 'ps_1', token: 'secret' } },
    ...heard,
  });
  await vi.waitUntil(() => fake.calls.some(([what]) => what === 'openPortal'));
  expect(fake.calls.map(([what]) => what)).toEqual([
    'openCheckout',
    'logout',
    'setPortalSession',
    'openPortal',
  ]);
  const session = fake.calls.find(([what]) => what === 'setPortalSession')![1] as () => Promise<unknown>;
  expect(await session()).toEqual({ id: 'ps_1', token: 'secret' });
  fake.window().close();
  fake.window().close();
  expect(heard.told).toEqual([['close']]);
});

test('a customer portal without a session says so', async () => {
  const { openCustomerPortal } = await openLoaded();
  const heard = listener();
  openCustomerPortal({ session: { url: 'https://acme-test.chargebee.com/portal', raw: {} }, ...heard });
  await vi.waitUntil(() => heard.told.length > 0);
  expect(heard.told[0]![0]).toBe('error');
});
