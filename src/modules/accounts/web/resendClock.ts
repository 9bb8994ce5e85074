import { resendWaitSeconds } from '../rules.ts';

const key = (email: string) => `resend ${email}`;

const read = (email: string): number => {
  try {
    return Number(sessionStorage.getItem(key(email)) ?? 0);
  } catch {
    return 0;
  }
};

/** Notes that a mail was sent just now; survives a reload of the page. */
export function startResendWait(email: string, now: number): number {
  try {
    sessionStorage.setItem(key(email), String(now));
  } catch {
    // without storage the wait lasts as long as the page
  }
  return now;
}

/** When the wait of this page began: an earlier one still runs on, else the page begins its own (platform.md 2). */
export function currentResendWait(email: string, now: number): number {
  const last = read(email);
  return last <= now && resendWaitSeconds(last, now) > 0 ? last : startResendWait(email, now);
}
