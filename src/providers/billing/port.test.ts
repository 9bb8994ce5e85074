import { describe, expect, test } from 'vitest';
import type { Clock } from '#app/testing.ts';
import { openTestSandbox } from './embedded/testSandbox.ts';
import type { Billing, HostedPage } from './port.ts';

/** How a card behaves; each implementation knows a number for it. */
type Card = 'succeeds' | 'declines' | 'declines later';

type Opened = {
  /** Sells `prices` and takes `coupons` of testGoods.ts. */
  billing: Billing;
  clock: Clock;
  /** Fills in and sends a page as its customer would; `refused` where it stays open. */
  pay: (page: HostedPage, card: Card) => Promise<'succeeded' | 'refused'>;
  /** What came to the webhook so far, oldest first. */
  notices: () => { authorization: string; body: unknown }[];
};

const implementations: { name: string; open: () => Promise<Opened> }[] = [
  {
    name: 'built-in sandbox',
    open: async () => ({ ...(await openTestSandbox()), pay: async () => 'refused' as const }),
  },
];

describe.each(implementations)('$name', ({ open }) => {
  test('says what the browser needs', async () => {
    const { billing } = await open();
    expect(['sandbox', 'chargebee']).toContain(billing.kind);
    expect(billing.browser.scriptUrl === null).toBe(billing.kind === 'sandbox');
  });
});
