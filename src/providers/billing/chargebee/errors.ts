import { BillingError } from '../port.ts';

/** What the client rejects with: not an Error, but the body of the answer, or whatever the way there threw. */
type Rejection = {
  http_status_code?: unknown;
  api_error_code?: unknown;
  type?: unknown;
  param?: unknown;
  message?: unknown;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Chargebee's own sentence without the name of the parameter in front, fit to be shown. */
const sentenceOf = (message: string): string =>
  message
    .replace(/^[\w[\]]+\s*:\s*/, '')
    .replace(/<[^<>]*>|[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

const sentences = {
  'payment-failed': 'The card was declined. Use another card, or ask the bank.',
  'authentication-needed': 'The bank asks for authentication. Enter the card again, or use another one.',
  'no-card': 'There is no card to charge. Add one first.',
  'not-found': 'The billing service does not know this.',
  conflict: 'The subscription is not in a state that allows this.',
  unavailable: 'The billing service cannot be reached.',
  misconfigured: 'The billing service is not set up for this.',
} as const;

/** Codes of Chargebee that mean one thing whatever else the answer says. */
const byCode: Record<string, keyof typeof sentences> = {
  payment_processing_failed: 'payment-failed',
  payment_method_verification_failed: 'payment-failed',
  payment_method_not_present: 'no-card',
  duplicate_entry: 'conflict',
  invalid_state_for_request: 'conflict',
  resource_not_found: 'not-found',
};

function codeOf({
  http_status_code: status,
  api_error_code,
  type,
  message,
}: Rejection): keyof typeof sentences {
  // no status: no answer came at all
  if (typeof status !== 'number' || status === 429 || status >= 500) return 'unavailable';
  const known = byCode[text(api_error_code)] ?? (type === 'payment' ? 'payment-failed' : 'misconfigured');
  if (known === 'payment-failed' && /authenticat|3-?d.?s(ecure)?\b/i.test(text(message)))
    return 'authentication-needed';
  return known;
}

/** Any failure of Chargebee in the port's words. What Chargebee said goes into the cause, the key of the site nowhere. */
export function toBillingError(error: unknown): BillingError {
  if (error instanceof BillingError) return error;
  const rejection = (typeof error === 'object' && error !== null ? error : {}) as Rejection;
  const [status, api, param, said] = [
    rejection.http_status_code,
    text(rejection.api_error_code),
    text(rejection.param),
    text(rejection.message),
  ];
  const cause = new Error(
    typeof status === 'number'
      ? `Chargebee answered ${status} ${api}${param ? ` (${param})` : ''}: ${sentenceOf(said)}`
      : `Chargebee gave no answer of use: ${sentenceOf(said)}`,
  );
  const code = codeOf(rejection);
  if (param.startsWith('coupon') && code !== 'unavailable')
    return new BillingError('coupon-unusable', sentenceOf(said) || 'This coupon cannot be used.', { cause });
  const hasExpired = code === 'payment-failed' && /expired/i.test(said);
  return new BillingError(code, hasExpired ? 'The card has expired. Use another card.' : sentences[code], {
    cause,
  });
}

/** Does something at Chargebee; throws `BillingError` alone. */
export async function orBillingError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toBillingError(error);
  }
}
