import { describe, expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { brand, checkoutFor, otherOrgId } from '../../testing/goods.ts';
import {
  cards,
  openTestSandbox,
  pathOf,
  subscribed,
  tokenIn,
  typedCard,
  visitor,
  type TestSandbox,
} from '../../testing/sandbox.ts';

const returnUrl = 'http://localhost:4000/plan';

async function opened(sandbox: TestSandbox, id: string) {
  const { url } = await sandbox.billing.openCustomerPortal({ billingSubscriptionId: id, brand, returnUrl });
  return { path: pathOf(url), who: visitor(sandbox.app) };
}

async function withSubscription(number?: string) {
  const sandbox = await openTestSandbox();
  const subscription = await subscribed(sandbox, number);
  return { sandbox, subscription, ...(await opened(sandbox, subscription.id)) };
}

test('shows subscription, card and invoices, and leads back', async () => {
  const { who, path } = await withSubscription();
  const { body, headers } = await who.get(path);
  for (const words of [
    'Essential',
    'Active',
    'Renews on Apr 2, 2026 for $49.00',
    'Visa •••• 4242',
    'Expires 12/2034',
    'SBX-1001',
    `href="${returnUrl}"`,
    'No card is charged',
  ])
    expect(body).toContain(words);
  expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
});

describe('a session', () => {
  test('is over after an hour', async () => {
    const { who, path, sandbox } = await withSubscription();
    const token = tokenIn((await who.get(`${path}/cancel`)).body);
    sandbox.clock.advance(3600);
    for (const rest of ['', '/cancel', '/card', '/invoices/SBX-1001.pdf'])
      expect((await who.get(path + rest)).statusCode).toBe(404);
    expect((await who.post(`${path}/cancel`, { token })).statusCode).toBe(404);
  });

  test('is bound to its subscription and stored as a trace', async () => {
    const { who, path, sandbox } = await withSubscription();
    const theirs = await subscribed(sandbox, cards.succeeds, {
      customer: { ...checkoutFor().customer, orgId: otherOrgId, company: 'Bolts Ltd.' },
    });
    const [invoice] = await sandbox.billing.invoices(theirs.id, 1);
    expect((await who.get(`${path}/invoices/${invoice!.id}.pdf`)).statusCode).toBe(404);
    expect((await who.get(path)).body).not.toContain(invoice!.id);
    const stored = await sandbox.database.global
      .selectFrom('billingSandboxPortalSession')
      .selectAll()
      .execute();
    expect(JSON.stringify(stored)).not.toContain(path.split('/').at(-1));
  });

  test('takes no form that is not its own', async () => {
    const { who, path, sandbox, subscription } = await withSubscription();
    const token = tokenIn((await who.get(`${path}/cancel`)).body);
    const stranger = visitor(sandbox.app);
    const other = await opened(sandbox, subscription.id);
    const forged = [
      await who.post(`${path}/cancel`, {}),
      await stranger.post(`${path}/cancel`, { token }),
      await who.post(`${other.path}/cancel`, { token }),
      await who.post(`${path}/cancel`, { token }, { 'sec-fetch-site': 'cross-site' }),
      await who.post(`${path}/resume`, {}),
      await who.post(`${path}/card`, typedCard(cards.succeeds)),
    ];
    expect(forged.map(({ statusCode }) => statusCode)).toEqual(forged.map(() => 403));
    expect(await sandbox.billing.findSubscription(subscription.id)).toEqual(subscription);
  });
});

describe('an invoice', () => {
  test('is there as a PDF that says that nobody paid', async () => {
    const { who, path } = await withSubscription();
    const answer = await who.get(`${path}/invoices/SBX-1001.pdf`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="invoice-SBX-1001.pdf"',
    });
    const pdf = await readPdf(answer.rawPayload);
    expect(pdf).toMatchObject({
      tagged: true,
      lang: 'en-US',
      title: 'Invoice SBX-1001',
      author: 'Harbor Cyber Safety',
    });
    for (const words of [
      'SANDBOX – no payment was taken',
      'Acme Widgets Inc.',
      'Ada Vance',
      'Mar 2, 2026',
      'Essential',
      '$49.00',
      'Visa ending in 4242',
      'support@harbor.example',
    ])
      expect(pdf.text).toContain(words);
    expect(pdf.roles[0]).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'TD']));
    expect(pdf.pages).toHaveLength(1);
  });

  test.each([
    'SBX-9999.pdf',
    'SBX-.pdf',
    '1001.pdf',
    '..%2F..%2Fetc.pdf',
    'SBX-99999999999999.pdf',
    "SBX-1001'--.pdf",
  ])('%s is not there', async (file) => {
    const { who, path } = await withSubscription();
    expect((await who.get(`${path}/invoices/${file}`)).statusCode).toBe(404);
  });

  test('of a change shows what was credited', async () => {
    const { sandbox, subscription } = await withSubscription();
    sandbox.clock.advance(10 * 86_400);
    await sandbox.billing.changePlan({
      billingSubscriptionId: subscription.id,
      priceId: 'plus-USD-monthly',
      couponCodes: ['CYBER20'],
      requestId: 'r',
    });
    const [invoice] = await sandbox.billing.invoices(subscription.id, 1);
    const { text } = await readPdf((await sandbox.billing.invoicePdf(subscription.id, invoice!.id, brand))!);
    for (const words of [
      'Plus, Mar 12, 2026 – Apr 2, 2026',
      'Coupon CYBER20',
      'Unused time on Essential after Mar 12, 2026',
      '−$',
    ])
      expect(text).toContain(words);
  });
});

describe('cancelling', () => {
  test('asks first, says what follows, and can be taken back', async () => {
    const { who, path, sandbox, subscription } = await withSubscription();
    const asked = await who.get(`${path}/cancel`);
    expect(asked.body).toContain('stays active until Apr 2, 2026');
    expect((await sandbox.billing.findSubscription(subscription.id))!.status).toBe('active');
    const sent = await who.post(`${path}/cancel`, { token: tokenIn(asked.body) });
    expect([sent.statusCode, sent.headers['location']]).toEqual([303, `${path}?done=cancelled`]);
    const after = await who.get(`${path}?done=cancelled`);
    for (const words of [
      'Your cancellation is noted.',
      'Your subscription stays active until Apr 2, 2026',
      'Keep my subscription',
    ])
      expect(after.body).toContain(words);
    expect((await who.get(`${path}/cancel`)).statusCode).toBe(303);
    await who.post(`${path}/resume`, { token: tokenIn(after.body) });
    expect(await sandbox.billing.findSubscription(subscription.id)).toMatchObject({
      status: 'active',
      nextBillingAt: subscription.termEnd,
    });
  });

  test('leaves the invoices readable once it is over, and nothing else to do', async () => {
    const { sandbox, subscription } = await withSubscription();
    await sandbox.billing.cancel(subscription.id);
    sandbox.clock.set(subscription.termEnd);
    await sandbox.billing.runDue!();
    const { who, path } = await opened(sandbox, subscription.id);
    const { body } = await who.get(path);
    expect(body).toContain('This subscription ended on Apr 2, 2026.');
    expect(body).not.toMatch(/Change card|Cancel subscription|Keep my subscription/);
    expect((await who.get(`${path}/invoices/SBX-1001.pdf`)).statusCode).toBe(200);
    expect((await who.get(`${path}/card`)).statusCode).toBe(409);
  });

  test('of an ended subscription in a form that was still open is refused in words', async () => {
    const { who, path, sandbox, subscription } = await withSubscription();
    await sandbox.billing.cancel(subscription.id);
    const { body } = await who.get(path);
    sandbox.clock.advance(1800);
    await sandbox.database.global
      .updateTable('billingSandboxSubscription')
      .set({ status: 'cancelled', ending: false, dueAt: null, cancelledAt: sandbox.clock.now() })
      .execute();
    const resumed = await who.post(`${path}/resume`, { token: tokenIn(body) });
    expect([resumed.statusCode, resumed.body.includes('This subscription has ended.')]).toEqual([409, true]);
  });

  test('what the address says was done is taken from a list', async () => {
    const { who, path } = await withSubscription();
    const { body } = await who.get(`${path}?done=%3Cb%3Econstructor`);
    expect(body).not.toContain('constructor');
    expect((await who.get(`${path}?done=constructor&done=cancelled`)).statusCode).toBe(200);
  });
});

describe('another card', () => {
  test('takes the place of the old one', async () => {
    const { who, path, sandbox, subscription } = await withSubscription();
    const sent = await who.submit(`${path}/card`, { do: 'save', ...typedCard('5555 5555 5555 4444') });
    expect(sent.headers['location']).toBe(`${path}?done=card`);
    expect((await sandbox.billing.findSubscription(subscription.id))!.card).toEqual({
      brand: 'Mastercard',
      last4: '4444',
      expires: '12/2034',
    });
    expect(sandbox.delivered.at(-1)).toMatchObject({
      event_type: 'payment_source_updated',
      content: { card: { last4: '4444', card_type: 'mastercard' } },
    });
    expect((await who.get(`${path}?done=card`)).body).toContain('Your card was changed.');
  });

  test('that is refused leaves the old one, and what was typed', async () => {
    const { who, path, sandbox, subscription } = await withSubscription();
    const declined = await who.submit(`${path}/card`, {
      do: 'save',
      ...typedCard(cards.declines, { name: 'B. Vance' }),
    });
    expect([
      declined.statusCode,
      declined.body.includes('The card was declined.'),
      declined.body.includes('B. Vance'),
    ]).toEqual([402, true, true]);
    const own = await who.submit(`${path}/card`, { do: 'save', ...typedCard('4111 1111 1111 1111') });
    expect([own.statusCode, own.body.includes('4111')]).toEqual([422, false]);
    expect(await sandbox.billing.findSubscription(subscription.id)).toEqual(subscription);
  });

  test('that the bank asks about is taken after its answer, and not without', async () => {
    const { who, path, sandbox, subscription } = await withSubscription();
    const last4 = async () => (await sandbox.billing.findSubscription(subscription.id))!.card!.last4;
    expect((await who.submit(`${path}/card`, { do: 'complete' })).statusCode).toBe(402);
    const asked = await who.submit(`${path}/card`, { do: 'save', ...typedCard(cards.authenticates) });
    expect(asked.body).toContain('Confirm that Visa ending in 3155 is your card.');
    const token = tokenIn(asked.body);
    expect(
      (await who.post(`${path}/card`, { token, do: 'fail', ...typedCard(cards.authenticates) })).body,
    ).toContain('could not confirm');
    expect((await who.post(`${path}/card`, { token, do: 'complete' })).statusCode).toBe(402);
    expect(await last4()).toBe('4242');
    await who.post(`${path}/card`, { token, do: 'save', ...typedCard(cards.authenticates) });
    expect((await who.post(`${path}/card`, { token, do: 'complete' })).statusCode).toBe(303);
    expect(await last4()).toBe('3155');
  });

  test('pays what is due at once', async () => {
    const sandbox = await openTestSandbox();
    const { id, termEnd } = await subscribed(sandbox, cards['declines later']);
    sandbox.clock.set(termEnd);
    await sandbox.billing.runDue!();
    const { who, path } = await opened(sandbox, id);
    expect((await who.get(path)).body).toContain(
      'The last payment failed. We try again on Apr 3, 2026; change the card to pay $49.00 now.',
    );
    const again = await who.submit(`${path}/card`, { do: 'save', ...typedCard(cards['declines later']) });
    expect([
      again.statusCode,
      again.body.includes('The card was saved, but the open invoice could not be paid.'),
    ]).toEqual([402, true]);
    await who.submit(`${path}/card`, { do: 'save', ...typedCard(cards.succeeds) });
    expect(await sandbox.billing.findSubscription(id)).toMatchObject({
      status: 'active',
      nextAmountCents: 4900,
    });
    expect((await sandbox.billing.invoices(id, 1))[0]).toMatchObject({ status: 'paid', paidCents: 4900 });
    expect(sandbox.delivered.slice(-2).map(({ event_type }) => event_type)).toEqual([
      'payment_source_updated',
      'payment_succeeded',
    ]);
  });
});
