import { expect, test } from 'vitest';
import { estimateSchema, invoiceSchema, toInvoice, toPreview } from './resources.ts';

const invoice = (changes: object) =>
  toInvoice(invoiceSchema.parse({ id: 'INV-7', status: 'paid', ...changes }));

test('an invoice lists items, discounts, taxes and credit, and they add up to what it asks for', () => {
  const read = invoice({
    date: 1_772_470_800,
    total: 8670,
    amount_paid: 7670,
    credits_applied: 1000,
    line_items: [{ description: 'Plus', amount: 9900 }],
    discounts: [
      { entity_id: 'CYBER20', amount: 1980 },
      { description: 'Goodwill', amount: 100 },
    ],
    taxes: [{ name: 'CA sales tax', amount: 850 }],
  });
  expect(read).toEqual({
    id: 'INV-7',
    date: new Date('2026-03-02T17:00:00Z'),
    status: 'paid',
    totalCents: 7670,
    paidCents: 7670,
    lines: [
      { description: 'Plus', amountCents: 9900 },
      { description: 'Discount CYBER20', amountCents: -1980 },
      { description: 'Goodwill', amountCents: -100 },
      { description: 'CA sales tax', amountCents: 850 },
      { description: 'Credit', amountCents: -1000 },
    ],
  });
  expect(read.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(read.totalCents);
});

test('taxes that the prices contain are not counted again', () => {
  expect(invoice({ price_type: 'tax_inclusive', taxes: [{ amount: 100 }] }).lines).toEqual([]);
});

test.each([
  ['paid', {}, 'paid'],
  ['voided', {}, 'voided'],
  ['payment_due', {}, 'due'],
  ['posted', {}, 'due'],
  ['not_paid', {}, 'failed'],
  ['payment_due', { dunning_status: 'in_progress' }, 'failed'],
])('an invoice that is %s %j is %s', (status, more, expected) =>
  expect(invoice({ status, ...more }).status).toBe(expected),
);

test('a preview counts credit from before as credit, and falls back where an estimate is silent', () => {
  const fallback = { nextAmountCents: 9900, nextBillingAt: 1_772_470_800 };
  const estimate = estimateSchema.parse({
    invoice_estimate: { total: 6600, amount_due: 2000 },
    credit_note_estimates: [{ total: 3000 }],
  });
  expect(toPreview(estimate, fallback)).toEqual({
    creditCents: 4600,
    chargeCents: 6600,
    dueNowCents: 2000,
    nextAmountCents: 9900,
    nextBillingAt: new Date('2026-03-02T17:00:00Z'),
  });
});
