import { countUse } from '#platform/server/http/rateLimit.ts';
import { hashCode, isCodeOf, randomToken, sameText } from '#platform/server/secrets/secrets.ts';
import { networkOf } from '#platform/server/http/networks.ts';
import type { BaseCtx, PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  CaptchaUnavailable,
  type CaptchaAction,
  type CaptchaChallenge,
  type CaptchaVerdict,
} from '#providers/captcha/port.ts';
import type { AdmitSignUp } from '#providers/identity/port.ts';

/** What admitting a sign-up leans on. */
export type AdmissionParts = Pick<BaseCtx, 'global' | 'secrets' | 'settings' | 'now'>;

const passSeconds = 120;
/** Where captchas are asked of suspicious networks only: sign-ups without one that a network has free in an hour. */
const freePerHour = 30;
/** The words with which a pre-sign-up trigger fails (platform.md 5). */
const robot = 'You smell like a robot.';

type PassParts = Pick<AdmissionParts, 'secrets' | 'now'>;

const keyPurpose = 'captcha-pass';
/** Who won a pass, as it stands in it: not to be read by whoever carries it. */
const networkMark = (key: Buffer, ip: string) => hashCode(key, 'network', networkOf(ip)).slice(0, 22);

/** A pass for one sign-up: `id.end.network.signature`. */
function makePass(parts: PassParts, ip: string): string {
  const key = parts.secrets.key(keyPurpose);
  const told = [
    randomToken().slice(0, 22),
    String(parts.now().getTime() + passSeconds * 1000),
    networkMark(key, ip),
  ];
  return [...told, hashCode(key, 'sign-up', ...told)].join('.');
}

/** Takes a pass out of use; false when it is none of ours, has ended, was used, or was won by another network than `ip`'s. */
async function usePass(parts: AdmissionParts, pass: string, ip: string | null): Promise<boolean> {
  const [, id = '', endsAt = '', network = '', signed = ''] =
    /^([\w-]{22})\.(\d{13})\.([\w-]{22})\.([\w-]{43})$/.exec(pass) ?? [];
  const key = parts.secrets
    .keys(keyPurpose)
    .find((one) => isCodeOf([one], signed, 'sign-up', id, endsAt, network));
  if (!id || !key) return false;
  if (ip !== null && !sameText(networkMark(key, ip), network)) return false;
  const now = parts.now();
  if (Number(endsAt) <= now.getTime()) return false;
  // kept for longer than the pass lives, so that one clock behind another opens no gap
  return (await countUse(parts.global, `captcha-pass:${id}`, 1, passSeconds * 2, now)) === null;
}

/**
 * Whether a sign-up may go on. A pass that is no good is refused always; none at all is, where every sign-up needs one,
 * or where its network has signed up often without.
 * @param attempt.reachedUs whether `ip` is the one that the captcha was solved from: people reach an outside pool by other ways
 */
export async function isAdmitted(
  parts: AdmissionParts,
  { pass, ip, reachedUs }: { pass: string | null; ip: string | null; reachedUs: boolean },
): Promise<boolean> {
  if (pass) return usePass(parts, pass, reachedUs ? ip : null);
  if (parts.settings.signUpCaptcha === 'always') return false;
  return (
    (await countUse(
      parts.global,
      `sign-up-unproved:${ip ? networkOf(ip) : 'unknown'}`,
      freePerHour,
      3600,
      parts.now(),
    )) === null
  );
}

/** The pre-sign-up trigger of the built-in user pool. */
export const signUpTrigger =
  (parts: AdmissionParts): AdmitSignUp =>
  async ({ validationData, ip }) =>
    (await isAdmitted(parts, { pass: validationData.captcha ?? null, ip, reachedUs: true }))
      ? { admitted: true }
      : { admitted: false, refusal: robot };

/** The same question from the trigger of an outside pool, which proves itself by SIGNUP_TRIGGER_SECRET. */
export async function admitSignUp(
  ctx: PublicCtx,
  { pass, ip }: { pass?: string | null; ip?: string | null },
): Promise<Record<string, never>> {
  const { signUpTriggerSecret: secret } = ctx.settings;
  const expected = `Basic ${Buffer.from(`trigger:${secret}`).toString('base64')}`;
  if (!secret || !sameText(ctx.client.authorization, expected)) throw new Refusal('unauthorized');
  if (!(await isAdmitted(ctx, { pass: pass ?? null, ip: ip ?? null, reachedUs: false })))
    throw new Refusal('robot');
  return {};
}

/** Work for the browser; refuses with `no-challenge` where an outside provider sets it. */
export async function setChallenge(
  ctx: PublicCtx,
  { action }: { action: CaptchaAction },
): Promise<{ data: CaptchaChallenge }> {
  const { challenge } = ctx.providers.captcha;
  if (!challenge) throw new Refusal('no-challenge');
  return { data: await challenge(action, ctx.client) };
}

/** Checks a solved captcha in the shape of siteverify, and gives the pass. Refuses with `robot`, `captcha-unavailable`. */
export async function verifyCaptcha(
  ctx: PublicCtx,
  { token }: { token: string },
): Promise<{ challenge_ts: string; hostname: string; data: { pass: string } }> {
  let verdict: CaptchaVerdict;
  try {
    verdict = await ctx.providers.captcha.verify(token, 'sign-up', ctx.client);
  } catch (error) {
    if (error instanceof CaptchaUnavailable) throw new Refusal('captcha-unavailable', undefined, error);
    throw error;
  }
  if (!verdict.success) throw new Refusal('robot', { 'error-codes': verdict.errorCodes });
  return {
    challenge_ts: verdict.challengedAt.toISOString(),
    hostname: verdict.hostname,
    data: { pass: makePass(ctx, ctx.client.ip) },
  };
}
