import { codeAt } from '#providers/identity/embedded/codes/oneTimeCodes.ts';
import type { TestBrowser } from '#app/testing/portal.ts';
import { goodPassword, type Portal } from './accounts.ts';

export type PoolTokens = { idToken: string; accessToken: string; refreshToken: string };

/** One action at the user pool, as a browser sends it. */
export const atPool = (portal: Portal, action: string, body: object): Promise<any> =>
  portal.identity.handle(action, { ClientId: portal.identity.clientId, ...body }, { ip: '203.0.113.7' });

const tokensIn = ({ AuthenticationResult: { IdToken, AccessToken, RefreshToken } }: any): PoolTokens => ({
  idToken: IdToken,
  accessToken: AccessToken,
  refreshToken: RefreshToken,
});

/** Gives password, and the code of the app where the pool demands one; an unused step of the clock is taken. */
export async function poolTokens(
  portal: Portal,
  email: string,
  secret?: string,
  password = goodPassword,
): Promise<PoolTokens> {
  const answer = await atPool(portal, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  if (!answer.ChallengeName) return tokensIn(answer);
  portal.clock.advance(60);
  return tokensIn(
    await atPool(portal, 'RespondToAuthChallenge', {
      ChallengeName: answer.ChallengeName,
      Session: answer.Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: codeAt(secret!, portal.clock.now()) },
    }),
  );
}

/** Verifies an app with fresh tokens; nothing demands its codes yet. */
export async function verifyApp(portal: Portal, { accessToken }: PoolTokens): Promise<string> {
  const { SecretCode } = await atPool(portal, 'AssociateSoftwareToken', { AccessToken: accessToken });
  await atPool(portal, 'VerifySoftwareToken', {
    AccessToken: accessToken,
    UserCode: codeAt(SecretCode, portal.clock.now()),
  });
  return SecretCode as string;
}

/** Sets a second factor up as the panel does. @returns the app's secret and the recovery codes */
export async function setUpSecondFactor(portal: Portal, browser: TestBrowser, email: string) {
  const tokens = await poolTokens(portal, email);
  const secret = await verifyApp(portal, tokens);
  const { status, body } = await browser.post('/accounts/switchSecondFactorOn', tokens);
  if (status !== 200) throw new Error(`No second factor: ${status} ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: body.data.recoveryCodes as string[], tokens };
}

/** Signs in with password and code in a browser. */
export async function signInWithCode(
  portal: Portal,
  email: string,
  secret: string,
  browser = portal.browser(),
): Promise<TestBrowser> {
  const { status, body } = await browser.post('/accounts/session', await poolTokens(portal, email, secret));
  if (status !== 200) throw new Error(`No session: ${status} ${JSON.stringify(body)}`);
  return browser;
}

/** The newest mail with a subject that begins so, once everything queued is done. */
export async function mailAbout(
  portal: Portal,
  to: string,
  subject: string,
): Promise<{ subject: string; text: string }> {
  await portal.runJobs();
  const mails = await portal.mailbox.list({ to });
  const found = mails.find((mail) => mail.subject.startsWith(subject));
  if (!found) throw new Error(`No email about ${subject}: ${mails.map((mail) => mail.subject).join(', ')}`);
  return (await portal.mailbox.read(found.id))!;
}

/** What the portal tells a person of their second factor. */
export const factorOf = async (browser: { get: (path: string) => Promise<{ body: any }> }) =>
  (await browser.get('/accounts/secondFactor')).body.data;

/** What the log of an organization says of second factors. */
export const actsOf = (portal: Portal, orgId: string) =>
  portal.database.inOrg(orgId, (db) =>
    db
      .selectFrom('auditEntry')
      .select(['act', 'actorId', 'actorEmail', 'ip', 'subjectId', 'subjectName'])
      .where('act', '~', '^(second-factor|recovery)')
      .orderBy('id')
      .execute(),
  );
