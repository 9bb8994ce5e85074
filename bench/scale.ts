import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { csrfHeader } from '#platform/endpoint.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { createSession } from '#platform/server/session.ts';
import { fillOrganizations } from './manyOrganizations.ts';
import { openBenchWorld, startProgram, type BenchProgram } from './world.ts';

const organizations = Number(process.env.BENCH_ORGANIZATIONS ?? 10_000);
/** How long one scan takes; the scanner of this benchmark waits and finds ten issues. */
const scanMs = process.env.BENCH_SCAN_MS ?? '500';
const longestSeconds = Number(process.env.BENCH_SECONDS ?? 600);
/** Requests of the dashboard, and scans asked for by hand, in quiet and again in the backlog. */
const looks = 200;
const asked = 12;
/** Every tenth organization has all its three websites due, the others one. */
const manyOf = 10;

type Visitor = { orgId: string; cookie: string };
type World = { owner: pg.Client; origin: string; floor: string; visitors: Visitor[]; worker: BenchProgram };

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
/** Jain's index: 1 where all have the same, 1/n where one has everything. */
const fairnessOf = (values: readonly number[]): number =>
  sum(values) ** 2 / (values.length * sum(values.map((one) => one * one)));

async function timed(url: string, headers: Record<string, string> = {}): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - begun;
}

/** The dashboard of one organization after another, and a bare answer with one query in turn with it. */
async function look({ origin, floor, visitors }: World): Promise<{ dashboard: number[]; floor: number[] }> {
  const taken = { dashboard: [] as number[], floor: [] as number[] };
  for (let i = 0; i < looks; i++) {
    const { cookie } = visitors[i % visitors.length]!;
    taken.dashboard.push(await timed(`${origin}/api/dashboard/getModuleActivity`, { cookie }));
    taken.floor.push(await timed(floor));
  }
  return taken;
}

/** Asks for a scan as a browser does. @returns its id */
async function askForScan(
  { origin, owner }: World,
  { orgId, cookie }: Visitor,
  skip: number,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from website where org_id = $1 order by name offset $2 limit 1',
    [orgId, skip],
  );
  const given = await fetch(`${origin}/api/getCSRFToken`, { headers: { cookie } });
  const { CSRFToken } = (await given.json()) as { CSRFToken: string };
  const cookies = [cookie, ...given.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
  const answer = await fetch(`${origin}/api/monitoring/webapps/startScan`, {
    method: 'POST',
    headers: { cookie: cookies, 'content-type': 'application/json', [csrfHeader]: CSRFToken },
    body: JSON.stringify({ targetId: rows[0]!.id }),
  });
  const body = (await answer.json()) as { scan?: { scanId: string } };
  if (!body.scan) throw new Error(`No scan: ${answer.status} ${JSON.stringify(body)}`);
  return body.scan.scanId;
}

/** How long scans that people ask for wait until a worker begins, in milliseconds; one at a time. */
async function waitsOfAsked(world: World, skip: number): Promise<number[]> {
  const waits: number[] = [];
  for (const visitor of world.visitors.slice(0, asked)) {
    const id = await askForScan(world, visitor, skip);
    for (let begun = false; !begun; await pause(20)) {
      const { rows } = await world.owner.query<{ ms: number | null }>(
        'select extract(epoch from begun_at - started_at)::float8 * 1000 as ms from scan where org_id = $1 and id = $2',
        [visitor.orgId, id],
      );
      const ms = rows[0]?.ms ?? null;
      begun = ms !== null;
      if (ms !== null) waits.push(ms);
    }
  }
  return waits;
}

/** Lets every organization's scans fall due at the same moment. @returns the moment */
async function letAllFallDue({ owner, visitors }: World): Promise<Date> {
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now');
  await owner.query(
    `update website_schedule s set next_scan = $1::timestamptz - interval '1 second' from website w
     where w.org_id = s.org_id and w.id = s.website_id and not s.org_id = any($2::uuid[])
       and (w.name = 'Website 1' or abs(hashtext(s.org_id::text)) % $3 = 0)`,
    [rows[0]!.now, visitors.map(({ orgId }) => orgId), manyOf],
  );
  return rows[0]!.now;
}

const progressOf = async (owner: pg.Client, since: Date) =>
  (
    await owner.query<{ started: number; begun: number; completed: number; failed: number }>(
      `select count(*)::int as started, count(begun_at)::int as begun, count(*) filter (where status = 'completed')::int as completed,
         count(*) filter (where status = 'failed')::int as failed
       from scan where started_by = 'schedule' and started_at >= $1`,
      [since],
    )
  ).rows[0]!;

/** Waits of organizations from the moment when the first due scan was started until the first of their own begins, in seconds. */
async function firstWaits(owner: pg.Client, since: Date): Promise<{ few: number[]; many: number[] }> {
  const { rows } = await owner.query<{ websites: number; wait: number }>(
    `with due as (select org_id, started_at, begun_at from scan where started_by = 'schedule' and started_at >= $1)
     select count(*)::int as websites, extract(epoch from min(begun_at) - (select min(started_at) from due))::float8 as wait
     from due group by org_id having min(begun_at) is not null`,
    [since],
  );
  const of = (test: (websites: number) => boolean) =>
    rows.filter(({ websites }) => test(websites)).map(({ wait }) => wait);
  return { few: of((n) => n === 1), many: of((n) => n > 1) };
}

function tellLooks(name: string, idle: readonly number[], busy: readonly number[]): void {
  for (const share of [0.5, 0.95]) {
    const [before, after] = [at(idle, share), at(busy, share)];
    console.log(
      `${`${name}, p${share * 100}`.padEnd(44)}${before.toFixed(1).padStart(12)}${after.toFixed(1).padStart(12)}${(after / before).toFixed(2).padStart(9)}`,
    );
  }
}

async function measure(world: World): Promise<void> {
  const memory: number[] = [];
  const sampling = setInterval(
    () => void world.worker.ask('memory').then((answer) => memory.push((answer as { rss: number }).rss)),
    1000,
  );
  await look(world);
  const idle = { ...(await look(world)), asked: await waitsOfAsked(world, 0) };
  const quietMemory = at(memory, 0.5);
  const since = await letAllFallDue(world);
  const { rows: due } = await world.owner.query<{ n: number }>(
    'select count(*)::int as n from website_schedule where next_scan < now()',
  );
  while ((await progressOf(world.owner, since)).begun < 20) await pause(500);
  const busy = { ...(await look(world)), asked: await waitsOfAsked(world, 1) };
  let now = await progressOf(world.owner, since);
  let startedAll = 0;
  const seconds = () => (Date.now() - since.getTime()) / 1000;
  while (now.completed + now.failed < due[0]!.n && seconds() < longestSeconds) {
    await pause(1000);
    now = await progressOf(world.owner, since);
    if (now.started >= due[0]!.n) startedAll ||= seconds();
  }
  clearInterval(sampling);
  const { few, many } = await firstWaits(world.owner, since);
  const ordered = Array.from({ length: few.length }, (_, i) => ((i + 1) / few.length) * Math.max(...few));
  console.log(
    `\n${organizations} organizations, ${due[0]!.n} scans due at once, each ${scanMs} ms, one worker`,
  );
  console.log(`${''.padEnd(44)}${'idle'.padStart(12)}${'backlog'.padStart(12)}${'ratio'.padStart(9)}`);
  tellLooks('bare answer with one query (floor), ms', idle.floor, busy.floor);
  tellLooks('dashboard, ms', idle.dashboard, busy.dashboard);
  tellLooks('a scan asked for begins after, ms', idle.asked, busy.asked);
  console.log(
    `worker memory at rest, most in the backlog     ${(quietMemory / 1e6).toFixed(0)} MB, ${(Math.max(...memory) / 1e6).toFixed(0)} MB`,
  );
  console.log(
    `after ${seconds().toFixed(0)} s: ${now.started} in the queue${startedAll ? ` (all after ${startedAll.toFixed(0)} s)` : ''}, ${now.completed} completed, ${now.failed} failed, ${(now.completed / seconds()).toFixed(1)} a second`,
  );
  console.log(
    `first wait of an organization: Jain's index ${fairnessOf(few).toFixed(3)}, a plain queue of one scan each ${fairnessOf(ordered).toFixed(3)}`,
  );
  console.log(
    `median first wait: one website due ${at(few, 0.5).toFixed(0)} s, three due ${at(many, 0.5).toFixed(0)} s`,
  );
}

/** Very many organizations whose scans fall due at the same moment: what people who look or ask meanwhile notice of it. */
export async function run(): Promise<void> {
  const world = await openBenchWorld();
  const owner = new pg.Client(world.connections.owner as pg.ClientConfig);
  await owner.connect();
  const site = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(site.address() as { port: number }).port}`;
  const orgIds = await fillOrganizations(owner, 0, organizations);
  // one place that answers, opened to all of them
  await owner.query(
    `update website set url = 'http://' || $1 || '/' || left(id::text, 8) where org_id = any($2::uuid[])`,
    [host, orgIds],
  );
  const database = openDatabase(world.connections.app, 4);
  const visitors: Visitor[] = [];
  for (const orgId of orgIds.slice(0, 100)) {
    const { token } = await createSession(database.global, new Date(), {
      cognitoId: `bench-${orgId}`,
      email: `${orgId}@acme-widgets.com`,
      orgId,
      newUser: false,
    });
    visitors.push({ orgId, cookie: `session=${token}` });
  }
  await database.close();
  const env = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    DATA_DIR: world.dataDir,
    DATABASE_URL: world.databaseUrl,
    SCAN_ALLOW_PRIVATE: host,
    BENCH_SCAN_MS: scanMs,
  };
  const floor = await startProgram(path.join(import.meta.dirname, 'floor.ts'), {
    FLOOR_DATABASE: JSON.stringify({ ...world.connections.owner }),
    FLOOR_ORG: orgIds[0]!,
  });
  const portal = await startProgram(path.join(import.meta.dirname, 'portal.ts'), env);
  const worker = await startProgram(path.join(import.meta.dirname, 'scaleWorker.ts'), env);
  const origins = { origin: `http://127.0.0.1:${portal.port}`, floor: `http://127.0.0.1:${floor.port}` };
  await measure({ owner, ...origins, visitors, worker });
  for (const program of [worker, portal, floor]) program.stop();
  site.close();
  await owner.end();
  await world.close();
}
