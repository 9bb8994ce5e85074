import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { addStaff } from '#modules/staff/server/public.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { openEmbeddedIdentity } from '#providers/identity/embedded/identity.ts';
import { testBrowser } from './browser.ts';

type TestBrowser = ReturnType<typeof testBrowser>;

/** The people of a test portal, each signed in with a browser of their own. */
export function testPeople({
  app,
  base,
  identity,
}: {
  app: FastifyInstance;
  base: BaseCtx;
  identity: Awaited<ReturnType<typeof openEmbeddedIdentity>>;
}) {
  /** A confirmed person in the pool, signed in with a browser of their own; no organisation yet. */
  const signIn = async (
    email: string,
    browser = testBrowser(app),
  ): Promise<TestBrowser & { cognitoId: string; email: string }> => {
    const password = 'Correct-horse-7';
    const user = (await identity.findUser(email)) ?? (await identity.createUser({ email, password }));
    const tokens = (await identity.handle(
      'InitiateAuth',
      {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: identity.clientId,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      },
      { ip: '203.0.113.7' },
    )) as { AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string } };
    const {
      IdToken: idToken,
      AccessToken: accessToken,
      RefreshToken: refreshToken,
    } = tokens.AuthenticationResult;
    const begun = await browser.post('/accounts/session', { idToken, accessToken, refreshToken });
    if (begun.status !== 200) throw new Error(`No session: ${begun.status} ${JSON.stringify(begun.body)}`);
    return { ...browser, cognitoId: user.cognitoId, email };
  };

  /** A signed-in administrator of an organisation of their own, made by the onboarding call. */
  const member = async (
    email = `${randomUUID().slice(0, 8)}@acme-widgets.com`,
    companyName = 'Acme Widgets Inc.',
  ) => {
    const person = await signIn(email);
    const saved = await person.post('/profile/profileSave', {
      companyProfile: { companyName, industry: 'RETAIL', numberOfEmployees: '11-20', companyUrl: '' },
      adminProfile: { firstName: 'Ada', lastName: 'Vance', jobTitle: 'Office manager' },
    });
    if (saved.status !== 200)
      throw new Error(`No organisation: ${saved.status} ${JSON.stringify(saved.body)}`);
    return { ...person, orgId: saved.body.data.orgId as string };
  };

  /** A signed-in member of staff; the sign-in passed a second factor unless `strong` is false. */
  const staff = async (
    email = `${randomUUID().slice(0, 8)}@support.example`,
    {
      name = 'Sam Rivera',
      brandId = null,
      strong = true,
    }: { name?: string; brandId?: string | null; strong?: boolean } = {},
  ) => {
    await addStaff(base, { email, name, brandId, password: 'Correct-horse-7' });
    const person = await signIn(email);
    if (strong)
      await base.global
        .updateTable('appSession')
        .set({ strong: true })
        .where('cognitoId', '=', person.cognitoId)
        .execute();
    return { ...person, name };
  };

  /** A member of staff who acts as an administrator; the browser given is theirs from then on. */
  const support = async (
    admin: { orgId: string; cognitoId: string },
    person?: Awaited<ReturnType<typeof staff>>,
  ) => {
    const who = person ?? (await staff());
    const begun = await who.post('/staff/supportSession/begin', {
      orgId: admin.orgId,
      cognitoId: admin.cognitoId,
      reason: 'Ticket 4711: scans do not start',
    });
    if (begun.status !== 200)
      throw new Error(`No support session: ${begun.status} ${JSON.stringify(begun.body)}`);
    return { ...who, orgId: admin.orgId };
  };

  return { signIn, member, staff, support };
}
