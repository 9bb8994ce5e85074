import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { testClock } from '#app/testing.ts';
import type { BillingError, HostedPage } from '../port.ts';
import { checkoutFor, coupons, prices } from '../testGoods.ts';
import { openChargebee, type ChargebeeOptions } from './chargebee.ts';
import { openLocalChargebee, type LocalOptions } from './localChargebee.ts';
import type { LocalCard } from './localResources.ts';

export const apiKey = 'test_a-key-that-nobody-may-see';

/** The adapter on a local server that speaks Chargebee's protocol, with time as the test wants it. */
export async function openTestChargebee(
  changes: { local?: Partial<LocalOptions>; adapter?: Partial<ChargebeeOptions> } = {},
) {
  const clock = testClock();
  const log: string[] = [];
  const hook = { webhookUser: 'chargebee', webhookPassword: 'a-long-secret-of-chance' };
  const local = await openLocalChargebee({
    prices,
    coupons,
    now: clock.now,
    apiKey,
    ...hook,
    ...changes.local,
  });
  onTestFinished(local.close);
  const billing = openChargebee({
    site: 'acme-test',
    apiKey,
    publishableKey: 'test_publishable',
    endpoint: local.address,
    ...hook,
    now: clock.now,
    log: pino({ level: 'trace' }, { write: (line) => void log.push(line) }),
    ...changes.adapter,
  });
  // what is asked at the start is not to meet what a test plans for later
  if (!changes.adapter?.endpoint) await vi.waitUntil(() => local.asked.length > 0);
  return {
    billing,
    clock,
    local,
    log,
    pay: async (page: HostedPage, card: LocalCard) => local.pay(page.id, card),
    notices: local.notices,
  };
}
export type TestChargebee = Awaited<ReturnType<typeof openTestChargebee>>;

export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as BillingError,
  );

/** Buys a plan with a card, and gives the subscription. */
export async function buy(
  { billing, pay }: TestChargebee,
  changes: Parameters<typeof checkoutFor>[0] = {},
  card: Parameters<TestChargebee['pay']>[1] = 'succeeds',
) {
  const page = await billing.openCheckout(checkoutFor(changes));
  expect(await pay(page, card)).toBe('succeeded');
  return (await billing.findPage(page.id))!.subscription!;
}
export const sent = ({ local }: TestChargebee, path: RegExp) =>
  local.asked.filter((one) => path.test(one.path));
export const formOf = (one: { body: string } | undefined) =>
  Object.fromEntries(new URLSearchParams(one?.body));
