import { describe, expect, test } from 'vitest';
import { checkoutFor, otherOrgId } from '../testing/goods.ts';
import {
  cards,
  opened,
  openTestSandbox,
  pathOf,
  payPage,
  subscribed,
  tokenIn,
  typedCard,
  visitor,
  type TestSandbox,
} from '../testing/sandbox.ts';

const sold = async ({ database }: TestSandbox) =>
  (await database.global.selectFrom('billingSandboxSubscription').select('id').execute()).length;
const invoiced = async ({ database }: TestSandbox) =>
  (await database.global.selectFrom('billingSandboxInvoice').select('number').execute()).length;
const pay = { do: 'pay', ...typedCard(cards.succeeds) };

describe('races', () => {
  test('a form that is sent ten times at once makes one subscription, one invoice and one story', async () => {
    const sandbox = await openTestSandbox();
    const { who, path } = await opened(sandbox);
    const token = tokenIn((await who.get(path)).body);
    const answers = await Promise.all(Array.from({ length: 10 }, () => who.post(path, { token, ...pay })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    expect([await sold(sandbox), await invoiced(sandbox)]).toEqual([1, 1]);
    expect(sandbox.delivered.map(({ event_type }) => event_type)).toEqual([
      'subscription_created',
      'invoice_generated',
      'payment_succeeded',
    ]);
  });

  test('two tabs on one page pay once', async () => {
    const sandbox = await openTestSandbox();
    const { page } = await opened(sandbox);
    expect(
      await Promise.all([
        payPage(sandbox.app, page, cards.succeeds),
        payPage(sandbox.app, page, '5555555555554444'),
      ]),
    ).toEqual(['succeeded', 'succeeded']);
    expect(await sold(sandbox)).toBe(1);
  });

  test('two pages of one organisation sell one subscription; the second says why', async () => {
    const sandbox = await openTestSandbox();
    const pages = await Promise.all([
      opened(sandbox),
      opened(sandbox, { priceId: 'plus-USD-monthly', planId: 'plus' }),
    ]);
    const answers = await Promise.all(pages.map(({ who, path }) => who.submit(path, pay)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 402]);
    expect(answers.find(({ statusCode }) => statusCode === 402)!.body).toContain(
      'has a subscription already. Nothing was paid.',
    );
    expect([await sold(sandbox), await invoiced(sandbox)]).toEqual([1, 1]);
  });

  test('one request for a change, sent five times at once, is invoiced once', async () => {
    const sandbox = await openTestSandbox();
    const { id } = await subscribed(sandbox);
    const change = {
      billingSubscriptionId: id,
      priceId: 'plus-USD-monthly',
      couponCodes: [],
      requestId: 'same',
    };
    const made = await Promise.all(Array.from({ length: 5 }, () => sandbox.billing.changePlan(change)));
    expect(made.every(({ priceId }) => priceId === 'plus-USD-monthly')).toBe(true);
    expect(await invoiced(sandbox)).toBe(2);
  });

  test('a request for a change cannot be used again for another plan', async () => {
    const sandbox = await openTestSandbox();
    const { id } = await subscribed(sandbox);
    const change = {
      billingSubscriptionId: id,
      priceId: 'plus-USD-monthly',
      couponCodes: [],
      requestId: 'same',
    };
    await sandbox.billing.changePlan(change);
    await expect(
      sandbox.billing.changePlan({ ...change, priceId: 'premium-USD-monthly' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('numbers of invoices have no gap, whoever buys at once', async () => {
    const sandbox = await openTestSandbox();
    const customers = Array.from({ length: 6 }, (_, n) => ({
      ...checkoutFor().customer,
      orgId: `${n}${otherOrgId.slice(1)}`,
    }));
    await Promise.all(
      customers.map((customer, n) =>
        subscribed(sandbox, n === 2 ? cards.declines : cards.succeeds, { customer }).catch(() => null),
      ),
    );
    const rows = await sandbox.database.global
      .selectFrom('billingSandboxInvoice')
      .select('number')
      .orderBy('number')
      .execute();
    expect(rows.map(({ number }) => number)).toEqual([1001, 1002, 1003, 1004, 1005]);
  });
});

describe('a page that is over', () => {
  test.each(['pay', 'coupon', 'cancel', 'complete'])(
    'takes no %s after three hours, and says so',
    async (what) => {
      const sandbox = await openTestSandbox();
      const { who, path, page } = await opened(sandbox);
      const token = tokenIn((await who.get(path)).body);
      sandbox.clock.advance(3 * 3600);
      const answer = await who.post(path, { token, ...pay, do: what, coupon: 'CYBER20' });
      expect([answer.statusCode, answer.body.includes('This page has expired')]).toEqual([410, true]);
      expect((await sandbox.billing.findPage(page.id))!.state).toBe('expired');
      expect(await sold(sandbox)).toBe(0);
    },
  );

  test('stays cancelled whoever pays it then', async () => {
    const sandbox = await openTestSandbox();
    const { who, path, page } = await opened(sandbox);
    const token = tokenIn((await who.get(path)).body);
    await who.post(path, { token, do: 'cancel' });
    await who.post(path, { token, ...pay });
    expect((await who.get(path)).body).toContain('Checkout cancelled');
    expect((await sandbox.billing.findPage(page.id))!.state).toBe('cancelled');
    expect(await sold(sandbox)).toBe(0);
  });

  test('stays paid whoever cancels it then', async () => {
    const sandbox = await openTestSandbox();
    const { who, path, page } = await opened(sandbox);
    const token = tokenIn((await who.get(path)).body);
    await who.post(path, { token, ...pay });
    await who.post(path, { token, do: 'cancel' });
    expect((await who.get(path)).body).toContain('You are subscribed');
    expect((await sandbox.billing.findPage(page.id))!.state).toBe('succeeded');
  });
});

describe('a form from elsewhere', () => {
  test('is not taken: without a token, with that of another page or browser, or from another site', async () => {
    const sandbox = await openTestSandbox();
    const { who, path } = await opened(sandbox);
    const other = await opened(sandbox, { customer: { ...checkoutFor().customer, orgId: otherOrgId } });
    const token = tokenIn((await who.get(path)).body);
    const stranger = visitor(sandbox.app);
    const forged = [
      await who.post(path, { ...pay }),
      await who.post(path, { ...pay, token: `${token}x` }),
      await who.post(path, { ...pay, token: tokenIn((await who.get(other.path)).body) }),
      await stranger.post(path, { ...pay, token }),
      await who.post(path, { ...pay, token }, { 'sec-fetch-site': 'cross-site' }),
      await who.post(path, { ...pay, token }, { 'sec-fetch-site': 'same-site' }),
      await who.post(path, { ...pay, token }, { origin: 'https://evil.example' }),
      await who.post(path, { ...pay, token }, { origin: 'null' }),
    ];
    expect(forged.map(({ statusCode }) => statusCode)).toEqual(forged.map(() => 403));
    expect(forged[0]!.body).toContain('value="4242 4242 4242 4242"');
    expect(await sold(sandbox)).toBe(0);
    expect(
      (
        await who.post(
          path,
          { ...pay, token },
          { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4000' },
        )
      ).statusCode,
    ).toBe(303);
  });

  test('is not read as JSON', async () => {
    const { app } = await openTestSandbox();
    const answer = await app.inject({
      method: 'POST',
      url: '/billing-sandbox/checkout/x',
      payload: { do: 'pay' },
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  test('the cookie that binds a form is out of reach for scripts and other sites', async () => {
    const { who, path } = await opened(await openTestSandbox());
    expect(String((await who.get(path)).headers['set-cookie'])).toMatch(
      /^billing-sandbox=[\w-]{43}; Path=\/billing-sandbox; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('text made to break', () => {
  const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`;

  test('appears as text in every field, whoever wrote it', async () => {
    const sandbox = await openTestSandbox();
    const customer = {
      orgId: otherOrgId,
      email: `a@b.example${markup}`,
      firstName: markup,
      lastName: markup,
      company: markup,
    };
    const brand = {
      name: markup,
      accent: 'red;}body{display:none',
      logo: `javascript:alert(1)`,
      supportAddress: markup,
    };
    const { who, path, page } = await opened(sandbox, { customer, brand });
    const shown = await who.get(path);
    const typed = {
      name: markup,
      number: markup,
      expiry: markup,
      cvc: markup,
      country: markup,
      postcode: markup,
      coupon: markup,
    };
    const refused = await who.submit(path, { do: 'pay', ...typed, coupon: '' });
    const coupon = await who.submit(path, { do: 'coupon', ...typed });
    await payPage(sandbox.app, page, cards.succeeds);
    const done = await who.get(path);
    const { id } = (await sandbox.billing.findPage(page.id))!.subscription!;
    const portal = await sandbox.billing.openCustomerPortal({
      billingSubscriptionId: id,
      brand,
      returnUrl: markup,
    });
    const home = await who.get(pathOf(portal.url));
    for (const { body, statusCode } of [shown, refused, coupon, done, home]) {
      expect(statusCode).toBeLessThan(500);
      expect(body).not.toMatch(/<script>|<img src=x|onerror=alert\(1\)>|\{display:none/);
    }
    const [invoice] = await sandbox.billing.invoices(id, 1);
    expect(await sandbox.billing.invoicePdf(id, invoice!.id, brand)).toBeInstanceOf(Buffer);
  });

  test('that is too large is refused in words', async () => {
    const { who, path } = await opened(await openTestSandbox());
    const large = await who.submit(path, { ...pay, name: 'x'.repeat(20_000) });
    expect([large.statusCode, large.body.includes('The form is too large')]).toEqual([413, true]);
    const long = await who.submit(path, { ...pay, name: 'x'.repeat(5000), coupon: '' });
    expect([long.statusCode, long.body.includes('Use at most 100 characters.')]).toEqual([422, true]);
  });

  test('cannot be sent without end', async () => {
    const { who, path } = await opened(await openTestSandbox());
    const answers = await Promise.all(Array.from({ length: 121 }, () => who.post(path, { do: 'pay' })));
    const last = answers.filter(({ statusCode }) => statusCode === 429);
    expect(last).toHaveLength(1);
    expect(last[0]!.headers['retry-after']).toBe('60');
  });

  test('cannot have documents written without end', async () => {
    const sandbox = await openTestSandbox();
    const { id } = await subscribed(sandbox);
    const [invoice] = await sandbox.billing.invoices(id, 1);
    const portal = await sandbox.billing.openCustomerPortal({
      billingSubscriptionId: id,
      brand: checkoutFor().brand,
      returnUrl: '/plan',
    });
    const who = visitor(sandbox.app);
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => who.get(`${pathOf(portal.url)}/invoices/${invoice!.id}.pdf`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    expect(answers.find(({ statusCode }) => statusCode === 429)!.headers['retry-after']).toBe('60');
    expect((await who.get(pathOf(portal.url))).statusCode).toBe(200);
  });
});
