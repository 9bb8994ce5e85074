import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { closeAll, openProgram } from '#app/program/program.ts';
import { listen } from '#app/server.ts';
import { openTestDatabase, temporaryFolder } from '#app/testing/portal.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { portToSocket, requireProgram } from './servers/debian.ts';
import { asSuperuser } from './servers/logins.ts';

const folder = 'deploy/monitoring';
type Rule = {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};
type Target = { expr: string };
type Panel = {
  type: string;
  title: string;
  description?: string;
  fieldConfig?: { defaults: { unit?: string } };
  targets?: Target[];
};
type Dashboard = {
  panels: Panel[];
  templating: { list: { name: string }[] };
  annotations: { list: Target[] };
};

const rules = (
  parse(readFileSync(`${folder}/alerts.yaml`, 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(`${folder}/grafana.json`, 'utf8')) as Dashboard;
const charts = dashboard.panels.filter(({ type }) => type !== 'row');
/** Every expression of the dashboard as Prometheus would be asked it. */
const asked = [...charts.flatMap(({ targets = [] }) => targets), ...dashboard.annotations.list].map(
  ({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
);

function promtool(...args: string[]): string {
  requireProgram('promtool', 'prometheus');
  try {
    return execFileSync('promtool', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

/** The metrics that an expression reads, without functions, labels and words of the language. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*(?!\s*\(|[a-z0-9_])/gi)]
    .map(([name]) => name)
    .filter((name) => !/^(?:and|or|unless|bool|e\d*)$/.test(name) && /[a-z]/i.test(name));
}

test(
  'the alert rules are valid, and fire when they should and at no other time',
  { timeout: 300_000 },
  () => {
    expect(promtool('check', 'rules', `${folder}/alerts.yaml`)).toContain(
      `SUCCESS: ${rules.length} rules found`,
    );
    expect(promtool('test', 'rules', `${folder}/alerts.test.yaml`)).toMatch(/SUCCESS/);
  },
);

test('every expression of the dashboard can be asked', { timeout: 300_000 }, () => {
  const file = path.join(temporaryFolder('dashboard'), 'asked.yaml');
  writeFileSync(
    file,
    stringify({
      groups: [{ name: 'dashboard', rules: asked.map((expr, at) => ({ record: `chart:${at}`, expr })) }],
    }),
  );
  expect(asked.length).toBeGreaterThan(30);
  expect(promtool('check', 'rules', file)).toContain(`SUCCESS: ${asked.length} rules found`);
});

test('every chart says what it shows and in which unit', () => {
  const silent = charts.filter(({ description, fieldConfig }) => !description || !fieldConfig?.defaults.unit);
  expect(silent.map(({ title }) => title)).toEqual([]);
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['datasource', 'instance']),
  );
});

test('every alert says what to do and how urgent it is', () => {
  const vague = rules.filter(
    ({ labels, annotations }) =>
      !['page', 'ticket'].includes(labels.severity ?? '') ||
      !annotations.summary ||
      !annotations.description ||
      !/^docs\/operating\.md#[a-z-]+$/.test(annotations.runbook_url ?? ''),
  );
  expect(vague.map(({ alert }) => alert)).toEqual([]);
});

test.skipIf(!existsSync('docs/operating.md'))(
  'every runbook that an alert names is a section of docs/operating.md',
  () => {
    const headings = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^#{2,3} (.+)$/gm)];
    const sections = headings.map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    const missing = rules.filter(
      ({ annotations }) => !sections.includes(annotations.runbook_url!.split('#')[1]!),
    );
    expect(missing.map(({ alert, annotations }) => `${alert}: ${annotations.runbook_url}`)).toEqual([]);
  },
);

/** The metrics that a page of figures declares, with those that its histograms are read by. */
const declaredOn = (page: string): string[] =>
  [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => `${name}${part}`) : [name!],
  );

/** The environment of programs on a database of their own. */
async function openEnvironment() {
  const { connections } = await openTestDatabase();
  const port = await portToSocket(inject('postgres'));
  const { database } = connections.app as { database: string };
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: temporaryFolder('monitoring'),
    DATABASE_URL: `postgres://portal_app@127.0.0.1:${port}/${database}`,
    LOG_LEVEL: 'info',
    PORT: '0',
    WORKER_PORT: '0',
  };
  return { env, database };
}

/** A real worker. @returns the address at which it answers about itself */
async function startWorker(env: Record<string, string>): Promise<string> {
  const worker = spawn(process.execPath, ['src/app/worker.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  return new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const ready = said.split('\n').find((line) => line.includes('worker ready') && line.endsWith('}'));
        if (ready) resolve((JSON.parse(ready) as { address: string }).address);
      });
    worker.once('exit', () => reject(new Error(`The worker ended: ${said}`)));
  });
}

/** A real server. @returns its address */
async function startServer(env: Record<string, string>): Promise<string> {
  const program = await openProgram('server', readSettings({ ...env, LOG_LEVEL: 'silent' }), {
    migrates: false,
  });
  onTestFinished(closeAll);
  const { app, address } = await listen(program, { addPages: async () => {} });
  onTestFinished(() => app.close());
  return address;
}

const read = async (address: string) => {
  const answer = await fetch(address);
  return { status: answer.status, text: await answer.text() };
};

test(
  'every metric of the dashboard and the alerts is on the page of a real server or worker',
  { timeout: 240_000 },
  async () => {
    const { env } = await openEnvironment();
    const [worker, server] = await Promise.all([startWorker(env), startServer(env)]);
    const pages = await Promise.all([server, worker].map((address) => read(`${address}/metrics`)));
    const known = new Set(['up', 'ALERTS', ...pages.flatMap(({ text }) => declaredOn(text))]);
    const used = new Set([...asked, ...rules.map(({ expr }) => expr)].flatMap(metricsOf));
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(25);
    // both count the same queue, and only the worker has loops
    for (const { text } of pages) expect(text).toMatch(/^job_queue_waiting\{kind="send-mail"\} 0$/m);
    expect(pages[1]!.text).toMatch(/^worker_loops\{state="stuck"\} 0$/m);
    expect(pages[0]!.text).not.toContain('worker_loops');
    expect(await read(`${worker}/healthz`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"ok"'),
    });
    expect(await read(`${worker}/readyz`)).toMatchObject({ status: 200 });
    expect((await read(`${worker}/api/config`)).status).toBe(404);
  },
);

test(
  'while its database is away a worker is unready, healthy, and says that it cannot count the queue',
  { timeout: 240_000 },
  async () => {
    const { env, database } = await openEnvironment();
    const worker = await startWorker(env);
    const statusOf = async (place: string) => (await fetch(`${worker}${place}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const socket = inject('postgres');
    await asSuperuser(socket, `alter database ${database} allow_connections false`);
    await asSuperuser(
      socket,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    );
    await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    const { text } = await read(`${worker}/metrics`);
    expect(text).toMatch(/^job_queue_counted 0$/m);
    expect(text).not.toMatch(/^job_queue_waiting\{/m);
    await asSuperuser(socket, `alter database ${database} allow_connections true`);
    await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200);
  },
);
