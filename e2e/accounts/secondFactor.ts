import { Secret, TOTP } from 'otpauth';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { askPool, tokensOf, type Calls } from '../calls.ts';
import { goodPassword } from '../steps.ts';
import type { RunningPortal } from '../world.ts';

const stepMs = 30_000;

/** What a person's authenticator app shows. */
export type Authenticator = { code: () => Promise<string> };

/** A code counts once, so each is of a later step than the one before; one step early is taken, further ones are waited for. */
export function authenticatorWith(secret: string): Authenticator {
  let last = 0;
  return {
    code: async () => {
      last = Math.max(last + 1, Math.floor(Date.now() / stepMs));
      await pause(Math.max(0, (last - 1) * stepMs - Date.now()));
      return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: last * stepMs });
    },
  };
}

/** Password, app and its first code; ends where the recovery codes are shown, with them. */
export async function setUpSecondFactor(
  page: Page,
  password = goodPassword,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const app = authenticatorWith((await page.locator('form code').innerText()).replaceAll(' ', ''));
  await page.getByLabel('Six-digit code').fill(await app.code());
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await codes.waitFor();
  return { app, recoveryCodes: await codes.getByRole('listitem').allTextContents() };
}

/** The same without a browser, for somebody who is signed in; the session is a strong one from then on. */
export async function switchSecondFactorOn(
  { url }: RunningPortal,
  calls: Calls,
  email: string,
  password = goodPassword,
): Promise<void> {
  const tokens = await tokensOf(url, email, password);
  const { SecretCode } = await askPool(url, 'AssociateSoftwareToken', { AccessToken: tokens.accessToken });
  const UserCode = await authenticatorWith(SecretCode).code();
  await askPool(url, 'VerifySoftwareToken', { AccessToken: tokens.accessToken, UserCode });
  const { status } = await calls.post('/accounts/switchSecondFactorOn', tokens);
  if (status !== 200) throw new Error(`No second factor for ${email}: ${status}`);
}
