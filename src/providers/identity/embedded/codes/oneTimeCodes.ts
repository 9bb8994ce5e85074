import { Secret, TOTP } from 'otpauth';
import { sameText } from '#platform/server/secrets/secrets.ts';

const period = 30;
/** Steps before and after the present one that are taken, for clocks that differ (RFC 6238, 5.2). */
const window = 1;

/** A secret for an authenticator app, as base32: 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The code that an app shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period,
    timestamp: at.getTime(),
  });

/** The step of thirty seconds since 1970 that a code belongs to, near `now`; null for a wrong one. Every candidate is looked at. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const present = Math.floor(now.getTime() / 1000 / period);
  let found: number | null = null;
  for (let step = present - window; step <= present + window; step++)
    if (sameText(codeAt(secret, new Date(step * period * 1000)), code)) found = step;
  return found;
}
