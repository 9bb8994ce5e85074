import type { Logger } from '#platform/server/log/log.ts';
import { vendorFetch } from '#platform/server/log/vendorCalls.ts';
import { SettingsError } from '#platform/server/settings/settings.ts';
import { CaptchaUnavailable, type Captcha } from '../port.ts';

export type RecaptchaOptions = {
  siteKey: string;
  secret: string;
  /** Instead of `https://www.google.com`, for the browser and for us: `https://www.recaptcha.net`, or a test. */
  endpoint?: string | undefined;
  /** Whether a host name is one under which the portal is reached. */
  isOwnHost: (host: string) => boolean;
  production: boolean;
  log: Logger;
  timeoutMs?: number;
};

/** Google's keys for tests pass everybody. */
const testKeys = ['6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'];
/** What a visitor's token can be wrong in; anything else is something that an operator must see. */
const ordinary = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];
const longestAnswer = 16_384;

type Answer = { success?: unknown; hostname?: unknown; challenge_ts?: unknown; 'error-codes'?: unknown };

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => String(one).slice(0, 200)) : [];

/** Invisible reCAPTCHA v2, checked by siteverify. Throws `SettingsError` where test keys would let everybody in. */
export function openRecaptcha(options: RecaptchaOptions): Captcha {
  const { siteKey, secret, isOwnHost, production, log, timeoutMs = 5000 } = options;
  const base = (options.endpoint ?? 'https://www.google.com').replace(/(?<!\/)\/+$/, '');
  if (production && testKeys.some((key) => key === siteKey || key === secret))
    throw new SettingsError(
      "RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET are Google's keys for tests, which let every robot in: use your own.",
    );

  async function ask(token: string, ip: string): Promise<Answer> {
    try {
      const answer = await vendorFetch('recaptcha', `${base}/recaptcha/api/siteverify`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret, response: token, remoteip: ip }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      if (!answer.ok || text.length > longestAnswer)
        throw new Error(`siteverify answered ${answer.status} with ${text.length} characters.`);
      const json = JSON.parse(text) as Answer | null;
      if (typeof json !== 'object' || json === null) throw new Error('siteverify did not answer an object.');
      return json;
    } catch (error) {
      log.error({ err: error, alert: 'captcha' }, 'reCAPTCHA cannot be asked; sign-ups wait');
      throw new CaptchaUnavailable('reCAPTCHA cannot be asked.', { cause: error });
    }
  }

  return {
    browserWidget: () => ({ siteKey, scriptAddress: `${base}/recaptcha/api.js` }),
    browserOrigins: () => ({
      script: [`${base}/recaptcha/`, 'https://www.gstatic.com/recaptcha/'],
      frame: [
        ...new Set([
          `${base}/recaptcha/`,
          'https://www.google.com/recaptcha/',
          'https://recaptcha.google.com/recaptcha/',
        ]),
      ],
    }),
    challenge: null,
    verify: async (token, _action, { ip }) => {
      if (token === '') return { success: false, errorCodes: ['missing-input-response'] };
      const answer = await ask(token, ip);
      const codes = textsOf(answer['error-codes']);
      const strange = codes.filter((code) => !ordinary.includes(code));
      // a used-up quota is told by codes that nobody has listed: never a reason to let anybody in
      if (strange.length > 0)
        log.error({ codes: strange, alert: 'captcha' }, 'reCAPTCHA refuses for a reason of ours');
      if (answer.success !== true || codes.length > 0) return { success: false, errorCodes: codes };
      const hostname = String(answer.hostname ?? '');
      if (!isOwnHost(hostname)) {
        log.warn({ hostname }, 'captcha solved on another website');
        return { success: false, errorCodes: ['hostname-mismatch'] };
      }
      const challengedAt = new Date(String(answer.challenge_ts));
      if (Number.isNaN(challengedAt.getTime())) return { success: false, errorCodes: ['bad-request'] };
      return { success: true, hostname, challengedAt };
    },
  };
}
