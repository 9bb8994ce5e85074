import { expect } from 'vitest';
import type { Clock } from '#app/testing.ts';
import { openTestChargebee } from './chargebee/testChargebee.ts';
import { cards, openTestSandbox, payPage } from './embedded/testSandbox.ts';
import {
  BillingError,
  type Billing,
  type BillingSubscription,
  type CheckoutRequest,
  type HostedPage,
} from './port.ts';
import { checkoutFor } from './testGoods.ts';

/** How a card behaves; each implementation knows a number for it. `declines later`: pays at the checkout, never again. */
export type Card = 'succeeds' | 'declines' | 'declines later';

export type Opened = {
  /** Sells `prices` and takes `coupons` of testGoods.ts. */
  billing: Billing;
  clock: Clock;
  /** Fills in and sends a page as its customer would; `refused` where it stays open. */
  pay: (page: HostedPage, card: Card) => Promise<'succeeded' | 'refused'>;
  /** What came to the webhook so far, oldest first. */
  notices: () => { authorization: string; body: unknown }[];
};

/** Whoever stands behind the port; the suite runs against each. */
export const implementations: { name: string; open: () => Promise<Opened> }[] = [
  {
    name: 'built-in sandbox',
    open: async () => {
      const sandbox = await openTestSandbox();
      return { ...sandbox, pay: (page, card) => payPage(sandbox.app, page, cards[card]) };
    },
  },
  { name: 'Chargebee', open: () => openTestChargebee() },
];

/** The code that work was refused with. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof BillingError ? error.code : String(error)),
  );

/** A subscription that was bought on a page. */
export async function bought(
  { billing, pay }: Opened,
  changes: Partial<CheckoutRequest> = {},
  card: Card = 'succeeds',
): Promise<BillingSubscription> {
  const page = await billing.openCheckout(checkoutFor(changes));
  expect(await pay(page, card)).toBe('succeeded');
  return (await billing.findPage(page.id))!.subscription!;
}

/** What each invoice asks for, newest first. */
export const totals = async ({ billing }: Opened, id: string): Promise<number[]> =>
  (await billing.invoices(id, 10)).map(({ totalCents }) => totalCents);
