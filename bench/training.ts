import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { courses as loadCourses } from '#modules/training/server/courses/courses.ts';
import { openBenchWorld, startProgram, type BenchWorld } from './world.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 100_000);
const rounds = Number(process.env.BENCH_RUNS ?? 9);
const mostMs = 200;
const listRows = 10_000;
const mostBlockedMs = 100;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const courseIds = [...loadCourses().keys()];

/** The configuration with a seat for everybody. */
function configWithSeats(world: BenchWorld): string {
  const folder = path.join(world.dataDir, 'bench-config');
  mkdirSync(folder, { recursive: true });
  cpSync(path.resolve(import.meta.dirname, '../config'), folder, { recursive: true });
  const plans = path.join(folder, 'plans.yaml');
  writeFileSync(
    plans,
    readFileSync(plans, 'utf8').replaceAll(
      /trainingNumberOfSeats: [1-9]\d*/g,
      `trainingNumberOfSeats: ${people}`,
    ),
  );
  return folder;
}

/** So many people give up their seats. */
async function freeSeats(world: BenchWorld, count: number): Promise<void> {
  const owner = new pg.Client(world.connections.owner as pg.ClientConfig);
  await owner.connect();
  await owner.query(`select set_config('app.org_id', $1, false)`, [world.orgId]);
  const { rows } = await owner.query(
    'update trainee set archived_at = now() where member_id in (select member_id from trainee limit $1) returning member_id',
    [count],
  );
  await owner.query('update enrolment set active = false where member_id = any($1)', [
    rows.map((row: { member_id: string }) => row.member_id),
  ]);
  await owner.end();
}

/** A plan with seats for all of them, and people of 40 departments in their year of training, a third of it done. */
async function fill(world: BenchWorld): Promise<void> {
  const owner = new pg.Client(world.connections.owner as pg.ClientConfig);
  await owner.connect();
  const run = (text: string, values: unknown[] = []) => owner.query(text, values);
  await run(`select set_config('app.org_id', $1, false)`, [world.orgId]);
  // the list is filled as a restored backup would fill it: counted once at the end, not by trigger
  for (const table of ['team_member', 'trainee', 'enrolment'])
    await run(`alter table ${table} disable trigger user`);
  await run(
    `insert into team_member (org_id, id, name, given_name, family_name, department, email, email_key, created_at, signs, trains)
     select $1, gen_random_uuid(), g || ' ' || f, g, f, 'Department ' || (n % 40), lower(g || '.' || f || n) || '@acme-widgets.com',
       lower(g || '.' || f || n) || '@acme-widgets.com', now(), false, true
     from (select n, (array['Ann','Bo','Cy','Di','Ed','Flo','Gus','Hal','Ida','Jo'])[1 + n % 10] as g,
       'Person' || md5(n::text) as f from generate_series(1, $2::int) n) p`,
    [world.orgId, people],
  );
  await run(
    `insert into trainee (org_id, member_id, start_month, added_at, last_seen_at, name_key, email_key, department_key)
     select org_id, id, date_trunc('month', now() - interval '6 months')::date, now() - interval '6 months',
       case when hashtext(email_key) % 3 = 0 then now() - make_interval(mins => abs(hashtext(email_key)) % 100000) end,
       lower(name), email_key, lower(department) from team_member where org_id = $1`,
    [world.orgId],
  );
  await run(
    `insert into enrolment (org_id, member_id, course_id, unlock_on, due_on, status, percent, best_score, attempts)
     select t.org_id, t.member_id, c.id, u.day, u.day + 30, s.status, case s.status when 'finished' then 100 when 'inProgress' then 40 else 0 end,
       case s.status when 'finished' then 90 end, case s.status when 'finished' then 1 else 0 end
     from trainee t cross join unnest($2::text[]) with ordinality as c(id, n)
     cross join lateral (select (t.start_month + make_interval(months => c.n::int - 1))::date as day) u
     cross join lateral (select case when u.day > now() then 'notStarted' else (array['finished','finished','inProgress','notStarted'])[1 + abs(hashtext(t.email_key || c.id)) % 4] end as status) s
     where t.org_id = $1`,
    [world.orgId, courseIds],
  );
  for (const table of ['team_member', 'trainee', 'enrolment'])
    await run(`alter table ${table} enable trigger user`);
  await run(
    `insert into enrolment_tally select org_id, course_id, unlock_on, due_on, status, count(*) from enrolment where active group by 1, 2, 3, 4, 5`,
  );
  await run(
    'do $$ declare everybody uuid[] := array(select member_id from trainee); begin call count_of_trainees(everybody); end $$',
  );
  await run('vacuum analyze');
  await owner.end();
}

type Ask = { name: string; body: object };
const lastPage = Math.max(1, Math.ceil(people / 20));
const asks: Ask[] = [
  ...(['name', 'email', 'department', 'progress', 'nextDue', 'lastSeenAt'] as const).flatMap((sort) =>
    [false, true].flatMap((down) =>
      [1, Math.min(5000, lastPage)].map((page) => ({
        name: `list by ${sort}${down ? ', down' : ''}, page ${page.toLocaleString('en-US')}`,
        body: { only: 'list', sort, down, page },
      })),
    ),
  ),
  { name: 'people who are overdue', body: { only: 'list', standing: 'overdue' } },
  { name: 'people who are up to date', body: { only: 'list', standing: 'upToDate' } },
  { name: 'people of one course', body: { only: 'list', course: courseIds[3] } },
  {
    name: 'people of one course, page 5,000',
    body: { only: 'list', course: courseIds[3], page: Math.min(5000, lastPage) },
  },
  { name: 'search, one person', body: { only: 'list', search: 'personc4ca4238a0b923820dcc509a6f75849b' } },
  { name: 'search, all of them', body: { only: 'list', search: 'person' } },
  { name: 'search, all of them, by last seen', body: { only: 'list', search: 'person', sort: 'lastSeenAt' } },
  { name: 'search, nobody', body: { only: 'list', search: 'nobody of this name' } },
  { name: 'overview', body: { only: 'overview' } },
  { name: 'list and overview', body: {} },
];

async function headersOf(origin: string, cookie: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/getCSRFToken`, { headers: { cookie } });
  const { CSRFToken } = (await answer.json()) as { CSRFToken: string };
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
  return { cookie: [cookie, ...set].join('; '), 'x-csrf-token': CSRFToken };
}

async function timed(work: () => Promise<Response>): Promise<{ ms: number; body: any }> {
  const begun = performance.now();
  const answer = await work();
  const body: any = await answer.json();
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body).slice(0, 300)}`);
  return { ms: performance.now() - begun, body };
}

async function medianOf(work: () => Promise<Response>): Promise<number> {
  await timed(work);
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) all.push((await timed(work)).ms);
  return median(all);
}

function tell(name: string, ms: number, floor: number, most: number) {
  console.log(
    `${name.padEnd(40)}${ms.toFixed(1).padStart(10)}${(ms / floor).toFixed(1).padStart(10)}${ms <= most ? '' : `   over ${most} ms`}`,
  );
}

/** How long the longest gap is in which the server answers nobody else while it works, asked all the time. */
async function longestGap(origin: string, work: () => Promise<unknown>): Promise<number> {
  let [done, longest] = [false, 0];
  const asking = (async () => {
    while (!done) {
      const begun = performance.now();
      await fetch(`${origin}/healthz`).then((answer) => answer.text());
      longest = Math.max(longest, performance.now() - begun);
    }
  })();
  await work();
  done = true;
  await asking;
  return longest;
}

const listFile = (from: number): Blob =>
  new Blob([
    `First name,Last name,Email,Department\n${Array.from({ length: listRows }, (_, i) => `New,Person${from + i},new.person${from + i}@acme-widgets.com,Sales`).join('\n')}\n`,
  ]);

function form(file: Blob): FormData {
  const data = new FormData();
  data.set('file', file, 'people.csv');
  return data;
}

/** Lists, searches and counts of very many trainees, beside a bare answer with one query; and a long list that is read and saved. */
export async function run(): Promise<void> {
  const world = await openBenchWorld();
  console.log(`Filling ${people.toLocaleString('en-US')} trainees …`);
  await fill(world);
  const floorProgram = await startProgram(path.join(import.meta.dirname, 'floor.ts'), {
    FLOOR_DATABASE: JSON.stringify({ ...world.connections.owner }),
    FLOOR_ORG: world.orgId,
  });
  const env = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    DATA_DIR: world.dataDir,
    DATABASE_URL: world.databaseUrl,
    CONFIG_DIR: configWithSeats(world),
  };
  const portal = await startProgram(path.join(import.meta.dirname, 'portal.ts'), env);
  const origin = `http://127.0.0.1:${portal.port}`;
  try {
    const headers = await headersOf(origin, world.cookie);
    const floor = await medianOf(() => fetch(`http://127.0.0.1:${floorProgram.port}/`));
    console.log(`${'call'.padEnd(40)}${'median ms'.padStart(10)}${'x floor'.padStart(10)}`);
    tell('floor: a bare answer with one query', floor, floor, mostMs);
    const post = (body: object) => () =>
      fetch(`${origin}/api/training/loadTrainingData`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (const { name, body } of asks) tell(name, await medianOf(post(body)), floor, mostMs);
    await freeSeats(world, listRows);
    const upload = (call: string, from: number) =>
      timed(() =>
        fetch(`${origin}/api/training/${call}`, { method: 'POST', headers, body: form(listFile(from)) }),
      );
    tell(
      'longest wait while nothing is done',
      await longestGap(origin, () => pause(3000)),
      floor,
      mostBlockedMs,
    );
    for (const call of ['previewTrainees', 'saveTraineesBulk']) {
      let took = 0;
      const gap = await longestGap(origin, async () => {
        const { ms, body } = await upload(call, 0);
        if (body.data.rows.length !== listRows || body.data.counts.added !== listRows)
          throw new Error(`${call}: ${JSON.stringify(body.data.counts)}`);
        took = ms;
      });
      tell(`${call}, ${listRows.toLocaleString('en-US')} rows`, took, floor, Infinity);
      tell('  longest wait of others meanwhile', gap, floor, mostBlockedMs);
    }
    tell('counting all anew', (await timed(post({ updateWithSync: true }))).ms, floor, Infinity);
  } finally {
    portal.stop();
    floorProgram.stop();
    await world.close();
  }
}
