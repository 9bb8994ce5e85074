/** What the browser should do about its session after a check. */
export type SessionStep = {
  /** The session has ended. */
  signOut: boolean;
  /** Show the Session Timeout dialog. */
  warn: boolean;
  /** When to check again. */
  checkInMs: number;
};

// platform.md 9
const warnUnderSeconds = 300;
const recheckBeforeSeconds = warnUnderSeconds - 3;
const pollMs = 1000;
export const retryMs = 30_000;
/** Longest delay that a browser's timer keeps. */
const longestTimerMs = 2_147_483_647;

/** platform.md 4: what follows from the answer of a check; `timeoutSeconds` is 0 where no inactivity timeout is configured. */
export function sessionStep(
  state: { authenticated: boolean; expires: number },
  timeoutSeconds: number,
): SessionStep {
  if (!state.authenticated) return { signOut: true, warn: false, checkInMs: pollMs };
  if (timeoutSeconds <= 0) return { signOut: false, warn: false, checkInMs: pollMs };
  const warn = state.expires < warnUnderSeconds;
  const seconds = warn ? state.expires + 1 : state.expires - recheckBeforeSeconds;
  return { signOut: false, warn, checkInMs: Math.min(Math.max(pollMs, seconds * 1000), longestTimerMs) };
}

/** The server notes activity this roughly. */
const touchSlackSeconds = 20;

/** The same, when the answer follows activity. A timeout so short that it always warns is left in peace for its first half. */
export function stepAfterTouch(
  state: { authenticated: boolean; expires: number },
  timeoutSeconds: number,
): SessionStep {
  const step = sessionStep(state, timeoutSeconds);
  if (!step.warn || state.expires < timeoutSeconds - touchSlackSeconds) return step;
  return { signOut: false, warn: false, checkInMs: Math.max(pollMs, Math.floor(state.expires / 2) * 1000) };
}

/** platform.md 9: resending waits so long after the page was opened or the last mail. */
export const resendCooldownMs = 60_000;

/** platform.md 5: addresses are trimmed and lower-cased. */
export const normalizeUsername = (username: string): string => username.trim().toLowerCase();

/** platform.md 5: at least 8 characters with a lowercase letter, an uppercase letter and a number. */
export const isStrongPassword = (password: string): boolean =>
  password.length >= 8 &&
  password.length <= 256 &&
  /[a-z]/.test(password) &&
  /[A-Z]/.test(password) &&
  /[0-9]/.test(password);

/** Good enough to catch slips; the mail that follows is the proof. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) &&
  !/^\.|\.\.|\.@/.test(text);

export type SavedRedirect = { to: string; how: 'navigate' | 'push' };

/**
 * platform.md 2: where a saved address leads after sign-in. Only an address on this portal counts; it is read as a
 * browser reads it, so that no spelling of another host passes.
 */
export function savedRedirect(saved: string | null | undefined): SavedRedirect | null {
  if (!saved || saved.length > 2000 || !saved.startsWith('/') || /[\\\p{Cc}]/u.test(saved)) return null;
  const here = 'https://portal.invalid';
  let url: URL;
  try {
    url = new URL(saved, here);
  } catch {
    return null;
  }
  // `//host` names another host, also when it only appears after `/..` was resolved
  if (url.origin !== here || url.pathname.startsWith('//')) return null;
  const to = url.pathname + url.search + url.hash;
  if (to === '/' || /^\/(signin|signup|verify|forgotPassword|resetPassword)(\/|$|\?|#)/.test(to)) return null;
  return { to, how: to.includes('/api/') ? 'navigate' : 'push' };
}

const secretShapes: [RegExp, string][] = [
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [removed]'],
  [
    /((?:password|passwd|secret|token|code|session|cookie|authorization|api[-_]?key|id_token|linkId)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    '$1[removed]',
  ],
  [/\/(resetPassword|invite-link|signupLink|signupSec)\/[^\s/?#"')]+/g, '/$1/[removed]'],
  // our own tokens have 43 of these, and may begin with a dash or stand behind `%2F`
  [/(?<![\w-])[\w-]{43,64}(?![\w-])/g, '[removed]'],
];

/** Text of a failure without what opens doors: tokens, codes, passwords, links; cut to `max` characters. */
export const withoutSecrets = (text: string, max: number): string =>
  secretShapes
    .reduce((kept, [shape, instead]) => kept.replace(shape, instead), text.slice(0, max * 2))
    .slice(0, max);

/** Letters and digits that nobody takes for one another; 32 of them. */
export const recoveryAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const recoveryCodeCount = 10;

/** A recovery code as it is compared: in capitals, without spaces and dashes. */
export const normalizeRecoveryCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** True for what could be a recovery code, so that slips are told before anything is sent. */
export const isRecoveryCode = (typed: string): boolean => normalizeRecoveryCode(typed).length === 10;
