import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that speaks as much of Probely's API as the adapter uses, for its tests. */

type Body = Record<string, unknown>;
export type World = {
  endpoint: string;
  /** `POST /targets/t1/scan_now/` with bodies. */
  asked: { call: string; body: Body; authorization: string }[];
  targets: {
    id: string;
    url: string;
    verified: boolean;
    running: string | null;
    profiles: string[];
    site: Body;
  }[];
  scans: Map<string, { target: string; status: string[]; profile: string }>;
  findings: Body[];
  /** Answers given instead, each once: status by call. */
  refuse: { call: RegExp; status: number; body: unknown; drop?: boolean }[];
  close: () => Promise<void>;
};

const read = async (request: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Body) : {};
};

const definitions = Array.from({ length: 130 }, (_each, n) => ({
  id: `def${n}`,
  name: `Weakness ${n}`,
  desc: 'What it is',
}));

const targetWire = (one: World['targets'][number]) => ({
  id: one.id,
  site: { id: `s-${one.id}`, name: 'x', url: one.url, verified: one.verified, ...one.site },
  running_scan: one.running ? { id: one.running } : null,
  allowed_scan_profiles: one.profiles.map((id) => ({ id, name: id, builtin: true })),
  risk: null,
});

const scanWire = (world: World, id: string, status: string) => ({
  id,
  status,
  scan_profile: { id: world.scans.get(id)!.profile },
  started: '2026-11-20T10:00:00Z',
  completed: status.startsWith('completed') ? '2026-11-20T11:00:00Z' : null,
  crawler: { state: 'done', status: { urls: 12 } },
});

const pageOf = (list: unknown[], query: URLSearchParams) => {
  const [page, length] = [Number(query.get('page') ?? 1), Math.min(50, Number(query.get('length') ?? 10))];
  return {
    count: list.length,
    page,
    length,
    page_total: Math.max(1, Math.ceil(list.length / length)),
    results: list.slice((page - 1) * length, page * length),
  };
};

type Answer = [status: number, reply: unknown];
type Asked = { method: string; query: URLSearchParams; body: Body; id: string; act: string | undefined };
type Target = World['targets'][number];
const notFound: Answer = [404, { detail: 'Not found.' }];

function answerTargets(world: World, { method, query, body }: Asked): Answer {
  if (method === 'GET') {
    const found = world.targets.filter((one) => one.url.includes(query.get('search') ?? ''));
    return [200, pageOf(found.map(targetWire), query)];
  }
  const made = {
    id: `t${world.targets.length + 1}`,
    url: (body.site as { url: string }).url,
    verified: true,
    running: null,
    profiles: ['lightning', 'safe', 'normal', 'full'],
    site: {},
  };
  world.targets.push(made);
  return [201, targetWire(made)];
}

function startScan(world: World, target: Target, { body }: Asked, states: readonly string[]): Answer {
  if (target.running) return [400, { error: 'A scan is running already.' }];
  const id = `scan${world.scans.size + 1}`;
  world.scans.set(id, { target: target.id, status: [...states], profile: String(body.scan_profile) });
  target.running = id;
  return [200, scanWire(world, id, 'queued')];
}

function answerScan(world: World, target: Target, { id, act }: Asked): Answer {
  const scan = world.scans.get(id);
  if (!scan || scan.target !== target.id) return notFound;
  if (act === 'cancel') {
    scan.status = ['canceled'];
    target.running = null;
  }
  const status = scan.status.length > 1 ? scan.status.shift()! : scan.status[0]!;
  if (/^(completed|failed|canceled)/.test(status)) target.running = null;
  return [200, scanWire(world, id, status)];
}

function answerFinding(world: World, { query, id, act }: Asked): Answer {
  const state = query.get('state');
  if (id === '')
    return [
      200,
      pageOf(
        world.findings.filter((one) => state === null || one.state === state),
        query,
      ),
    ];
  const found = world.findings.find((one) => String(one.id) === id);
  if (!found) return notFound;
  if (act === 'retest') Object.assign(found, { retesting: true });
  else if (found.retesting) {
    Object.assign(found, { retesting: false, state: found.becomes ?? found.state });
    return [200, { ...found, retesting: true }];
  }
  return [200, found];
}

function answer(world: World, states: readonly string[], method: string, url: URL, body: Body): Answer {
  const [, first, targetId = '', kind, id = '', act] = url.pathname.split('/');
  const asked = { method, query: url.searchParams, body, id, act };
  if (first === 'vulnerability_definitions') return [200, pageOf(definitions, url.searchParams)];
  if (first === 'targets' && targetId === '') return answerTargets(world, asked);
  const target = world.targets.find((one) => one.id === targetId);
  if (!target) return notFound;
  switch (kind) {
    case '':
      if (method === 'PATCH') Object.assign(target.site, body.site);
      return [200, targetWire(target)];
    case 'scan_now':
      return startScan(world, target, asked, states);
    case 'scans':
      return answerScan(world, target, asked);
    case 'findings':
      return answerFinding(world, asked);
    default:
      return notFound;
  }
}

/** Opens it with nothing in it. A scan goes through the states it is given, one at each look. */
export async function startProbely(
  states: readonly string[] = ['queued', 'started', 'under_review', 'completed'],
): Promise<World> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://probely');
      const body = await read(request);
      const call = `${request.method} ${url.pathname}`;
      world.asked.push({ call, body, authorization: request.headers.authorization ?? '' });
      const at = world.refuse.findIndex((one) => one.call.test(call));
      const refusal = at >= 0 ? world.refuse.splice(at, 1)[0]! : null;
      const [status, reply] =
        refusal && !refusal.drop
          ? [refusal.status, refusal.body]
          : answer(world, states, request.method ?? 'GET', url, body);
      // carried out, but nobody hears of it
      if (refusal?.drop) return void request.socket.destroy();
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const world: World = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    targets: [],
    scans: new Map(),
    findings: [],
    refuse: [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return world;
}

/** A finding as Probely tells it. */
export const outsideFinding = (more: Body = {}): Body => ({
  id: 7,
  definition: { id: 'def3', name: 'SQL Injection', desc: 'Text reaches the database.' },
  fix: 'Use parameters.',
  severity: 30,
  state: 'notfixed',
  url: 'https://shop.example/item?id=1',
  method: 'get',
  parameter: 'id',
  value: "1'",
  evidence: 'SQLSTATE[42000]',
  requests: [
    {
      request: '```http\nGET /item?id=1 HTTP/1.1\nCookie: session=abcdefabcdefabcdef\n```',
      response: '```http\nHTTP/1.1 500 Error\n\n<script>alert(1)</script>\n```',
    },
  ],
  cvss_score: 9.1,
  cvss_vector: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  ...more,
});
