import { describe, expect, test } from 'vitest';
import { checkoutFor, coupons, orgId, prices } from '../../testing/goods.ts';
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
} from '../../testing/sandbox.ts';

const stateOf = async ({ billing }: TestSandbox, id: string) => (await billing.findPage(id))!.state;
const types = ({ delivered }: TestSandbox) => delivered.map(({ event_type }) => event_type);

describe('the page', () => {
  test('shows who pays what, and that no card is charged', async () => {
    const { who, path } = await opened(await openTestSandbox(), { couponCodes: ['CYBER20'] });
    const { body, statusCode } = await who.get(path);
    expect(statusCode).toBe(200);
    for (const words of [
      'Subscribe to Essential',
      'Acme Widgets Inc.',
      'ada@acme-widgets.com',
      'value="Ada Vance"',
      'per month plus taxes',
      '20% off for 6 months',
      '$39.20',
      'From month 7 on',
      'No card is charged',
      '4242 4242 4242 4242',
      'Harbor Cyber Safety',
    ])
      expect(body).toContain(words);
  });

  test('stands in frames of our own only, loads nothing from elsewhere and is kept nowhere', async () => {
    const { who, path } = await opened(await openTestSandbox());
    const { headers } = await who.get(path);
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test('lets its logo come from where the brand is', async () => {
    const { brand } = checkoutFor();
    const { who, path } = await opened(await openTestSandbox(), {
      brand: { ...brand, logo: 'https://static.harbor.example/logo.svg' },
    });
    expect(String((await who.get(path)).headers['content-security-policy'])).toContain(
      "img-src 'self' data: https://static.harbor.example;",
    );
  });

  test('has an address that nobody can guess, and only a trace of it is stored', async () => {
    const sandbox = await openTestSandbox();
    const { page, path, who } = await opened(sandbox);
    expect(page.id).toMatch(/^[\w-]{43}$/);
    const rows = await sandbox.database.global.selectFrom('billingSandboxPage').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(page.id);
    for (const wrong of [
      `${path}x`,
      path.slice(0, -1),
      '/billing-sandbox/checkout/%00',
      "/billing-sandbox/checkout/'--",
    ])
      expect((await who.get(wrong)).statusCode).toBe(404);
  });

  test('stands at the address that the customer came from', async () => {
    const { billing } = await openTestSandbox();
    const page = await billing.openCheckout(checkoutFor({ returnUrl: 'https://safety.harbor.example/plan' }));
    expect(page.url).toBe(`https://safety.harbor.example/billing-sandbox/checkout/${page.id}`);
  });

  test('serves what it needs by itself', async () => {
    const { app } = await openTestSandbox();
    const get = (name: string) => app.inject({ url: `/billing-sandbox/${name}` });
    expect((await get('sandbox.css')).headers['content-type']).toContain('text/css');
    expect((await get('sandbox.js')).body).toContain('location.origin');
    expect((await get('inter.woff2')).rawPayload.subarray(0, 4).toString()).toBe('wOF2');
  });
});

describe('a card', () => {
  test.each([
    ['4242424242424242', 303],
    ['5555555555554444', 303],
    ['378282246310005', 303],
    ['4000000000000341', 303],
    ['4000000000000002', 402, 'number', 'The card was declined.'],
    ['4000000000009995', 402, 'number', 'insufficient funds'],
    ['4000000000000069', 402, 'expiry', 'The card has expired.'],
    ['4000000000000127', 402, 'cvc', 'The security code is incorrect.'],
    ['4000000000000119', 402, 'number', 'could not be processed'],
    ['4000002500003155', 200, null, 'Your bank wants to be sure'],
    ['4000002760003184', 200, null, 'Your bank wants to be sure'],
  ])('%s answers %d', async (number, status, field: string | null = null, words = '') => {
    const sandbox = await openTestSandbox();
    const { who, path, page } = await opened(sandbox);
    const answer = await who.submit(path, {
      do: 'pay',
      ...typedCard(number, { cvc: number.startsWith('37') ? '1234' : '123' }),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(words);
    expect(field === null || answer.body.includes(`id="${field}-error"`)).toBe(true);
    expect(await stateOf(sandbox, page.id)).toBe(status === 303 ? 'succeeded' : 'open');
  });

  test('that is mistyped is told beside the field, has the focus, and loses nothing', async () => {
    const { who, path } = await opened(await openTestSandbox());
    const { body, statusCode } = await who.submit(path, {
      do: 'pay',
      ...typedCard('4242 4242 4242 4241', { name: 'A. Vance', postcode: '1' }),
    });
    expect(statusCode).toBe(422);
    expect(body).toMatch(
      /<input id="number"[^>]*aria-invalid="true"[^>]*aria-describedby="number-error"[^>]*autofocus=""/i,
    );
    expect(body.match(/autofocus/gi)).toHaveLength(1);
    for (const kept of [
      'value="4242 4242 4242 4241"',
      'value="A. Vance"',
      'value="12 / 34"',
      'value="123"',
      'value="1"',
      '<title>Error: ',
    ])
      expect(body).toContain(kept);
  });

  test("of somebody's own is refused, and is neither shown again, stored nor logged", async () => {
    const sandbox = await openTestSandbox();
    const { who, path } = await opened(sandbox);
    const { body, statusCode } = await who.submit(path, {
      do: 'pay',
      ...typedCard('4111 1111 1111 1111', { cvc: '987' }),
    });
    expect(statusCode).toBe(422);
    expect(body).toContain('This sandbox takes test cards only.');
    const all = JSON.stringify([
      body,
      sandbox.log,
      sandbox.delivered,
      await sandbox.database.global.selectFrom('billingSandboxPage').selectAll().execute(),
    ]);
    expect(all.replaceAll(/[\s-]/g, '')).not.toMatch(/4111111111111111|"987"|value=\\"987/);
  });

  test('leaves brand, four digits, expiry and kind behind, in rows, notices and log', async () => {
    const sandbox = await openTestSandbox();
    const { who, path } = await opened(sandbox);
    // one waits for the bank, another one pays
    await who.submit(path, { do: 'pay', ...typedCard(cards.authenticates) });
    await subscribed(sandbox, cards.succeeds);
    const { global } = sandbox.database;
    const stored = [
      await global.selectFrom('billingSandboxSubscription').selectAll().execute(),
      await global.selectFrom('billingSandboxPage').selectAll().execute(),
      await global.selectFrom('billingSandboxInvoice').selectAll().execute(),
    ];
    const all = JSON.stringify([stored, sandbox.delivered, sandbox.log]).replaceAll(/[\s-]/g, '');
    expect(all).not.toMatch(/4242424242424242|4000002500003155/);
    expect(all).toContain('"last4":"4242"');
  });
});

test('the bank asks about a card, which pays once the bank is content', async () => {
  const sandbox = await openTestSandbox();
  const { who, path, page } = await opened(sandbox);
  const question = await who.submit(path, { do: 'pay', ...typedCard(cards.authenticates) });
  expect((await who.get(path)).body).toContain('Your bank wants to be sure');
  const failed = await who.post(path, {
    token: tokenIn(question.body),
    do: 'fail',
    ...typedCard(cards.authenticates),
  });
  expect(failed.statusCode).toBe(402);
  expect(failed.body).toContain('could not confirm that this card is yours');
  expect(failed.body).toContain('value="4000002500003155"');
  // nothing waits for an answer any more
  expect((await who.post(path, { token: tokenIn(failed.body), do: 'complete' })).statusCode).toBe(402);
  expect(types(sandbox)).toEqual([]);
  await who.post(path, { token: tokenIn(failed.body), do: 'pay', ...typedCard(cards.authenticates) });
  expect((await who.post(path, { token: tokenIn(failed.body), do: 'complete' })).statusCode).toBe(303);
  expect(await stateOf(sandbox, page.id)).toBe('succeeded');
  expect((await who.get(path)).body).toContain('You are subscribed to Essential');
});

describe('a coupon', () => {
  test('changes the price that is shown, keeps what was typed, and can be taken off', async () => {
    const { who, path } = await opened(await openTestSandbox());
    const applied = await who.submit(path, { do: 'coupon', coupon: ' cyber20 ', ...typedCard('4242') });
    expect(applied.statusCode).toBe(200);
    for (const words of ['The coupon was applied.', 'CYBER20', '$39.20', 'value="4242"'])
      expect(applied.body).toContain(words);
    const removed = await who.post(path, {
      token: tokenIn(applied.body),
      do: 'remove-coupon',
      ...typedCard('4242'),
    });
    expect(removed.body).toContain('Subscribe and pay $49.00');
    expect(removed.body).toContain('value="4242"');
  });

  test('that there is not is told beside its field', async () => {
    const { who, path } = await opened(await openTestSandbox());
    const { body, statusCode } = await who.submit(path, {
      do: 'coupon',
      coupon: 'NOBODYS',
      ...typedCard(''),
    });
    expect(statusCode).toBe(422);
    expect(body).toContain('This coupon is not valid.');
    expect(body).toContain('aria-describedby="coupon-error"');
    expect((await who.submit(path, { do: 'coupon', coupon: '  ', ...typedCard('') })).body).toContain(
      'Enter a coupon code.',
    );
  });

  test('that was typed and not applied is counted before anybody pays', async () => {
    const sandbox = await openTestSandbox();
    const { who, path, page } = await opened(sandbox);
    const { body } = await who.submit(path, { do: 'pay', coupon: 'ONCE', ...typedCard(cards.succeeds) });
    expect(body).toContain('Check the price, then pay.');
    expect(await stateOf(sandbox, page.id)).toBe('open');
    expect(
      (await who.post(path, { token: tokenIn(body), do: 'pay', ...typedCard(cards.succeeds) })).statusCode,
    ).toBe(303);
    expect(
      (await sandbox.billing.invoices((await sandbox.billing.findPage(page.id))!.subscription!.id, 1))[0]!
        .totalCents,
    ).toBe(2450);
  });

  test('or plan that is no longer sold closes the page instead of selling at another price', async () => {
    let goods = { prices, coupons };
    const sandbox = await openTestSandbox({ catalog: () => goods });
    const { who, path, page } = await opened(sandbox, { couponCodes: ['CYBER20'] });
    const token = tokenIn((await who.get(path)).body);
    goods = { prices, coupons: [] };
    expect((await who.post(path, { token, do: 'pay', ...typedCard(cards.succeeds) })).statusCode).toBe(404);
    goods = { prices: [], coupons };
    expect((await who.get(path)).body).toContain('Start again from your plan page.');
    expect(await stateOf(sandbox, page.id)).toBe('open');
  });
});

describe('leaving', () => {
  test('by Cancel buys nothing and leads back', async () => {
    const sandbox = await openTestSandbox();
    const { who, path, page } = await opened(sandbox);
    expect((await who.submit(path, { do: 'cancel' })).statusCode).toBe(303);
    const { body } = await who.get(path);
    expect(body).toContain('Checkout cancelled');
    expect(body).toContain(`href="http://localhost:4000/plan?checkout=cancelled&amp;page=${page.id}"`);
    expect(await stateOf(sandbox, page.id)).toBe('cancelled');
  });

  test('after paying leads back with what to finish', async () => {
    const sandbox = await openTestSandbox();
    const { who, path, page } = await opened(sandbox);
    await payPage(sandbox.app, page, cards.succeeds);
    const { body } = await who.get(path);
    expect(body).toContain(`href="http://localhost:4000/plan?checkout=done&amp;page=${page.id}"`);
    expect(body).toContain('data-tells="success"');
    expect(body).toContain('$49.00 on Apr 2, 2026');
  });

  test('never leads to a script', async () => {
    const sandbox = await openTestSandbox();
    const page = await sandbox.billing.openCheckout(checkoutFor({ returnUrl: 'http://localhost:4000/plan' }));
    await sandbox.database.global
      .updateTable('billingSandboxPage')
      .set({ returnUrl: 'javascript:alert(1)' })
      .execute();
    const who = visitor(sandbox.app);
    await who.submit(pathOf(page.url), { do: 'cancel' });
    const { body } = await who.get(pathOf(page.url));
    expect(body).not.toContain('javascript:');
    expect(body).toContain('href="http://localhost:4000/?checkout=cancelled');
  });

  test('tells other pages of the organisation nothing', async () => {
    expect(orgId).toMatch(/^[0-9a-f-]{36}$/);
    const { who, path } = await opened(await openTestSandbox());
    expect((await who.get(path)).body).not.toContain(orgId);
  });
});
