import { createSession } from '#platform/server/session.ts';
import type { Server } from './servers.ts';

export type Answer = { status: number; body: any; text: string; replayed: boolean };

/** One browser of one person, which the load balancer sends to any server. */
export type Browser = {
  get: (server: Server, path: string) => Promise<Answer>;
  post: (server: Server, path: string, body: object, key?: string) => Promise<Answer>;
};

type Who = { cognitoId: string; email: string; orgId: string };

/** Signs a person in, for longer than an episode lasts: that sessions end by age is tested elsewhere. */
export async function openBrowser(server: Server, now: Date, who: Who, ip: string): Promise<Browser> {
  const { token, session } = await createSession(server.database.global, now, { ...who, newUser: false });
  await server.database.global
    .updateTable('appSession')
    .set({ expiresAt: new Date(now.getTime() + 3 * 365 * 86_400_000) })
    .where('tokenHash', '=', session.tokenHash)
    .execute();
  const cookies = new Map([['session', token]]);
  const send = async (
    to: Server,
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: object,
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await to.app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { host: 'localhost', cookie, ...headers },
      ...(payload ? { payload } : {}),
    });
    return { answer, cookies: answer.cookies };
  };
  const toAnswer = ({ answer }: Awaited<ReturnType<typeof send>>): Answer => {
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : null,
      text: answer.body,
      replayed: answer.headers['idempotency-replayed'] === 'true',
    };
  };
  const first = await send(server, 'GET', '/api/getCSRFToken', {});
  for (const { name, value } of first.cookies) cookies.set(name, value);
  const csrf = first.answer.json<{ CSRFToken: string }>().CSRFToken;
  return {
    get: async (to, path) => toAnswer(await send(to, 'GET', `/api${path}`, {})),
    post: async (to, path, body, key) =>
      toAnswer(
        await send(
          to,
          'POST',
          `/api${path}`,
          { 'x-csrf-token': csrf, ...(key ? { 'idempotency-key': key } : {}) },
          body,
        ),
      ),
  };
}

/** The card form of a page of the billing sandbox, sent by somebody who pays. */
export async function payOnPage(server: Server, url: string, number: string): Promise<number> {
  const address = new URL(url).pathname;
  const form = await server.app.inject({ method: 'GET', url: address, headers: { host: 'localhost' } });
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1];
  if (!token) return form.statusCode;
  const fields = {
    name: 'Ada Vance',
    expiry: '04 / 29',
    cvc: '123',
    country: 'US',
    postcode: '94107',
    token,
    number,
    do: 'pay',
  };
  const sent = await server.app.inject({
    method: 'POST',
    url: address,
    headers: {
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: form.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    payload: new URLSearchParams(fields).toString(),
  });
  return sent.statusCode;
}
