import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { csrfHeader, idempotencyHeader } from '#platform/endpoint.ts';
import type { Answer, Calls } from '../calls.ts';
import type { Layout } from './layout.ts';

export type Sent = { status: number; code: string | null; body: any };

/** Networks may make so many calls a minute: a writer stands for several colleagues at several places. */
const places = 12;

/** Calls in one person's session over connections that are kept open. A connection that is cut off throws. */
export function openCaller({ url, certificate }: Layout, { cookie }: Pick<Calls, 'cookie'>, group: number) {
  const agent = new Agent({ keepAlive: true, ca: certificate, maxSockets: 4 });
  let calls = 0;
  const send = (path: string, body: object | null, headers: Record<string, string>) =>
    new Promise<Sent>((resolve, reject) => {
      const sent = request(
        `${url}/api${path}`,
        {
          agent,
          method: body ? 'POST' : 'GET',
          localAddress: `127.0.${group + 1}.${(calls++ % places) + 1}`,
          headers: { cookie, 'content-type': 'application/json', ...headers },
          timeout: 60_000,
        },
        (answer) => {
          text(answer).then((given) => {
            const isOurs = String(answer.headers['content-type']).startsWith('application/json');
            const parsed = isOurs ? (JSON.parse(given) as Answer<object>['body']) : null;
            resolve({
              status: answer.statusCode!,
              code: isOurs ? (parsed?.error?.code ?? null) : 'not-ours',
              body: parsed,
            });
          }, reject);
        },
      );
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new Error('No answer in a minute.')));
      sent.end(body ? JSON.stringify(body) : undefined);
    });
  let token = '';
  return {
    post: async (path: string, body: object, key: string): Promise<Sent> => {
      if (!token) {
        const { status, body: given, code } = await send('/getCSRFToken', null, {});
        if (status !== 200) return { status, body: given, code };
        token = given.CSRFToken as string;
      }
      return send(path, body, { [csrfHeader]: token, [idempotencyHeader]: key });
    },
    close: () => agent.destroy(),
  };
}
