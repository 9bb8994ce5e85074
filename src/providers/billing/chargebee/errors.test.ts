import { describe, expect, test } from 'vitest';
import { BillingError } from '../port.ts';
import { toBillingError } from './errors.ts';

/** As the client rejects: a plain object, no Error. */
const rejection = (status: number, code: string, more: object = {}) => ({
  message: 'Something was said',
  type: 'invalid_request',
  api_error_code: code,
  http_status_code: status,
  headers: { date: 'today' },
  ...more,
});

test.each([
  [400, 'payment_processing_failed', { type: 'payment' }, 'payment-failed'],
  [400, 'payment_method_verification_failed', { type: 'payment' }, 'payment-failed'],
  [400, 'a_new_code', { type: 'payment' }, 'payment-failed'],
  [
    400,
    'payment_processing_failed',
    { type: 'payment', message: '(3001) Authentication required' },
    'authentication-needed',
  ],
  [
    400,
    'payment_processing_failed',
    { type: 'payment', message: '3D Secure is needed' },
    'authentication-needed',
  ],
  [400, 'payment_method_not_present', { type: 'payment' }, 'no-card'],
  [400, 'param_wrong_value', { param: 'coupon_ids[0]' }, 'coupon-unusable'],
  [400, 'resource_limit_exceeded', { param: 'coupon_ids' }, 'coupon-unusable'],
  [404, 'resource_not_found', { param: 'coupon_ids[1]' }, 'coupon-unusable'],
  [400, 'param_wrong_value', { param: 'subscription_items[item_price_id][0]' }, 'misconfigured'],
  [400, 'payment_gateway_currency_incompatible', {}, 'misconfigured'],
  [400, 'configuration_incompatible', {}, 'misconfigured'],
  [400, 'invalid_request', {}, 'misconfigured'],
  [400, 'duplicate_entry', { param: 'id' }, 'conflict'],
  [409, 'invalid_state_for_request', {}, 'conflict'],
  [404, 'resource_not_found', {}, 'not-found'],
  [404, 'site_not_found', {}, 'misconfigured'],
  [401, 'api_authentication_failed', {}, 'misconfigured'],
  [403, 'api_authorization_failed', {}, 'misconfigured'],
  [403, 'request_blocked', {}, 'misconfigured'],
  [429, 'api_request_limit_exceeded', {}, 'unavailable'],
  [429, 'lock_timeout', { param: 'coupon_ids[0]' }, 'unavailable'],
  [500, 'internal_error', {}, 'unavailable'],
  [503, 'internal_temporary_error', {}, 'unavailable'],
  [504, 'gateway_timeout', {}, 'unavailable'],
])('%d %s %j is %s', (status, code, more, expected) => {
  const error = toBillingError(rejection(status, code, more));
  expect(error).toBeInstanceOf(BillingError);
  expect(error.code).toBe(expected);
  expect(String(error.cause)).toContain(`${status} ${code}`);
});

test.each([
  [new TypeError('fetch failed')],
  [new DOMException('late', 'TimeoutError')],
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ http_status_code: '400' }],
])('what is no answer at all is unavailable: %s', (thrown) =>
  expect(toBillingError(thrown).code).toBe('unavailable'),
);

describe('what the customer reads', () => {
  test.each([
    ['coupon_ids[0] : The coupon has expired.', 'The coupon has expired.'],
    ['<b>coupon</b>\u202e : <img src=x onerror=y> gone\u0000', 'coupon : gone'],
    ['', 'This coupon cannot be used.'],
    ['x'.repeat(900), 'x'.repeat(200)],
  ])('of a coupon is %j said as %j', (message, shown) => {
    expect(
      toBillingError(rejection(400, 'param_wrong_value', { param: 'coupon_ids[0]', message })).message,
    ).toBe(shown);
  });

  test.each([
    ['gateway stripe acct_1: do_not_honor', 'The card was declined. Use another card, or ask the bank.'],
    ['gateway stripe acct_1: expired_card', 'The card has expired. Use another card.'],
  ])('of a payment that failed by %j is a sentence of ours', (message, shown) => {
    expect(toBillingError(rejection(400, 'payment_processing_failed', { message })).message).toBe(shown);
  });

  test('stays as it is where it is in the port’s words already', () => {
    const error = new BillingError('conflict', 'Not now.');
    expect(toBillingError(error)).toBe(error);
  });
});
