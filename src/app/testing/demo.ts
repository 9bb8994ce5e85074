import { expect } from 'vitest';
import type { DemoProgram } from '../demo.ts';
import { person } from '../demo/company.ts';
import { testBrowser } from './browser.ts';
import type { TestPortal } from './portal.ts';

export const programOf = (
  { settings, base, database }: TestPortal,
  mailboxAddress: string | null = null,
): DemoProgram => ({
  settings,
  base,
  database,
  providers: { mailboxAddress },
});

/** The person signs in with what was printed. */
export async function signIn(portal: TestPortal) {
  const asked = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: portal.identity.clientId,
    AuthParameters: { USERNAME: person.email, PASSWORD: person.password },
  };
  const { AuthenticationResult: tokens } = (await portal.identity.handle('InitiateAuth', asked, {
    ip: '203.0.113.7',
  })) as {
    AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string };
  };
  const browser = testBrowser(portal.app);
  const begun = await browser.post('/accounts/session', {
    idToken: tokens.IdToken,
    accessToken: tokens.AccessToken,
    refreshToken: tokens.RefreshToken,
  });
  expect(begun.status).toBe(200);
  return browser;
}

export type SignedIn = Awaited<ReturnType<typeof signIn>>;
