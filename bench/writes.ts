import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { migrateAll, openConnections } from '#platform/server/connections.ts';
import { openDatabase } from '#platform/server/database.ts';
import { openLog } from '#platform/server/log.ts';
import { openNotices } from '#platform/server/notices.ts';
import { readSettings } from '#platform/server/settings.ts';
import { jobSpecs } from '#app/modules.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const writers = [1, 8, 32];
const goal = 0.6;

/** How many a second of `work` so many writers get done, one after another each. */
async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < end) {
        await work();
        done++;
      }
    }),
  );
  return (done / (performance.now() - begun)) * 1000;
}

/** Writes of organizations as the portal makes them, told to the other programs, beside a bare insert in the same table. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const log = openLog('bench', 'error');
  const connections = await openConnections(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), log);
  try {
    await migrateAll(connections.owner, jobSpecs);
    const owner = new pg.Client(connections.owner);
    await owner.connect();
    await owner.query(`create table bench_note (org_id uuid not null, id uuid primary key, text text not null);
      call protect_tenant_table('bench_note');
      create table bench_bare (org_id uuid not null, id uuid primary key, text text not null);
      grant insert on bench_bare to portal_app`);
    await owner.end();
    const database = openDatabase(connections.app, 32);
    const bare = new pg.Pool({ ...connections.app, max: 32 });
    const notices = openNotices(connections.app, log);
    database.whenChanged((orgId) => notices.tell('organization', orgId));
    const organizations = Array.from({ length: 1000 }, () => randomUUID());
    const any = () => organizations[Math.floor(Math.random() * organizations.length)]!;
    const text = 'Keys stay in the safe overnight.';
    const insert = { name: 'bare', text: 'insert into bench_bare (org_id, id, text) values ($1, $2, $3)' };
    const floor = () => bare.query({ ...insert, values: [any(), randomUUID(), text] });
    const ours = () => {
      const orgId = any();
      return database.inOrg(orgId, (db) =>
        sql`insert into bench_note (org_id, id, text) values (${orgId}, ${randomUUID()}, ${text})`.execute(db),
      );
    };
    await perSecond(32, floor);
    await perSecond(32, ours);
    console.log(`${'writers'.padEnd(10)}${'bare insert a second'.padStart(22)}${'portal a second'.padStart(18)}${'ratio'.padStart(8)}`);
    for (const count of writers) {
      const [least, reached] = [await perSecond(count, floor), await perSecond(count, ours)];
      const ratio = reached / least;
      console.log(
        `${String(count).padEnd(10)}${least.toFixed(0).padStart(22)}${reached.toFixed(0).padStart(18)}${ratio.toFixed(2).padStart(8)}${ratio < goal ? `  under ${goal}` : ''}`,
      );
    }
    await Promise.all([notices.close(), bare.end(), database.close()]);
  } finally {
    await connections.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
