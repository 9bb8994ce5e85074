import autocannon from 'autocannon';
import path from 'node:path';
import { openBenchWorld, startProgram, type BenchWorld } from './world.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const connectionCounts = [1, 16, 64];
const goal = 0.85;

type Target = {
  name: string;
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
};

/** What a signed-in browser sends along, fetched once. */
async function browserHeaders(origin: string, world: BenchWorld): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/getCSRFToken`, { headers: { cookie: world.cookie } });
  const { CSRFToken } = (await answer.json()) as { CSRFToken: string };
  const csrfCookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
  return {
    cookie: [world.cookie, ...csrfCookie].join('; '),
    'x-csrf-token': CSRFToken,
    'x-transaction-id': 'bench-transaction',
    'content-type': 'application/json',
  };
}

async function measure(target: Target, connections: number): Promise<{ perSecond: number; p99: number }> {
  const result = await autocannon({
    url: target.url,
    method: target.method,
    headers: target.headers,
    ...(target.body ? { body: target.body } : {}),
    connections,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

async function requireAnswer(target: Target) {
  const answer = await fetch(target.url, {
    method: target.method,
    headers: target.headers,
    ...(target.body ? { body: target.body } : {}),
  });
  const json = (await answer.json()) as { success?: boolean };
  if (!json.success)
    throw new Error(`${target.name} answers ${answer.status}: ${JSON.stringify(json).slice(0, 300)}`);
}

/** The busiest calls beside a bare node:http answer with one query, at 1, 16 and 64 connections, in one run. */
export async function run(): Promise<void> {
  const world = await openBenchWorld();
  const env = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    DATA_DIR: world.dataDir,
    DATABASE_URL: world.databaseUrl,
  };
  const floor = await startProgram(path.join(import.meta.dirname, 'floor.ts'), {
    FLOOR_DATABASE: JSON.stringify({ ...world.connections.owner }),
    FLOOR_ORG: world.orgId,
  });
  const portal = await startProgram(path.join(import.meta.dirname, 'portal.ts'), env);
  const origin = `http://127.0.0.1:${portal.port}`;
  const headers = await browserHeaders(origin, world);
  const floorTarget: Target = {
    name: 'floor',
    url: `http://127.0.0.1:${floor.port}/`,
    method: 'GET',
    headers: {},
  };
  const targets: Target[] = [
    { name: 'plan profile', url: `${origin}/api/plans/featureUsageProfile`, method: 'GET', headers },
    {
      name: 'website list',
      url: `${origin}/api/monitoring/webapps/loadTargetList`,
      method: 'POST',
      headers,
      body: '{}',
    },
    { name: 'dashboard', url: `${origin}/api/dashboard/monitoring`, method: 'GET', headers },
  ];
  try {
    for (const target of targets) await requireAnswer(target);
    for (const target of [floorTarget, ...targets]) await measure(target, 16);
    console.log(
      `${'call'.padEnd(16)}${'connections'.padStart(12)}${'per second'.padStart(12)}${'floor'.padStart(10)}${'ratio'.padStart(8)}${'p99 ms'.padStart(8)}`,
    );
    for (const connections of connectionCounts) {
      for (const target of targets) {
        // the floor is measured beside each, so that a busy moment of the machine strikes both
        const base = await measure(floorTarget, connections);
        const own = await measure(target, connections);
        const ratio = own.perSecond / base.perSecond;
        console.log(
          `${target.name.padEnd(16)}${String(connections).padStart(12)}${own.perSecond.toFixed(0).padStart(12)}${base.perSecond.toFixed(0).padStart(10)}${ratio.toFixed(2).padStart(8)}${own.p99.toFixed(0).padStart(8)}${ratio >= goal ? '' : `  under ${goal}`}`,
        );
      }
    }
  } finally {
    portal.stop();
    floor.stop();
    await world.close();
  }
}
