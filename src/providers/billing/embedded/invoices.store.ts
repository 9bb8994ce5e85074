import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import type { BillingInvoice } from '../port.ts';
import type { Customer } from './subscriptions.store.ts';

type Row = Selectable<Tables['billingSandboxInvoice']>;
export type InvoiceLine = BillingInvoice['lines'][number];
export type Invoice = Omit<Row, 'lines' | 'customer' | 'status'> & {
  status: BillingInvoice['status'];
  lines: InvoiceLine[];
  customer: Pick<Customer, 'company' | 'firstName' | 'lastName' | 'email'>;
};
export type NewInvoice = Omit<Invoice, 'number'>;

/** What people call an invoice, and its id at the port. */
export const invoiceId = (number: number): string => `SBX-${number}`;
const numberOf = (id: string): number | null => {
  const match = /^SBX-(\d{1,9})$/.exec(id);
  return match ? Number(match[1]) : null;
};

/** Writes an invoice with the next number; whoever else writes one waits, so that no number is left out. */
export async function insertInvoice(db: GlobalDb, invoice: NewInvoice): Promise<Invoice> {
  const { lastInvoice: number } = await db
    .updateTable('billingSandboxSequence')
    .set({ lastInvoice: sql`last_invoice + 1` })
    .returning('lastInvoice')
    .executeTakeFirstOrThrow();
  const { company, firstName, lastName, email } = invoice.customer;
  const row = await db
    .insertInto('billingSandboxInvoice')
    .values({
      ...invoice,
      number,
      lines: JSON.stringify(invoice.lines),
      customer: JSON.stringify({ company, firstName, lastName, email }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as Invoice;
}

/** Newest first. */
export const listInvoices = async (
  db: GlobalDb,
  subscriptionId: string,
  which: { limit: number; offset?: number; statuses?: readonly Invoice['status'][] | undefined },
): Promise<Invoice[]> =>
  (await db
    .selectFrom('billingSandboxInvoice')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .$if(which.statuses !== undefined, (query) => query.where('status', 'in', which.statuses!))
    .orderBy('number', 'desc')
    .limit(which.limit)
    .offset(which.offset ?? 0)
    .execute()) as unknown as Invoice[];

export async function findInvoice(db: GlobalDb, id: string): Promise<Invoice | null> {
  const number = numberOf(id);
  if (number === null) return null;
  const row = await db
    .selectFrom('billingSandboxInvoice')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  return (row as unknown as Invoice) ?? null;
}

/** The invoice that is not paid yet. */
export const findDueInvoice = async (db: GlobalDb, subscriptionId: string): Promise<Invoice | null> =>
  ((await db
    .selectFrom('billingSandboxInvoice')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', sql.lit('due'))
    .orderBy('number')
    .executeTakeFirst()) as unknown as Invoice) ?? null;

export const setInvoicePaid = async (
  db: GlobalDb,
  number: number,
  paidWith: string,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('billingSandboxInvoice')
    .set({ status: 'paid', paidCents: sql`total_cents`, paidAt: at, paidWith })
    .where('number', '=', number)
    .execute();
};

/** Nobody will pay this any more. */
export const closeDueInvoices = async (
  db: GlobalDb,
  subscriptionId: string,
  status: 'failed' | 'voided',
): Promise<void> => {
  await db
    .updateTable('billingSandboxInvoice')
    .set({ status })
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', sql.lit('due'))
    .execute();
};
