import type { BrowserContext, Cookie, Locator, Page } from 'playwright-core';
import { csrfHeader, transactionHeader } from '#platform/endpoint.ts';
import { goodPassword } from './steps.ts';
import type { RunningPortal } from './world.ts';

export type Answer<T> = { status: number; body: T & { success: boolean; error?: { code: string } } };

/** Calls of one signed-in person, as any program could make them. */
export type Calls = {
  cookie: string;
  post: <T = object>(path: string, body?: object) => Promise<Answer<T>>;
  get: <T = object>(path: string) => Promise<Answer<T>>;
  file: (path: string) => Promise<{ bytes: Uint8Array; name: string }>;
};

export function callsWith(url: string, cookie: string): Calls {
  const jar = new Map(
    cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  jar.delete('');
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  async function send(path: string, more: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${url}/api${path}`, {
      ...more,
      headers: { cookie: cookies(), ...(more.headers as object) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s);
      jar.set(name, value);
    }
    return answer;
  }
  const answerOf = async <T>(answer: Response) =>
    ({ status: answer.status, body: await answer.json() }) as Answer<T>;
  return {
    get cookie() {
      return cookies();
    },
    get: async (path) => answerOf(await send(path)),
    post: async (path, body = {}) => {
      const { CSRFToken } = (await (await send('/getCSRFToken')).json()) as { CSRFToken: string };
      const headers = {
        'content-type': 'application/json',
        [csrfHeader]: CSRFToken,
        [transactionHeader]: crypto.randomUUID(),
      };
      return answerOf(await send(path, { method: 'POST', body: JSON.stringify(body), headers }));
    },
    file: async (path) => {
      const answer = await send(path);
      if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}: ${await answer.text()}`);
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
      return { bytes: new Uint8Array(await answer.arrayBuffer()), name };
    },
  };
}

const cookieOf = (cookies: Cookie[]) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** The calls of whoever is signed in in a browser. */
export async function callsOf(context: BrowserContext, url: string): Promise<Calls> {
  return callsWith(url, cookieOf(await context.cookies(url)));
}

/** The file that a link opens in a window of its own, read from the portal at `url` as another program reads it. */
export async function openedFile(
  page: Page,
  link: Locator,
  url: string,
  open = () => link.click(),
): ReturnType<Calls['file']> {
  const address = new URL((await link.getAttribute('href'))!, page.url());
  // a page that never came closes with its context
  page.once('popup', (viewer) => void viewer.close().catch(() => undefined));
  // the request tells that the window opened; its page is announced only after the viewer of PDFs has started
  await Promise.all([
    page.context().waitForEvent('request', (request) => request.url() === address.href),
    open(),
  ]);
  const calls = callsWith(url, cookieOf(await page.context().cookies(address.href)));
  return calls.file(`${address.pathname.replace('/api', '')}${address.search}`);
}

/** One action of the user pool, in its own protocol. */
export async function askPool(url: string, action: string, body: object): Promise<any> {
  const answer = await fetch(`${url}/user-pool`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${action}: ${text}`);
  return text ? JSON.parse(text) : null;
}

const clientOf = async (url: string): Promise<string> =>
  ((await (await fetch(`${url}/api/config`)).json()) as { userPool: { ClientId: string } }).userPool.ClientId;

/** Where a portal answers, and the mails that it sends. */
export type ReachablePortal = {
  url: string;
  mail: (to: string, subject: RegExp) => Promise<{ code: string | null }>;
};

/** An account whose address is confirmed, without organisation; of the channel of a subscription id, where one is given. */
export async function makeAccount(
  portal: ReachablePortal,
  email: string,
  signUpCode?: string,
): Promise<void> {
  const ClientId = await clientOf(portal.url);
  await askPool(portal.url, 'SignUp', {
    ClientId,
    Username: email,
    Password: goodPassword,
    UserAttributes: [
      { Name: 'email', Value: email },
      ...(signUpCode ? [{ Name: 'custom:subscriptionId', Value: signUpCode }] : []),
    ],
  });
  const { code } = await portal.mail(email, /./);
  await askPool(portal.url, 'ConfirmSignUp', { ClientId, Username: email, ConfirmationCode: code });
}

export type Tokens = { idToken: string; accessToken: string; refreshToken: string };

/** What the user pool gives for a password that is enough alone. */
export async function tokensOf(url: string, email: string, password = goodPassword): Promise<Tokens> {
  const { AuthenticationResult: tokens } = await askPool(url, 'InitiateAuth', {
    ClientId: await clientOf(url),
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return { idToken: tokens.IdToken, accessToken: tokens.AccessToken, refreshToken: tokens.RefreshToken };
}

/** Signs in without a browser. */
export async function signInByCalls(url: string, email: string, password = goodPassword): Promise<Calls> {
  const calls = callsWith(url, '');
  const { status } = await calls.post('/accounts/session', await tokensOf(url, email, password));
  if (status !== 200) throw new Error(`No session for ${email}: ${status}`);
  return calls;
}

async function passIntroByCalls(calls: Calls): Promise<void> {
  const { body: who } = await calls.post<{ cognitoId: string }>('/accounts/check', { bc: true });
  await calls.post('/profile/editUser', { cognitoId: who.cognitoId, hasSeenOrgGoals: true });
  await calls.post('/profile/updateCustomerPortalData', {
    introViewed: { dashboard: true, monitoring: true, compliance: true, training: true, cybermaturity: true },
    cybermaturity: { hasSeenReleaseNotes: true, dontShowRoadBlock: true },
  });
}

/** Somebody who signed up, set up an organisation and saw the introductions and reminders, in no time. */
export async function makeAdministrator(
  portal: ReachablePortal,
  email: string,
  { companyName = 'Harbor Lamps LLC', signUpCode }: { companyName?: string; signUpCode?: string } = {},
): Promise<Calls> {
  await makeAccount(portal, email, signUpCode);
  const calls = await signInByCalls(portal.url, email);
  const companyProfile = { companyName, industry: 'RETAIL', numberOfEmployees: '11-20', companyUrl: '' };
  const saved = await calls.post<{ data: { orgId: string } }>('/profile/profileSave', {
    companyProfile,
    adminProfile: { firstName: 'Ada', lastName: 'Marsh' },
  });
  if (saved.status !== 200) throw new Error(`No organisation for ${email}: ${JSON.stringify(saved.body)}`);
  await passIntroByCalls(calls);
  return calls;
}

/** Lets a browser take over the session of these calls. */
export async function handOver(calls: Calls, context: BrowserContext, url: string): Promise<void> {
  const pairs = calls.cookie.split('; ').filter((pair) => pair.startsWith('session='));
  await context.addCookies(
    pairs.map((pair) => ({
      name: 'session',
      value: pair.slice('session='.length),
      url,
      httpOnly: true,
      sameSite: 'Lax',
    })),
  );
}

/** A second administrator of the same organisation, who accepted an invitation and saw the introduction. */
export async function makeColleague(
  portal: RunningPortal,
  inviter: Calls,
  email: string,
  firstName = 'Ben',
): Promise<Calls> {
  const invited = await inviter.post('/accounts/invite_user', {
    email,
    firstName,
    lastName: 'Ferry',
    jobTitle: '',
  });
  if (invited.status !== 200) throw new Error(`No invitation for ${email}: ${JSON.stringify(invited.body)}`);
  const { links } = await portal.mail(email, /^You are invited to administer/);
  const linkId = links.map((link) => /\/invite-link\/([\w-]+)/.exec(link)?.[1]).find(Boolean);
  const { status } = await callsWith(portal.url, '').post('/accounts/inviteLink', {
    linkId,
    password: goodPassword,
  });
  if (status !== 200) throw new Error(`No colleague ${email}: ${status}`);
  const calls = await signInByCalls(portal.url, email);
  await passIntroByCalls(calls);
  return calls;
}
