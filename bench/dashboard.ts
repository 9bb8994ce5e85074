import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '#platform/server/database/database.ts';
import { hashToken } from '#platform/server/secrets/secrets.ts';
import { createSession } from '#platform/server/session.ts';
import { fillLarge, fillOrganizations } from './manyOrganizations.ts';
import { openBenchWorld, startProgram } from './world.ts';

const sizes = [10, Number(process.env.BENCH_ORGANIZATIONS ?? 10_000)];
/** Requests of each kind; cold ones go round these many organisations. */
const rounds = Number(process.env.BENCH_RUNS ?? 400);
const mostSessions = 200;
const warmUps = 200;

type Visitor = { orgId: string; cookie: string; tokenHash: string };

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

async function visitorsOf(
  database: ReturnType<typeof openDatabase>,
  orgIds: readonly string[],
): Promise<Visitor[]> {
  const made: Visitor[] = [];
  for (const orgId of orgIds) {
    const person = { cognitoId: `bench-${orgId}`, email: `${orgId}@acme-widgets.com`, orgId, newUser: false };
    const { token } = await createSession(database.global, new Date(), person);
    made.push({ orgId, cookie: `session=${token}`, tokenHash: hashToken(token) });
  }
  return made;
}

async function timed(url: string, headers: Record<string, string> = {}): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - begun;
}

/** One request of the dashboard cold and remembered, and a bare answer with one query, beside one another. */
async function measure(
  owner: pg.Client,
  { origin, floor }: { origin: string; floor: string },
  visitors: readonly Visitor[],
): Promise<Record<'floor' | 'cold' | 'remembered', number[]>> {
  const taken = { floor: [] as number[], cold: [] as number[], remembered: [] as number[] };
  const dashboard = `${origin}/api/dashboard/getModuleActivity`;
  for (let round = -warmUps; round < rounds; round++) {
    const { orgId, cookie, tokenHash } = visitors[(round + warmUps) % visitors.length]!;
    // what the server knows of the organisation and of the session goes, as after a change; the next answer it gives comes after that
    await owner.query(`select pg_notify('organization', $1), pg_notify('app_session', $2)`, [
      orgId,
      tokenHash,
    ]);
    await timed(`${origin}/healthz`);
    const one = {
      cold: await timed(dashboard, { cookie }),
      remembered: await timed(dashboard, { cookie }),
      floor: await timed(floor),
    };
    // the first few warm up connections and code
    if (round >= 0) for (const [name, ms] of Object.entries(one)) taken[name as keyof typeof taken].push(ms);
  }
  return taken;
}

function tell(name: string, { floor, cold, remembered }: Awaited<ReturnType<typeof measure>>): void {
  const base = at(floor, 0.5);
  for (const [kind, values] of Object.entries({ floor, cold, remembered })) {
    const [median, high] = [at(values, 0.5), at(values, 0.95)];
    console.log(
      `${`${name}, ${kind}`.padEnd(46)}${median.toFixed(2).padStart(10)}${high.toFixed(2).padStart(10)}${(median / base).toFixed(2).padStart(10)}`,
    );
  }
}

/** The dashboard's call among few and among very many organisations, and for one that has very much of everything. */
export async function run(): Promise<void> {
  const world = await openBenchWorld();
  const owner = new pg.Client(world.connections.owner as pg.ClientConfig);
  await owner.connect();
  const database = openDatabase(world.connections.app, 4);
  const floorProgram = await startProgram(path.join(import.meta.dirname, 'floor.ts'), {
    FLOOR_DATABASE: JSON.stringify({ ...world.connections.owner }),
    FLOOR_ORG: world.orgId,
  });
  const portal = await startProgram(path.join(import.meta.dirname, 'portal.ts'), {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    DATA_DIR: world.dataDir,
    DATABASE_URL: world.databaseUrl,
  });
  const places = {
    origin: `http://127.0.0.1:${portal.port}`,
    floor: `http://127.0.0.1:${floorProgram.port}/`,
  };
  try {
    console.log(
      `${'one request at a time'.padEnd(46)}${'median ms'.padStart(10)}${'p95 ms'.padStart(10)}${'x floor'.padStart(10)}`,
    );
    let made = 0;
    for (const size of sizes) {
      const begun = performance.now();
      const orgIds = await fillOrganizations(owner, made, size);
      made = size;
      const seconds = (performance.now() - begun) / 1000;
      const step = Math.max(1, Math.floor(orgIds.length / mostSessions));
      const visitors = await visitorsOf(
        database,
        orgIds.filter((_id, index) => index % step === 0),
      );
      tell(
        `${size.toLocaleString('en-US')} organisations (made in ${seconds.toFixed(0)} s)`,
        await measure(owner, places, visitors),
      );
    }
    const large = await fillLarge(owner, world.orgId);
    tell(large, await measure(owner, places, await visitorsOf(database, [world.orgId])));
  } finally {
    portal.stop();
    floorProgram.stop();
    await database.close();
    await owner.end();
    await world.close();
  }
}
