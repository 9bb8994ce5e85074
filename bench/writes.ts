import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { migrateAll, openConnections } from '#platform/server/database/connections.ts';
import { asAppRole, openDatabase } from '#platform/server/database/database.ts';
import { openLog } from '#platform/server/log/log.ts';
import { openNotices } from '#platform/server/memory/notices.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { jobSpecs } from '#app/program/jobs.ts';

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

/**
 * Writes of organizations as the portal makes them, told to the other programs, beside two floors: one bare insert without
 * an organization, and the same transaction by hand, which nobody is told of. What lies between portal and the second floor is
 * what telling and the query builder cost; what lies between the floors is what row-level security and a transaction cost.
 */
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
    const organizations = Array.from({ length: 1000 }, () => randomUUID());
    const any = () => organizations[Math.floor(Math.random() * organizations.length)]!;
    const text = 'Keys stay in the safe overnight.';
    const insert = { name: 'bare', text: 'insert into bench_bare (org_id, id, text) values ($1, $2, $3)' };
    const insertUntold = { name: 'untold', text: insert.text.replace('bench_bare', 'bench_note') };
    // the built-in database has connections for one of both at a time
    const measureBare = async (count: number) => {
      const bare = new pg.Pool({ ...connections.app, max: 32 });
      return perSecond(count, () => bare.query({ ...insert, values: [any(), randomUUID(), text] })).finally(
        () => bare.end(),
      );
    };
    const measureUntold = async (count: number) => {
      const pool = new pg.Pool({ ...connections.app, max: 32, ...asAppRole(connections.app) });
      return perSecond(count, async () => {
        const client = await pool.connect();
        const orgId = any();
        await client.query(`begin; select set_config('app.org_id', '${orgId}', true)`);
        await client.query({ ...insertUntold, values: [orgId, randomUUID(), text] });
        await client.query('commit');
        client.release();
      }).finally(() => pool.end());
    };
    const measurePortal = async (count: number) => {
      const database = openDatabase(connections.app, 32);
      const notices = openNotices(connections.app, log);
      database.whenChanged((orgId) => notices.notify('organization', orgId));
      const write = () => {
        const orgId = any();
        return database.inOrg(orgId, (db) =>
          sql`insert into bench_note (org_id, id, text) values (${orgId}, ${randomUUID()}, ${text})`.execute(
            db,
          ),
        );
      };
      return perSecond(count, write).finally(() => Promise.all([notices.close(), database.close()]));
    };
    await measureBare(32);
    await measurePortal(32);
    const columns = ['bare insert', 'same, untold', 'portal', 'of bare', 'of untold'];
    console.log(`writers${columns.map((name) => name.padStart(14)).join('')}`);
    for (const count of writers) {
      const [bare, untold, portal] = [
        await measureBare(count),
        await measureUntold(count),
        await measurePortal(count),
      ];
      const figures = [
        bare.toFixed(0),
        untold.toFixed(0),
        portal.toFixed(0),
        (portal / bare).toFixed(2),
        (portal / untold).toFixed(2),
      ];
      console.log(
        `${String(count).padEnd(7)}${figures.map((figure) => figure.padStart(14)).join('')}${portal / untold < goal ? `  under ${goal}` : ''}`,
      );
    }
  } finally {
    await connections.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
