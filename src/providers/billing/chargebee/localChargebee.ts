import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalRefusal, readForm } from './localForms.ts';
import { localCalls, type LocalAnswer } from './localCalls.ts';
import { onePagePdf } from './localPdf.ts';
import { openLocalSite, type LocalGoods } from './localSite.ts';

export type LocalOptions = LocalGoods & {
  now: () => Date;
  apiKey: string;
  webhookUser: string;
  webhookPassword: string;
  /** Which records know the custom field of the organisation. */
  fields?: readonly ('customer' | 'subscription')[];
};
/** What a test wants the next answer to be instead. */
export type LocalFault =
  | { status: number; body?: string | Record<string, unknown>; headers?: Record<string, string> }
  | 'hang up';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * A server on this machine that speaks Chargebee's API as far as the portal uses it, and is strict: a parameter that it
 * does not know, a missing key, a wrong type, a gap in an array are refused.
 */
export async function openLocalChargebee(options: LocalOptions) {
  const { apiKey, webhookUser, webhookPassword, fields = ['customer', 'subscription'] } = options;
  const site = openLocalSite(options, options.now);
  const downloads = new Map<string, Buffer>();
  const asked: { method: string; path: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const faults: LocalFault[] = [];
  const replies = new Map<string, { sent: string; status: number; body: string }>();
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keepDownload = (content: Buffer): string => {
    const path = `/downloads/${randomUUID()}.pdf`;
    downloads.set(path, content);
    return `${address()}${path}`;
  };
  const calls = localCalls({
    site,
    fields,
    address,
    keepPdf: (id) => keepDownload(onePagePdf(`Invoice ${id}`)),
  });

  const answerOf = (method: string, path: string, query: string, body: string): LocalAnswer => {
    const call = calls.find((one) => one.method === method && one.path.test(path));
    if (!call) throw new LocalRefusal(404, 'resource_not_found', `Sorry, we couldn't find ${method} ${path}`);
    const ids = call.path.exec(path)!.slice(1).map(decodeURIComponent);
    return call.run(readForm(method === 'GET' ? query : body, call.parameters), ids[0] ?? '');
  };
  const authorize = (request: IncomingMessage): void => {
    if (request.headers.authorization !== `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`)
      throw new LocalRefusal(
        401,
        'api_authentication_failed',
        'Sorry, authentication failed. Invalid api key',
      );
    if (
      request.method === 'POST' &&
      !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    )
      throw new LocalRefusal(415, 'invalid_request', 'Unsupported media type');
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search } = new URL(request.url ?? '', 'http://local');
    const document = downloads.get(pathname);
    if (document) {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(document);
      return;
    }
    const body = await bodyOf(request);
    const method = request.method ?? '';
    asked.push({ method, path: pathname + search, body, headers: request.headers });
    const fault = faults.shift();
    if (fault === 'hang up') return void request.socket.destroy();
    const send = (status: number, text: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text);
    if (fault)
      return void send(
        fault.status,
        typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {}),
        fault.headers,
      );
    const given = request.headers['chargebee-idempotency-key'];
    const key = typeof given === 'string' && method === 'POST' ? `${pathname} ${given}` : null;
    const reply = (status: number, answer: object) => {
      const text = JSON.stringify(answer);
      if (key) replies.set(key, { sent: body, status, body: text });
      send(status, text);
    };
    try {
      authorize(request);
      site.pass();
      const before = key ? replies.get(key) : undefined;
      if (before && before.sent !== body)
        throw new LocalRefusal(400, 'invalid_request', 'The idempotency key was used with other parameters');
      if (before) send(before.status, before.body, { 'chargebee-idempotency-replayed': 'true' });
      else reply(200, answerOf(method, pathname.replace(/^\/api\/v2/, ''), search.slice(1), body));
    } catch (error) {
      if (error instanceof LocalRefusal) send(error.status, JSON.stringify(error.body));
      else
        send(
          500,
          JSON.stringify({ message: String(error), api_error_code: 'internal_error', http_status_code: 500 }),
        );
    }
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const authorization = `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`;
  return {
    address: address(),
    site,
    /** What was asked so far. */
    asked,
    /** The next answers, in order, instead of true ones. */
    fail: (...next: LocalFault[]) => void faults.push(...next),
    keepDownload,
    /** Fills in and sends a page, as its customer would. */
    pay: site.pay,
    changeCard: site.changeCard,
    /** What comes to the webhook, oldest first; time that has passed counts. */
    notices: () => {
      site.pass();
      return site.events.map((body) => ({ authorization, body }));
    },
    /** Brings notices to a webhook, in the order and as often as their places are named; gives the statuses. */
    deliver: async (webhook: string, places: readonly number[]): Promise<number[]> => {
      const statuses: number[] = [];
      for (const place of places) {
        const headers = { authorization, 'content-type': 'application/json' };
        const answer = await fetch(webhook, {
          method: 'POST',
          headers,
          body: JSON.stringify(site.events[place]),
        });
        statuses.push(answer.status);
      }
      return statuses;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
