import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { asAppRole } from './database.ts';
import { watchSilence } from './silence.ts';

test('connections that were not heard since a moment end, in use or idle, and those that were go on', async () => {
  const { connections } = await openTestDatabase();
  const pool = new pg.Pool({ ...connections.app, ...asAppRole(connections.app), max: 3 });
  pool.on('error', () => {});
  const endSilent = watchSilence(pool);
  const [inUse, idle, heard] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  for (const client of [inUse, idle, heard]) client.on('error', () => {});
  idle.release();
  const since = performance.now();
  await heard.query('select 1');
  endSilent(since);
  await expect(inUse.query('select 1')).rejects.toThrow();
  expect((await heard.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await expect.poll(() => pool.idleCount).toBe(0);
  inUse.release(true);
  heard.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await pool.end();
});
