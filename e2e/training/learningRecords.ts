import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Statement = {
  id: string;
  verb: { id: string };
  object: { id: string };
  result?: { score?: { scaled?: number }; success?: boolean; completion?: boolean; duration?: string };
  context: {
    registration: string;
    contextActivities: { category?: { id: string }[] };
    extensions?: Record<string, unknown>;
  };
};

const launch = {
  registration: '7f6c54be-8a6e-4ad8-9a8b-0ee8d9c0f001',
  activityId: 'https://elsewhere-tools.com/au/1',
};
const actor = { objectType: 'Agent', account: { homePage: 'https://elsewhere-tools.com', name: '27' } };

/**
 * A learning system of cmi5 as small as it can be: serves a package's files, hands out a token once, keeps state documents and
 * writes down every statement it is sent with that token.
 */
export async function openLrs(
  files: ReadonlyMap<string, { bytes: Buffer; type: string }>,
  { masteryScore = 0.8 } = {},
) {
  const statements: Statement[] = [];
  const states = new Map<string, string>();
  const faults: string[] = [];
  let tokens = 0;
  const launchData = {
    contextTemplate: {
      contextActivities: { grouping: [{ objectType: 'Activity', id: 'https://elsewhere-tools.com/course' }] },
      extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 'session-1' },
    },
    launchMode: 'Normal',
    masteryScore,
    moveOn: 'CompletedAndPassed',
  };
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  function documents(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    const id = url.searchParams.get('stateId') ?? '';
    if (id === 'LMS.LaunchData') return json(response, launchData);
    const key = `${url.searchParams.get('registration')} ${id}`;
    if (request.method === 'GET')
      return states.has(key) ? json(response, JSON.parse(states.get(key)!)) : json(response, {}, 404);
    states.set(key, body);
    return response.writeHead(204).end();
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://lrs');
    const body = (await buffer(request)).toString();
    if (url.pathname === '/fetch') return json(response, { 'auth-token': `token-${++tokens}` });
    if (!url.pathname.startsWith('/xapi/')) {
      const file = files.get(decodeURIComponent(url.pathname.slice('/package/'.length)));
      return file
        ? response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
        : response.writeHead(404).end();
    }
    if (
      request.headers.authorization !== `Basic token-${tokens}` ||
      !request.headers['x-experience-api-version']
    ) {
      faults.push(`${request.method} ${url.pathname} without the token`);
      return json(response, {}, 401);
    }
    if (url.pathname === '/xapi/activities/state') return documents(request, response, url, body);
    if (url.pathname === '/xapi/agents/profile') return json(response, {}, 404);
    if (url.pathname === '/xapi/statements' && request.method === 'POST') {
      const sent = [JSON.parse(body) as Statement | Statement[]].flat();
      statements.push(...sent);
      return json(
        response,
        sent.map(({ id }) => id),
      );
    }
    faults.push(`${request.method} ${url.pathname}`);
    return json(response, {}, 404);
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const query = new URLSearchParams({
    endpoint: `${address}/xapi/`,
    fetch: `${address}/fetch`,
    actor: JSON.stringify(actor),
    ...launch,
  });
  return {
    launchAddress: `${address}/package/index.html?${query}`,
    statements,
    states,
    faults,
    /** Puts down what an earlier visit kept. */
    keep: (id: string, value: unknown) => states.set(`${launch.registration} ${id}`, JSON.stringify(value)),
    registration: launch.registration,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
