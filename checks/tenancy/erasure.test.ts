import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { closeAs, daySeconds, tend } from '#app/testing/closing.ts';
import type { TestPortal } from '#app/testing/portal.ts';
import { openWorld, ownerName } from '../world.ts';

/** The database as its owner sees it: rows of every organization, in every table. */
async function openAsOwner({ database }: TestPortal): Promise<pg.Client> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.global);
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: rows[0]!.name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** How many rows of each table hold one of the words, in any column. */
async function rowsWith(client: pg.Client, words: string[]): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from "${name}" t where exists (select from unnest($1::text[]) w where position(lower(w) in lower(t::text)) > 0)`,
      [words],
    );
    if (rows[0]!.n > 0) found[name] = rows[0]!.n;
  }
  return found;
}

test('of an organization that had one of everything, an erasure leaves its record and nothing else; its neighbor loses nothing', async () => {
  const { portal, owner, other } = await openWorld();
  await portal.runJobs();
  const client = await openAsOwner(portal);
  const words = [owner.orgId, owner.cognitoId, 'quillfeather'];
  const before = await rowsWith(client, words);
  // what is not there cannot be seen to go
  expect(Object.keys(before).length).toBeGreaterThan(30);
  const neighbor = await rowsWith(client, [other.orgId, other.cognitoId]);
  expect((await portal.base.providers.files.list(`exports/${owner.orgId}/`)).length).toBe(1);

  expect((await closeAs(portal, owner, ownerName)).status).toBe(200);
  portal.clock.advance(14 * daySeconds);
  await tend(portal);

  expect(await rowsWith(client, words)).toEqual({ erasure: 1 });
  expect(await rowsWith(client, [other.orgId, other.cognitoId])).toEqual(neighbor);
  expect((await portal.base.providers.files.list('')).filter(({ key }) => key.includes(owner.orgId))).toEqual(
    [],
  );
  const { rows } = await client.query('select * from erasure');
  expect(rows).toMatchObject([{ organization_id: owner.orgId, sealed_people: null, accounts_erased: 1 }]);
  // of the mails only the one that says so is left
  const mails = await portal.mailbox.list({ to: 'quillfeather' });
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Cyber Safety account was erased']);
}, 300_000);
