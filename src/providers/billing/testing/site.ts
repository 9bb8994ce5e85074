import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { basicAuthorization } from '../chargebee/events.ts';
import { openApi } from '../embedded/api/api.ts';
import { openTestSandbox } from './sandbox.ts';

/** What a test wants the next answer to be instead of the true one; null leaves that one alone. */
export type Fault =
  | { status: number; body?: string | Record<string, unknown>; headers?: Record<string, string> }
  | 'hang up'
  | null;

export const apiKey = 'test_a-key-that-nobody-may-see';
export const hook = { webhookUser: 'chargebee', webhookPassword: 'a-long-secret-of-chance' };

async function requestOf(incoming: IncomingMessage, address: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/' } = incoming;
  const body = Buffer.concat(chunks).toString('utf8');
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const request = new Request(new URL(url, address), { method, headers, ...(body === '' ? {} : { body }) });
  return { request, asked: { method, path: url, body, headers: incoming.headers } };
}

const answerOf = ({ status, body = {}, headers = {} }: Exclude<Fault, string | null>): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** The sandbox at an HTTP address of its own, as Chargebee is, with faults where a test plans them. */
export async function openTestSite(changes: Parameters<typeof openTestSandbox>[0] = {}) {
  const sandbox = await openTestSandbox(changes);
  const answer = openApi(sandbox.parts, apiKey);
  const asked: { method: string; path: string; body: string; headers: IncomingHttpHeaders }[] = [];
  const faults: Fault[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { request, asked: one } = await requestOf(incoming, site.address);
    asked.push(one);
    const fault = faults.shift();
    if (fault === 'hang up') return void incoming.socket.destroy();
    const response = fault ? answerOf(fault) : await answer(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const site = {
    ...sandbox,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked so far. */
    asked,
    /** The next answers, in order, instead of true ones. */
    fail: (...next: Fault[]) => void faults.push(...next),
    notices: () => sandbox.delivered.map((body) => ({ authorization: basicAuthorization(hook), body })),
    /** Puts a card on file, as its customer would. */
    changeCard: (outcome: string) =>
      sandbox.database.global
        .updateTable('billingSandboxSubscription')
        .set({ card: JSON.stringify({ brand: 'Visa', last4: '0341', expires: '12/2034', outcome }) })
        .execute(),
  };
  return site;
}
