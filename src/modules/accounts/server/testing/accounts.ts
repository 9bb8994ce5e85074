import { randomUUID } from 'node:crypto';
import type { testPortal } from '#app/testing/portal.ts';

export type Portal = Awaited<ReturnType<typeof testPortal>>;
export const goodPassword = 'Correct-horse-7';
const caller = { ip: '203.0.113.7' };

/** Tokens as the browser gets them from the pool. */
export async function tokensOf(portal: Portal, email: string, password = goodPassword) {
  const { identity } = portal;
  const answer = (await identity.handle(
    'InitiateAuth',
    {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: identity.clientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    },
    caller,
  )) as { AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string } };
  const {
    IdToken: idToken,
    AccessToken: accessToken,
    RefreshToken: refreshToken,
  } = answer.AuthenticationResult;
  return { idToken, accessToken, refreshToken };
}

/** Signs up at the pool as the browser does; the mail waits in the queue. */
export const signUp = (portal: Portal, email: string, signUpCode?: string) =>
  portal.identity.handle(
    'SignUp',
    {
      ClientId: portal.identity.clientId,
      Username: email,
      Password: goodPassword,
      UserAttributes: [
        { Name: 'email', Value: email },
        ...(signUpCode ? [{ Name: 'custom:subscriptionId', Value: signUpCode }] : []),
      ],
    },
    caller,
  );

/** Gives a person an organisation. */
export async function organize(
  portal: Portal,
  person: { cognitoId: string; email: string },
  companyName = 'Acme Widgets Inc.',
): Promise<string> {
  const orgId = randomUUID();
  const now = portal.clock.now();
  await portal.database.inOrg(orgId, async (db) => {
    await db
      .insertInto('organization')
      .values({
        orgId,
        companyName,
        numberOfEmployees: '11-20',
        industry: 'RETAIL',
        channelId: 'direct',
        subscriptionId: 'START',
        planId: 'trial',
        subscriptionStatus: 'ACTIVE',
        signUpDate: now,
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    await db
      .insertInto('admin')
      .values({
        orgId,
        cognitoId: person.cognitoId,
        email: person.email,
        firstName: 'Ada',
        lastName: 'Vance',
        createdAt: now,
        updatedAt: now,
      })
      .execute();
  });
  return orgId;
}

/** Makes a person another administrator of an organisation, signed in. */
export async function addAdmin(portal: Portal, orgId: string, email: string) {
  const { cognitoId } = await portal.identity.createUser({ email, password: goodPassword });
  portal.clock.advance(1);
  const now = portal.clock.now();
  await portal.database.inOrg(orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId,
        cognitoId,
        email,
        firstName: 'Bob',
        lastName: '',
        createdAt: now,
        updatedAt: now,
      })
      .execute(),
  );
  return portal.signIn(email);
}

/** A signed-in administrator of an organisation of their own. */
export async function administrator(portal: Portal, email: string, companyName?: string) {
  const person = await portal.identity.createUser({ email, password: goodPassword });
  const orgId = await organize(portal, person, companyName);
  return { ...(await portal.signIn(email)), orgId };
}

/** The newest mail to an address, once everything queued is done. */
export async function newestMail(portal: Portal, to: string) {
  await portal.runJobs();
  const [newest] = await portal.mailbox.list({ to });
  return newest ? portal.mailbox.read(newest.id) : null;
}

/** The address of the one button of a mail, without its host. */
export const linkOf = (mail: { text: string }, part: string): string => {
  const found = [...mail.text.matchAll(/https?:\/\/[^\s/]+(\/\S+)/g)]
    .map((match) => match[1]!)
    .find((link) => link.includes(part));
  if (!found) throw new Error(`No link with ${part} in:\n${mail.text}`);
  return found;
};

/** Whether a browser still has its session. */
export const isIn = async (browser: { post: (path: string) => Promise<{ body: any }> }) =>
  (await browser.post('/accounts/check')).body.authenticated as boolean;
