import { signUpTrigger } from '#modules/accounts/server/public.ts';
import { isOwnHost } from '#modules/catalog/server/public.ts';
import { openProofOfWork } from '#providers/captcha/embedded/proofOfWork.ts';
import type { Captcha } from '#providers/captcha/port.ts';
import { openRecaptcha } from '#providers/captcha/recaptcha/recaptcha.ts';
import type { AdmitSignUp } from '#providers/identity/port.ts';
import type { ProviderParts } from './providers.ts';

/**
 * The captcha, reCAPTCHA where it is configured, else our own; and what the built-in user pool asks before it makes an
 * account. Throws `SettingsError`.
 */
export function openCaptcha({ settings, secrets, database, log, now }: Omit<ProviderParts, 'queue'>): {
  captcha: Captcha;
  admitSignUp: AdmitSignUp;
} {
  const captcha = settings.recaptcha
    ? openRecaptcha({
        ...settings.recaptcha,
        production: settings.production,
        log,
        isOwnHost: (host) => isOwnHost(settings, host),
      })
    : openProofOfWork({ db: database.global, secrets, now });
  return { captcha, admitSignUp: signUpTrigger({ global: database.global, secrets, settings, now }) };
}
