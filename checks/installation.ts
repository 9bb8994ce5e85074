import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { jobSpecs } from '#app/program/jobs.ts';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { sendMail } from '#platform/server/mail/outbox.ts';
import { migrateAll, openConnections, type Connections } from '#platform/server/database/connections.ts';
import { openQueue } from '#platform/server/jobs/jobs.ts';
import { openLog } from '#platform/server/log/log.ts';
import { readSettings } from '#platform/server/settings/settings.ts';

export const silentLog = openLog('test', 'silent');
export type Env = Record<string, string>;

/** Runs a command as an operator does. */
export async function run(command: 'backup' | 'restore', args: readonly string[], env: Env) {
  const child = spawn(process.execPath, [`src/app/${command}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said: said.trim() };
}

export async function using<T>(parts: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(parts);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A real installation as an operator configures it, in this process, until the test is over. */
export async function openInstallation(env: Env) {
  const connections = await openConnections(readSettings(env), silentLog);
  // after the portal has let go of it
  onTestFinished(connections.close);
  await migrateAll(connections.owner, jobSpecs);
  return { connections, portal: await testPortal({ env, connect: async () => connections.app }) };
}

/** An address that needs no DNS. */
export const openToScans: Env = { SCAN_ALLOW_PRIVATE: '127.0.0.1:8080' };
const report = randomBytes(300_000);

/** Rows of every kind that a restore could spoil: sealed, audited, numbered, queued, and a file. */
export async function fill({ portal, connections }: { portal: TestPortal; connections: Connections }) {
  const ada = await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills \\ "Söhne"\n& Co.');
  const created = await ada.post('/monitoring/webapps/createTarget', {
    targetName: 'Shop',
    targetUrl: 'http://127.0.0.1:8080',
    scanProfile: 'lightning',
    urlConfirmed: true,
  });
  const { targetId } = created.body;
  const signIn = { kind: 'bearer', token: 'a-token-of-the-shop' };
  const saved = await ada.post('/monitoring/webapps/saveScanSettings', {
    targetId,
    signIn,
    exclude: [],
    quietHours: [],
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  for (let i = 0; i < 3; i++)
    await portal.base.providers.files.put(
      `organizations/${ada.orgId}/reports/${i}.pdf`,
      i === 2 ? Buffer.from('two') : report,
      'application/pdf',
    );
  await portal.dropQueued();
  const queue = openQueue(connections.direct, silentLog);
  await queue.start();
  const startAfter = new Date(Date.now() + 86_400_000);
  await queue.enqueue(
    portal.database.global,
    sendMail,
    { sealed: portal.base.secrets.seal('mail', 'hello') } as never,
    { startAfter },
  );
  await queue.close();
  return { email: ada.email, orgId: ada.orgId, targetId };
}

/** What two databases have to agree on, as their owner sees it. */
export const picture = (owner: pg.ClientConfig) =>
  using(owner, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and c.relname not in ('stored_file', 'file_folder', 'schema_migration', 'rate_window', 'app_session') order by 1`,
    );
    const counts: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ all: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as all from ${name} t`,
      );
      counts[name] = rows[0]!.all;
    }
    const { rows: made } = await client.query(`select
      (select jsonb_agg(x order by x) from (select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) as x from pg_constraint where connamespace = 'public'::regnamespace) c) as constraints,
      (select jsonb_agg(x order by x) from (select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as x from pg_trigger where not tgisinternal) c) as triggers,
      (select jsonb_agg(x order by x) from (select relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity || ' ' || (select string_agg(a::text, ' ' order by a::text) from unnest(relacl) a) as x from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') c) as tables,
      (select jsonb_agg(x order by x) from (select proname || ' ' || pg_get_userbyid(proowner) || ' ' || (select string_agg(a::text, ' ' order by a::text) from unnest(proacl) a) as x from pg_proc where pronamespace = 'public'::regnamespace) c) as functions,
      (select jsonb_agg(x order by x) from (select sequencename || ' ' || last_value as x from pg_sequences where schemaname = 'public') c) as sequences,
      (select jsonb_agg(name || ' ' || state order by id) from pgboss.job) as jobs`);
    return { counts, ...(made[0] as object) };
  });

/** The restored portal does what it did before: sign-in, sealed texts, files, new rows. */
export async function expectWorking(
  { portal, connections }: { portal: TestPortal; connections: Connections },
  before: Awaited<ReturnType<typeof fill>>,
) {
  const ada = await portal.signIn(before.email);
  const settings = await ada.post('/monitoring/webapps/loadScanSettings', { targetId: before.targetId });
  expect([settings.status, settings.body.signIn?.readable]).toEqual([200, true]);
  const { files } = portal.base.providers;
  for (let i = 0; i < 3; i++) {
    const file = (await files.open(`organizations/${before.orgId}/reports/${i}.pdf`))!;
    expect(file.type).toBe('application/pdf');
    expect(Buffer.concat(await file.bytes.toArray())).toEqual(i === 2 ? Buffer.from('two') : report);
  }
  // what is written now gets numbers of its own, and its entry in the log
  const audit = () =>
    using(
      connections.owner,
      async (client) => (await client.query('select id from audit_entry order by id')).rows.length,
    );
  const entries = await audit();
  const renamed = await ada.post('/monitoring/webapps/editTarget', {
    zeguroTargetId: before.targetId,
    appName: 'Shop of today',
  });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  return { entries, after: await audit() };
}
