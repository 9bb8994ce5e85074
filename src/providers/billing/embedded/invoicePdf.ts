import { shownDay } from '#platform/dates.ts';
import { heading, keyValues, paragraph } from '#platform/server/pdf/blocks.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { ensure, finishPdf, openPdf, type Pdf } from '#platform/server/pdf/document.ts';
import { callout } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Tone } from '#platform/server/pdf/theme.ts';
import type { BillingBrand } from '../port.ts';
import { invoiceId, type Invoice } from './invoices.store.ts';
import { moneyOf, periodOf } from './wording.ts';

const standing: Record<Invoice['status'], { tone: Tone; word: string; says: (invoice: Invoice) => string }> =
  {
    paid: {
      tone: 'good',
      word: 'Paid',
      says: ({ paidAt, paidWith, date }) =>
        `Settled on ${shownDay(paidAt ?? date)}${paidWith ? ` with ${paidWith}` : ', nothing was due'}.`,
    },
    due: {
      tone: 'warning',
      word: 'Due',
      says: () => 'The card was refused. It is tried again within five days; change it to pay now.',
    },
    failed: {
      tone: 'danger',
      word: 'Not paid',
      says: () => 'The card was refused four times, and the subscription ended.',
    },
    voided: { tone: 'neutral', word: 'Voided', says: () => 'Nothing needs to be paid.' },
  };

function facts(pdf: Pdf, invoice: Invoice): void {
  const { customer } = invoice;
  keyValues(pdf, [
    { label: 'Invoice number', value: invoiceId(invoice.number) },
    { label: 'Invoice date', value: shownDay(invoice.date) },
    { label: 'Period', value: periodOf(invoice.periodStart, invoice.periodEnd) },
    { label: 'Billed to', value: [customer.company || `${customer.firstName} ${customer.lastName}`] },
    { label: 'For the attention of', value: `${customer.firstName} ${customer.lastName}`.trim() || '–' },
    { label: 'Email', value: customer.email },
  ]);
}

function lines(pdf: Pdf, invoice: Invoice): void {
  const strong = (text: string) => [{ text, strong: true }];
  const sum = (label: string, cents: number) => [strong(label), strong(moneyOf(cents))];
  const total = invoice.lines.reduce((whole, line) => whole + line.amountCents, 0);
  table(
    pdf,
    [
      { header: 'Description', width: 4, rowHeader: true, style: { size: 9.5, leading: 15 } },
      {
        header: 'Amount (USD)',
        width: 1.3,
        align: 'right',
        tabular: true,
        style: { size: 9.5, leading: 15 },
      },
    ],
    [
      ...invoice.lines.map(({ description, amountCents }) => [description, moneyOf(amountCents)]),
      sum('Total', total),
      ['Paid', moneyOf(-invoice.paidCents)],
      sum('Amount due', invoice.status === 'due' ? invoice.totalCents - invoice.paidCents : 0),
    ],
    { after: 18 },
  );
}

/** An invoice as a tagged PDF that says on its face that nobody paid. */
export async function writeInvoicePdf(invoice: Invoice, brand: BillingBrand): Promise<Buffer> {
  const id = invoiceId(invoice.number);
  const supportDomain = brand.supportAddress.split('@').at(-1) ?? '';
  const pdf = openPdf({
    brand: {
      nameLong: brand.name,
      nameShort: brand.name,
      color: brand.accent,
      emailDomain: supportDomain,
      ...(brand.drawing ? { logo: brand.drawing } : {}),
    },
    title: `Invoice ${id}`,
    subject: `Invoice of ${shownDay(invoice.date)} for ${invoice.customer.company}`,
    keywords: ['invoice', 'sandbox'],
    runningTitle: `Invoice ${id}`,
    footer: 'SANDBOX – no payment was taken',
    now: invoice.date,
  });
  const { tone, word, says } = standing[invoice.status];
  cover(pdf, {
    kind: 'SANDBOX – no payment was taken',
    title: `Invoice ${id}`,
    organization: invoice.customer.company || `${invoice.customer.firstName} ${invoice.customer.lastName}`,
    subtitle: `${shownDay(invoice.date)} · ${moneyOf(invoice.totalCents)}`,
  });
  callout(pdf, tone, `${word}: ${moneyOf(invoice.totalCents)}`, says(invoice));
  facts(pdf, invoice);
  heading(pdf, 1, 'What it is for', { keep: 160 });
  lines(pdf, invoice);
  ensure(pdf, 80);
  callout(
    pdf,
    'notice',
    'SANDBOX – no payment was taken',
    'This invoice comes from the built-in billing sandbox. Its amounts are real arithmetic, its cards are test cards, and no money moved.',
  );
  paragraph(
    pdf,
    [
      'Prices are per month, before taxes. Questions? Write to ',
      { text: brand.supportAddress, link: `mailto:${brand.supportAddress}` },
      '.',
    ],
    {
      style: pdf.scale.meta,
    },
  );
  return finishPdf(pdf);
}
