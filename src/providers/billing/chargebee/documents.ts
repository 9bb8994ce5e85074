import type { Billing } from '../port.ts';
import type { Client } from './client.ts';
import { downloadPdf } from './download.ts';
import { orBillingError } from './errors.ts';
import { invoiceSchema, toInvoice, type InvoiceResource } from './resources.ts';
import { isPlainId, nullIfUnknown } from './subscriptions.ts';

/** Numbers of invoices may be written with slashes. */
const isInvoiceId = (id: string): boolean => id.length <= 100 && id.split('/').every(isPlainId);

/** The calls about invoices. */
export function openInvoices(connection: Client) {
  const { client, headersFor } = connection;
  const invoices: Billing['invoices'] = (billingSubscriptionId, limit) =>
    orBillingError(async () => {
      if (!isPlainId(billingSubscriptionId)) return [];
      const found: InvoiceResource[] = [];
      let offset: string | undefined;
      do {
        const answer = await client.invoice.list({
          limit: Math.min(100, limit - found.length),
          subscription_id: { is: billingSubscriptionId },
          'sort_by[desc]': 'date',
          ...(offset ? { offset } : {}),
        });
        found.push(
          ...answer.list
            .map(({ invoice }) => invoiceSchema.parse(invoice))
            .filter((invoice) => !invoice.deleted),
        );
        offset = answer.next_offset;
      } while (offset && found.length < limit);
      return found.map(toInvoice);
    });

  const invoicePdf: Billing['invoicePdf'] = (billingSubscriptionId, invoiceId, brand) =>
    orBillingError(async () => {
      const answer = isInvoiceId(invoiceId) ? await nullIfUnknown(client.invoice.retrieve(invoiceId)) : null;
      const invoice = answer && invoiceSchema.parse(answer.invoice);
      if (!invoice || invoice.id !== invoiceId || invoice.deleted) return null;
      // an invoice for several subscriptions names them in its lines alone
      const named = invoice.subscription_id ? [invoice] : invoice.line_items;
      if (!named.some(({ subscription_id }) => subscription_id === billingSubscriptionId)) return null;
      const { download } = await client.invoice.pdf(invoiceId);
      return downloadPdf(connection, download.download_url, headersFor(brand));
    });

  return { invoices, invoicePdf };
}
