import { csrfHeader } from '#platform/endpoint.ts';

/** Calls as a signed-in browser makes them, over HTTP. */
export type Person = {
  post: (path: string, body?: object) => Promise<{ status: number; body: any }>;
  get: (path: string) => Promise<{ status: number; bytes: Buffer }>;
};

/** Asks the built-in user pool. */
export async function askPool(origin: string, operation: string, body: object): Promise<any> {
  const answer = await fetch(`${origin}/user-pool`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

/**
 * Signs in with a password: at the pool, then at the portal.
 * @param address from where, told as a proxy tells it; without it from this machine
 */
export async function signIn(
  origin: string,
  clientId: string,
  { email, password, address }: { email: string; password: string; address?: string },
): Promise<Person> {
  const from: Record<string, string> = address ? { 'x-forwarded-for': address } : {};
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${origin}/api${path}`, {
      ...init,
      headers: { ...(init.headers as object), ...from, cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s);
      jar.set(name, value);
    }
    return answer;
  };
  let token = '';
  const renewToken = async () => {
    token = ((await (await send('/getCSRFToken')).json()) as { CSRFToken: string }).CSRFToken;
  };
  const post = async (path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json', [csrfHeader]: token };
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const { AuthenticationResult: tokens } = await askPool(origin, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  await renewToken();
  const begun = await post('/accounts/session', {
    idToken: tokens.IdToken,
    accessToken: tokens.AccessToken,
    refreshToken: tokens.RefreshToken,
  });
  if (begun.status !== 200) throw new Error(`No session: ${begun.status} ${JSON.stringify(begun.body)}`);
  // the token belongs to the session
  await renewToken();
  return {
    post,
    get: async (path) => {
      const answer = await send(path);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    },
  };
}
