import type { BaseCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { BillingError, type BillingBrand } from '#providers/billing/port.ts';
import type { catalogOf } from '#modules/catalog/server/public.ts';

type CatalogBrand = ReturnType<typeof catalogOf>['defaultBrand'];

const codes = {
  'payment-failed': 'payment-failed',
  'authentication-needed': 'authentication-needed',
  'no-card': 'no-card',
  'coupon-unusable': 'coupon-unusable',
  'not-found': 'billing-conflict',
  conflict: 'billing-conflict',
  unavailable: 'billing-unavailable',
  misconfigured: 'billing-unavailable',
} as const satisfies Record<BillingError['code'], string>;

/** Whether the provider decided: the same request would be answered in the same way again. */
export const isDecided = (error: unknown): boolean =>
  error instanceof BillingError && codes[error.code] !== 'billing-unavailable';

function refusalOf(ctx: Pick<BaseCtx, 'log'>, error: unknown): unknown {
  if (!(error instanceof BillingError)) return error;
  const code = codes[error.code];
  if (code !== 'billing-unavailable') return new Refusal(code, { reason: error.message }, error);
  ctx.log.error({ err: error }, 'billing provider');
  return new Refusal(code, undefined, error);
}

/** What the billing provider answers; where it refuses, the call does so too, with its words for the customer. */
export async function asked<T>(ctx: Pick<BaseCtx, 'log'>, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw refusalOf(ctx, error);
  }
}

/** The same for what is only read: whatever goes wrong there, the provider is away. */
export async function readFrom<T>(ctx: Pick<BaseCtx, 'log'>, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    ctx.log.error({ err: error }, 'billing provider');
    throw new Refusal('billing-unavailable', undefined, error);
  }
}

/** A brand as the provider's pages show it. */
export const toBillingBrand = ({ wire }: CatalogBrand): BillingBrand => ({
  name: wire.brandNameLong,
  accent: wire.accent,
  logo: wire.brandLogo,
  logoDark: wire.brandLogoDark,
  supportAddress: `support@${wire.emailDomain}`,
});

/** The same for documents, with the logo as drawing. */
export const toInvoiceBrand = (brand: CatalogBrand): BillingBrand => ({
  ...toBillingBrand(brand),
  ...(brand.logo.vector ? { drawing: brand.logo.vector } : {}),
});
