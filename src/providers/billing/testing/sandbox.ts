import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { testBrowser } from '#app/testing/browser.ts';
import { openTestDatabase, testClock } from '#app/testing/portal.ts';
import { BillingError, type Billing, type CheckoutRequest, type HostedPage } from '../port.ts';
import { checkoutFor, coupons, prices } from './goods.ts';
import { openSandbox, type SandboxParts } from '../embedded/sandbox.ts';

export type Notice = { id: string; event_type: string; content: Record<string, any> };

/** The sandbox on a real database, with time as the test wants it; notices pile up instead of being taken. */
export async function openTestSandbox(changes: Partial<SandboxParts> = {}) {
  const { database } = await openTestDatabase();
  const clock = testClock();
  const delivered: object[] = [];
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void log.push(line) });
  const parts: SandboxParts = {
    db: database.global,
    secrets: openSecrets({ secretKey: 'a secret for tests that is long enough', dataDir: '' }),
    now: clock.now,
    log: logger,
    publicUrl: 'http://localhost:4000',
    catalog: () => ({ prices, coupons }),
    deliverEvent: async (_db, body) => void delivered.push(body),
    ...changes,
  };
  const sandbox = openSandbox(parts);
  const app = fastify({
    loggerInstance: logger as never,
    routerOptions: { maxParamLength: 500 },
  }) as unknown as FastifyInstance;
  await app.register(cookie);
  await sandbox.register(app);
  onTestFinished(() => app.close());
  const notices = () => delivered.map((body) => ({ authorization: sandbox.noticeAuthorization ?? '', body }));
  return { parts, billing: sandbox, app, clock, database, delivered: delivered as Notice[], notices, log };
}
export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;

export const cards = {
  succeeds: '4242 4242 4242 4242',
  declines: '4000000000000002',
  'declines later': '4000000000000341',
  authenticates: '4000002500003155',
  'authenticates always': '4000002760003184',
};

/** A card form filled in as most people would. */
export const typedCard = (number: string, changes: Record<string, string> = {}) => ({
  name: 'Ada Vance',
  number,
  expiry: '12 / 34',
  cvc: '123',
  country: 'US',
  postcode: '94105',
  ...changes,
});

export const pathOf = (url: string): string => new URL(url).pathname;
export const tokenIn = (html: string): string => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Somebody with a browser at the sandbox's pages. */
export function visitor(app: FastifyInstance) {
  const browser = testBrowser(app, { host: 'localhost:4000' });
  const get = (path: string) => browser.send('GET', path);
  /** Sends a form without looking at its page first. */
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  /** Opens a page and sends its form, as a browser does. */
  const submit = async (path: string, fields: Record<string, string>, shownAt = path) =>
    post(path, { token: tokenIn((await get(shownAt)).body), ...fields });
  return { get, post, submit, cookies: browser.cookies };
}

/** A checkout, and a visitor at it. */
export async function opened({ billing, app }: TestSandbox, changes: Partial<CheckoutRequest> = {}) {
  const page = await billing.openCheckout(checkoutFor(changes));
  return { page, path: pathOf(page.url), who: visitor(app) };
}

/** Pays a page in a browser of its own. */
export async function payPage(
  app: FastifyInstance,
  page: Pick<HostedPage, 'url'>,
  number: string,
): Promise<'succeeded' | 'refused'> {
  const answer = await visitor(app).submit(pathOf(page.url), { do: 'pay', ...typedCard(number) });
  return answer.statusCode === 303 ? 'succeeded' : 'refused';
}

/** A subscription that was bought on a page. */
export async function subscribed(
  { billing, app }: { billing: Billing; app: FastifyInstance },
  number = cards.succeeds,
  changes: Partial<CheckoutRequest> = {},
) {
  const page = await billing.openCheckout(checkoutFor(changes));
  expect(await payPage(app, page, number)).toBe('succeeded');
  return (await billing.findPage(page.id))!.subscription!;
}

/** How the provider refuses. */
export const refusalOf = (work: Promise<unknown>): Promise<BillingError> =>
  work.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(BillingError);
      return error as BillingError;
    },
  );
