import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf, tryAgain } from '#platform/web/messages.ts';
import type { plansContract } from '../contract.ts';

type Refusal = RefusalsOf<typeof plansContract> | CommonRefusal;

const known = messagesOf<Refusal>({
  'no-such-plan': 'This plan is no longer offered. Reload the page and choose another.',
  'checkout-needed': 'This plan is bought at the checkout.',
  'already-subscribed': 'Your organization already has a paid plan. It is shown on the plan page.',
  'same-plan': 'This is your plan already.',
  'downgrade-by-contact': 'To move to a smaller plan, contact support@{emaildomain}.',
  'no-subscription': 'There is no paid plan to change.',
  'nothing-to-pay': 'This plan costs nothing.',
  'no-such-page': tryAgain,
  'not-paid': 'The payment was not completed. Nothing was charged.',
  'no-such-invoice': 'This invoice cannot be found.',
  'not-from-provider': tryAgain,
  'payment-failed': 'The card was declined. Try another card or ask your bank.',
  'authentication-needed':
    'Your bank wants to confirm the payment. Change your card under Manage billing, then try again.',
  'no-card': 'There is no card to charge. Add one under Manage billing.',
  'coupon-unusable': 'This coupon cannot be used.',
  'billing-conflict': 'Your subscription changed in the meantime. Reload the page and try again.',
  'billing-unavailable':
    'The billing service cannot be reached. Nothing was changed. Please try again in a minute.',
});

/** What toasts and dialogs say, word for word where platform.md 8 names them. */
export const toasts = {
  upgraded: 'Plan is successfully upgraded',
  upgradeFailed: 'Upgrade plan failed',
  subscribed: (planName: string) => `You have successfully upgraded to ${planName} .`,
  notSubscribed: 'Unable to upgrade your plan. Please contact us at support@{emaildomain}.',
  cancelled: (until: string) => `Your plan is cancelled. Everything stays as it is until ${until}.`,
  resumed: (planName: string) => `Your ${planName} plan goes on.`,
};

export const isRefusal = (error: unknown, code: Refusal): boolean =>
  error instanceof CallError && error.code === code;

/** What a person reads when a call about plans did not succeed. */
export function messageOf(error: unknown): string {
  // the billing provider knows best why it refused, and says it for the customer
  const reason = error instanceof CallError ? error.detail.reason : undefined;
  return typeof reason === 'string' && reason !== '' ? reason : known(error);
}
