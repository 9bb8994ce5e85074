import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { rowTypes } from '../bin/rowTypes.ts';
import { schemaSnapshot } from '../bin/schemaSnapshot.ts';

const written = (file: string) => readFileSync(new URL(`../db/${file}`, import.meta.url), 'utf8');
const advice = 'the migrations make another schema: run npm run db:types and commit what it writes';

test('db/schema.sql says what the migrations make', async () => {
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: 'portal_template' });
  await client.connect();
  try {
    expect((await schemaSnapshot(client)).split('\n'), advice).toEqual(written('schema.sql').split('\n'));
  } finally {
    await client.end();
  }
});

test('db/tables.ts has the types of the rows that the migrations make', () => {
  const types = rowTypes(inject('postgres'), 'portal_template');
  expect(types.split('\n'), advice).toEqual(written('tables.ts').split('\n'));
});
