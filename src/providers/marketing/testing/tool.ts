import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A marketing tool for tests: keeps what it is told, answers as it is set to. */
export async function startLocalTool() {
  const told: { path: string; body: any }[] = [];
  const state = { status: 200 };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      told.push({ path: request.url!, body });
      response
        .writeHead(state.status, { 'content-type': 'application/json' })
        .end(state.status === 200 ? '{}' : '{"status":"error","message":"no"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
