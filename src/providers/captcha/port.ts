/** Telling people from programs: what the browser must do before an action, and whether it was done. */

/** What can be asked for with a solved captcha; what was solved for one counts for no other. */
export const captchaActions = ['sign-up'] as const;
export type CaptchaAction = (typeof captchaActions)[number];

/** Who asks: address and host name as the request has them. */
export type Visitor = { ip: string; host: string };

/**
 * Work for a browser: for each piece from 0 to `pieces` - 1 a whole number `n` such that SHA-256 of `seed.piece.n` begins
 * with `bits` zero bits. The token to hand in is `challenge~n0.n1.…`.
 */
export type CaptchaChallenge = {
  challenge: string;
  seed: string;
  pieces: number;
  bits: number;
  expiresInSeconds: number;
};

/** The outcome in the terms of siteverify; `errorCodes` are its own words. */
export type CaptchaVerdict =
  | { success: true; hostname: string; challengedAt: Date }
  | { success: false; errorCodes: string[] };

/** Nobody could be asked whether a token is good; it counts as bad until somebody can. */
export class CaptchaUnavailable extends Error {}

export type Captcha = {
  /** What the browser loads from the provider; null where it only does work that our own server sets. */
  browserWidget: () => { siteKey: string; scriptAddress: string } | null;
  /** Origins that pages must be allowed to load from and show in frames. */
  browserOrigins: () => { script: string[]; frame: string[] };
  /** Sets work; null where the provider does so itself. */
  challenge: ((action: CaptchaAction, visitor: Visitor) => Promise<CaptchaChallenge>) | null;
  /** Whether a token was won for this action by this visitor, once. Throws `CaptchaUnavailable`. */
  verify: (token: string, action: CaptchaAction, visitor: Visitor) => Promise<CaptchaVerdict>;
};
