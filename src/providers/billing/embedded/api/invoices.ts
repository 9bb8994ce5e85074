import { unix } from '../arithmetic.ts';
import { writeInvoicePdf } from '../invoicePdf.ts';
import { findInvoice, listInvoices, type Invoice } from '../invoices.store.ts';
import type { SandboxParts } from '../parts.ts';
import { notFound, wrongValue } from '../refusal.ts';
import { readSubscription } from '../subscriptions.store.ts';
import { readBrandHeader } from './brandHeader.ts';
import { call, type Asked, type Call } from './call.ts';
import type { Form } from './form.ts';
import { invoiceStatus, writeInvoice } from './resources.ts';

/** Where the documents are, below the API's origin. */
export const documentPath = /^\/documents\/([\w-]+)\.pdf$/;

function readLimit(form: Form): number {
  const limit = Number(form.get('limit') ?? 10);
  if (limit < 1 || limit > 100) throw wrongValue('limit', 'should be between 1 and 100');
  return limit;
}

/** Offsets are opaque: one that the caller counted is refused. */
function readOffset(form: Form): number {
  const match = /^\["(\d{1,9})"\]$/.exec(form.get('offset') ?? '["0"]');
  if (!match) throw wrongValue('offset', 'is not an offset of this list');
  return Number(match[1]);
}

function readStatuses(form: Form): Invoice['status'][] | undefined {
  const wanted = form.get('status[in]');
  if (wanted === undefined) return undefined;
  const names = JSON.parse(wanted) as string[];
  return (Object.keys(invoiceStatus) as Invoice['status'][]).filter((one) =>
    names.includes(invoiceStatus[one]),
  );
}

async function list(parts: SandboxParts, { form }: Asked) {
  const id = form.need('subscription_id[is]');
  const [limit, offset, statuses] = [readLimit(form), readOffset(form), readStatuses(form)];
  const found = await listInvoices(parts.db, id, { limit: limit + 1, offset, statuses });
  const subscription = await readSubscription(parts.db, id);
  return {
    list: found.slice(0, limit).map((one) => ({ invoice: writeInvoice(one, subscription?.dueAt) })),
    ...(found.length > limit ? { next_offset: `["${offset + limit}"]` } : {}),
  };
}

/** The calls about invoices and their documents. */
export function invoiceCalls(parts: SandboxParts): Call[] {
  const invoiceOf = async (id: string): Promise<Invoice> => {
    const invoice = await findInvoice(parts.db, id);
    if (!invoice) throw notFound('invoice', 'invoice_id');
    return invoice;
  };
  return [
    call(
      'GET',
      '/invoices',
      {
        limit: 'whole',
        offset: 100,
        'subscription_id[is]': 50,
        'status[in]': 'json',
        'sort_by[desc]': ['date'],
      },
      (asked) => list(parts, asked),
    ),
    call('GET', '/invoices/:id', {}, async ({ id }) => ({ invoice: writeInvoice(await invoiceOf(id)) })),
    call('POST', '/invoices/:id/pdf', {}, async ({ id, origin }) => {
      await invoiceOf(id);
      return {
        download: {
          object: 'download',
          download_url: `${origin}/documents/${id}.pdf`,
          valid_till: unix(parts.now()) + 3600,
        },
      };
    }),
  ];
}

/** The document of an invoice. @throws SandboxRefusal */
export async function sendDocument(parts: SandboxParts, id: string, headers: Headers): Promise<Response> {
  const invoice = await findInvoice(parts.db, id);
  if (!invoice) throw notFound('invoice');
  const document = await writeInvoicePdf(invoice, readBrandHeader(headers));
  return new Response(Uint8Array.from(document), { headers: { 'content-type': 'application/pdf' } });
}
