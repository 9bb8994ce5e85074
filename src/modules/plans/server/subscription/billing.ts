import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import type { BillingInvoice, BillingSubscription } from '#providers/billing/port.ts';
import type { PaidSubscription, plansContract } from '../../contract.ts';
import { planPath } from '../../paths.ts';
import { accountOf, brandFor, planOfSubscription, type Account } from '../account.ts';
import { asked, readFrom, toBillingBrand, toInvoiceBrand } from './provider.ts';
import { planOfPrice } from './standing.ts';
import { takeUp } from '../checkout/takeUp.ts';

type Calls = typeof plansContract;

const invoicesShown = 24;
/** An organisation that came back has more than one; older ones than these are asked for at the support. */
const subscriptionsShown = 4;

export function subscriptionWire(account: Account, told: BillingSubscription): PaidSubscription {
  const known = account.subscriptions.find((one) => one.id === told.id);
  const plan =
    planOfPrice(account.catalog, told.priceId) ??
    planOfSubscription(account, { planId: known?.planId ?? null });
  return {
    planId: plan.planId,
    planName: plan.planName,
    status: told.status,
    startedAt: told.startedAt.toISOString(),
    termEnd: told.termEnd.toISOString(),
    nextBillingAt: told.nextBillingAt?.toISOString() ?? null,
    nextAmountCents: told.nextAmountCents,
    couponCodes: told.couponCodes,
    card: told.card,
  };
}

const invoiceWire = ({ id, date, status, totalCents, lines }: BillingInvoice) => ({
  id,
  date: date.toISOString(),
  status,
  totalCents,
  lines,
});

const newestFirst = (one: BillingInvoice, other: BillingInvoice) => other.date.getTime() - one.date.getTime();

/** Subscription and invoices as the provider has them now. Refuses with `billing-unavailable`. */
export async function billing(ctx: OrgCtx): Promise<ReplyOf<Calls['billing']>> {
  const provider = ctx.providers.billing;
  const account = await accountOf(ctx);
  const { current, subscriptions } = account;
  if (!current) return { data: { kind: provider.kind, subscription: null, invoices: [] } };
  const [found, ...invoices] = await readFrom(
    ctx,
    Promise.all([
      provider.findSubscription(current.id),
      ...subscriptions.slice(0, subscriptionsShown).map((one) => provider.invoices(one.id, invoicesShown)),
    ]),
  );
  // the person looks at what no notice has told yet
  if (found && found.version > current.version) await takeUp(ctx, found);
  if (!found)
    ctx.log.error(
      { orgId: ctx.orgId, billingSubscriptionId: current.id },
      'the billing provider does not know the subscription',
    );
  return {
    data: {
      kind: provider.kind,
      subscription: found && subscriptionWire(account, found),
      invoices: invoices.flat().sort(newestFirst).slice(0, invoicesShown).map(invoiceWire),
    },
  };
}

/** An invoice of the organisation's own subscriptions. Refuses with `no-such-invoice`, `billing-unavailable`. */
export async function invoice(ctx: OrgCtx, { invoiceId }: BodyOf<Calls['invoice']>): Promise<FileReply> {
  const account = await accountOf(ctx);
  const brand = toInvoiceBrand(brandFor(ctx, account));
  for (const { id } of account.subscriptions) {
    const bytes = await readFrom(ctx, ctx.providers.billing.invoicePdf(id, invoiceId, brand));
    if (bytes) return { bytes, type: 'application/pdf', name: `invoice-${invoiceId}.pdf` };
  }
  throw new Refusal('no-such-invoice');
}

/** The provider's own pages for the customer. Refuses with `no-subscription` and what the provider says. */
export async function billingPortal(ctx: OrgCtx): Promise<ReplyOf<Calls['billingPortal']>> {
  const account = await accountOf(ctx);
  if (!account.current) throw new Refusal('no-subscription');
  const brand = brandFor(ctx, account);
  const { url, raw } = await asked(
    ctx,
    ctx.providers.billing.openCustomerPortal({
      billingSubscriptionId: account.current.id,
      brand: toBillingBrand(brand),
      returnUrl: `${brand.wire.webAddress}${planPath}`,
    }),
  );
  return { data: { url, raw } };
}
