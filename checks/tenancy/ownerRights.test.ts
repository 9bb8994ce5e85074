import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder, testPortal } from '#app/testing/portal.ts';
import { jobSpecs } from '#app/program/jobs.ts';
import { migrateAll } from '#platform/server/database/connections.ts';
import {
  addressAt,
  startBuiltInPostgres,
  startDebianPostgres,
  type PostgresServer,
} from '../servers/postgresql.ts';
import { asSuperuser } from '../servers/logins.ts';

/** Runs `npm run migrate` as a login. @returns exit code and what it printed */
function runMigrate(server: PostgresServer, login: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/app/migrate.ts'], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'silent',
      DATA_DIR: temporaryFolder('rights'),
      DATABASE_URL: addressAt(server, login, 'portal'),
    },
    encoding: 'utf8',
  });
  return { code: status, said: (stdout + stderr).trim() };
}

/** Databases are made outside transactions, so each statement goes alone. */
async function make(server: PostgresServer, ...statements: string[]) {
  for (const statement of statements) await asSuperuser(server, statement);
}

const statementsIn = (said: string) =>
  /run "([^"]+)", then run npm run migrate again\.$/.exec(said)?.[1] ?? '';

const servers: [name: string, start: () => Promise<PostgresServer>][] = [
  ['built-in PostgreSQL', startBuiltInPostgres],
  ["Debian's PostgreSQL", startDebianPostgres],
];

test.each(servers)(
  'on the %s a plain owner is told in one sentence what to run; then it migrates again and again, and the portal runs as it',
  { timeout: 120_000 },
  async (_name, start) => {
    const server = await start();
    await make(server, 'create role plain login', 'create database portal');
    expect(runMigrate(server, 'plain')).toEqual({
      code: 1,
      said: 'The login plain does not own the database portal, so npm run migrate cannot make tables there: run alter database portal owner to plain as an administrator of the server, or set DATABASE_OWNER_URL to the owner.',
    });
    await asSuperuser(server, 'alter database portal owner to plain');
    const refused = runMigrate(server, 'plain');
    expect(refused.code).toBe(1);
    expect(refused.said.split('\n')).toHaveLength(1);
    const statements = statementsIn(refused.said);
    expect(statements).toMatch(
      /^create role portal_app login; grant portal_app to plain; create role portal_across; grant portal_across to plain with admin/,
    );
    await asSuperuser(server, statements);
    expect(runMigrate(server, 'plain')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Applied 0001_platform\.sql/),
    });
    // as an upgrade would, after the roles were joined and left again
    await asSuperuser(server, "delete from schema_migration where name = '0022_across.sql'", 'portal');
    expect(runMigrate(server, 'plain')).toEqual({ code: 0, said: 'Applied 0022_across.sql.' });
    expect(runMigrate(server, 'plain')).toEqual({ code: 0, said: 'The database is up to date.' });
    const portal = await testPortal({
      connect: async () => ({ connectionString: addressAt(server, 'plain', 'portal'), strict: true }),
    });
    const member = await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills');
    expect((await member.get('/profile/getUserList')).body.data).toHaveLength(1);
  },
);

test.each(servers)(
  'on the %s an owner that may create roles needs nobody',
  { timeout: 120_000 },
  async (_name, start) => {
    const server = await start();
    await make(server, 'create role maker login createrole', 'create database portal owner maker');
    expect(await migrateAll({ connectionString: addressAt(server, 'maker', 'portal') }, jobSpecs)).toContain(
      '0001_platform.sql',
    );
    expect(runMigrate(server, 'maker')).toEqual({ code: 0, said: 'The database is up to date.' });
  },
);

test.each(servers)(
  'on the %s an owner learns which roles of another database of the server it needs',
  { timeout: 120_000 },
  async (_name, start) => {
    const server = await start();
    await make(
      server,
      'create role portal_app login; create role portal_across; create role plain login',
      'create database portal owner plain',
    );
    const statements = statementsIn(runMigrate(server, 'plain').said);
    expect(statements).toMatch(
      /^grant portal_app to plain; grant portal_across to plain with admin (true, inherit false|option)$/,
    );
  },
);
