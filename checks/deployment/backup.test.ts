import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { jobSpecs } from '#app/program/jobs.ts';
import { readManifest, writeManifest } from '#app/backup/manifest.ts';
import { restoreBackup } from '#app/backup/restoreBackup.ts';
import { writeBackup } from '#app/backup/writeBackup.ts';
import { closeAll } from '#app/program/program.ts';
import { openFiles } from '#app/providers/providers.ts';
import { temporaryFolder } from '#app/testing/portal.ts';
import { openConnections } from '#platform/server/database/connections.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateJobs } from '#platform/server/jobs/jobs.ts';
import { buildSchema, listMigrations } from '#platform/server/database/migrations.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { localBucket, localCredentials, startLocalS3 } from '#providers/files/testing/localS3.ts';
import {
  expectWorking,
  fill,
  openInstallation,
  openToScans,
  picture,
  run,
  silentLog,
  using,
  type Env,
} from '../installation.ts';
import { addressAt, startDebianPostgres } from '../servers/postgresql.ts';
import { asSuperuser } from '../servers/logins.ts';

/** A restore in this process, for what it refuses. */
const restore = async (folder: string, env: Env, replaces = false) =>
  restoreBackup(
    folder,
    readSettings(env),
    await openConnections(readSettings(env), silentLog),
    async () => replaces,
  );

/** The owner of a plain database sees no organization: a superuser looks instead. */
const asPostgres = (server: { host: string; port: number }, database: string) => ({
  ...server,
  user: 'postgres',
  database,
});

test(
  'the built-in database is backed up while the portal writes, and restored elsewhere whole: rows, files, key, queue and rules',
  { timeout: 240_000 },
  async () => {
    const [env, target] = [1, 2].map((): Env => ({
      DATA_DIR: temporaryFolder('data'),
      LOG_LEVEL: 'silent',
      ...openToScans,
    })) as [Env, Env];
    const folder = path.join(temporaryFolder('backup'), 'monday');
    const source = await openInstallation(env);
    const before = await fill(source);
    const counted = (name: string) =>
      using(source.connections.owner as pg.ClientConfig, async (client) =>
        Number((await client.query(`select count(*) from ${name}`)).rows[0].count),
      );
    const signIns = await counted('used_sign_in');
    // each transaction writes to two tables, one early and one late in the backup
    const writer = new pg.Client(source.connections.owner as pg.ClientConfig);
    await writer.connect();
    let writing = true;
    let pairs = 0;
    const writes = (async () => {
      for (; writing; pairs++)
        await writer.query(`begin; insert into client_error (at, level, message) values (now(), 'error', 'pair');
          insert into used_sign_in (sign_in_id, used_at) values (gen_random_uuid()::text, now()); commit`);
    })();
    await expect.poll(() => pairs).toBeGreaterThan(5);
    const { code, said } = await run('backup', [folder], env);
    writing = false;
    await writes;
    await writer.end();
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^Wrote \d+ rows of \d+ tables, 1 jobs and 3 files \(600003 bytes\)/),
    ]);
    const wide = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0,
    );
    expect([wide, statSync(folder).mode & 0o777]).toEqual([[], 0o700]);

    const { tables } = readManifest(folder);
    const rowsOf = (name: string) => tables.find((table) => table.name === name)!.rows;
    expect(rowsOf('client_error')).toBeGreaterThan(5);
    expect(rowsOf('client_error')).toBe(rowsOf('used_sign_in') - signIns);
    expect(rowsOf('client_error')).toBeLessThanOrEqual(pairs);
    expect(await run('backup', [folder], env)).toEqual({
      code: 1,
      said: expect.stringContaining('is not empty: name a new one'),
    });

    const restored = await run('restore', [folder], target);
    expect(restored).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^Restored and verified \d+ rows of \d+ tables and 3 files, .* 1 of 1 jobs are in the queue again\./,
      ),
    });
    expect(readFileSync(path.join(target.DATA_DIR!, 'secret.key'), 'utf8').trim()).toBe(
      readFileSync(path.join(env.DATA_DIR!, 'secret.key'), 'utf8').trim(),
    );
    const again = await openInstallation(target);
    const [was, is] = [
      await picture(source.connections.owner as pg.ClientConfig),
      await picture(again.connections.owner as pg.ClientConfig),
    ];
    // what the writer has added since
    for (const one of [was, is]) for (const name of ['client_error', 'used_sign_in']) delete one.counts[name];
    expect({ ...is, sequences: null }).toEqual({ ...was, sequences: null });
    const { entries, after } = await expectWorking(again, before);
    expect(after).toBe(entries + 1);
  },
);

test(
  "on Debian's PostgreSQL a plain owner restores into an empty database, from S3 to S3, and replaces organizations only when told to",
  { timeout: 240_000 },
  async () => {
    const server = await startDebianPostgres();
    for (const statement of [
      'create role portal_app login; create role portal_across; create role plain login; grant portal_app to plain; grant portal_across to plain with admin option',
      'create database one owner plain',
      'create database two owner plain',
    ])
      await asSuperuser(server, statement);
    const stores = [await startLocalS3(), await startLocalS3()];
    for (const store of stores) onTestFinished(async () => void (await store.close()));
    const [one, two] = ['one', 'two'].map((name, at): Env => ({
      ...openToScans,
      LOG_LEVEL: 'silent',
      DATA_DIR: temporaryFolder('data'),
      DATABASE_URL: addressAt(server, 'plain', name),
      SECRET_KEY: 'Kd93jfk20fjGkq03kfmwpQ02kfm39fk3kf0wmR',
      S3_BUCKET: localBucket,
      S3_REGION: 'eu-test-1',
      S3_ENDPOINT: stores[at]!.endpoint,
      S3_ACCESS_KEY_ID: localCredentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    })) as [Env, Env];
    const folder = path.join(temporaryFolder('backup'), 'monday');
    const source = await openInstallation(one);
    const before = await fill(source);
    expect(await run('backup', [folder], one)).toEqual({
      code: 0,
      said: expect.stringContaining('SECRET_KEY is not in it'),
    });

    await expect(
      restore(folder, { ...two, SECRET_KEY: 'another-key-that-never-sealed-anything-0' }),
    ).rejects.toThrow(/^SECRET_KEY is not the key of this backup: set SECRET_KEY to the key[^\n]+\.$/);
    const { SECRET_KEY: _, ...noKey } = two;
    await expect(restore(folder, noKey)).rejects.toThrow(
      /^This backup belongs to an installation with a SECRET_KEY[^\n]+\.$/,
    );
    expect((await run('restore', [folder], two)).code).toBe(0);
    const superuser = asPostgres(server, 'two');
    expect(await picture(superuser)).toEqual(await picture(asPostgres(server, 'one')));

    // the target now holds an organization: nothing is deleted by mistake
    const untouched = await picture(superuser);
    const refusal =
      /^The database two holds 1 organization\(s\), which this would delete: [^\n]+--replace --confirm two\.$/;
    await expect(restore(folder, two)).rejects.toThrow(refusal);
    const misnamed = await run('restore', [folder, '--replace', '--confirm', 'one'], two);
    expect(misnamed).toEqual({ code: 1, said: expect.stringMatching(refusal) });
    await using({ connectionString: two.DATABASE_URL! }, async () =>
      expect(restore(folder, two, true)).rejects.toThrow(
        /^The database is in use by 1 connection\(s\): stop every server/,
      ),
    );
    // a restore that fails at its last step leaves what was there
    const [whole, cut] = [readManifest(folder), { ...readManifest(folder) }];
    cut.tables = whole.tables.map((table) =>
      table.name === 'website' ? { ...table, rows: table.rows + 1 } : table,
    );
    writeManifest(folder, cut);
    await expect(restore(folder, two, true)).rejects.toThrow(
      'The table website holds 1 rows after the restore, and not the 2 of the backup',
    );
    writeManifest(folder, whole);
    expect(await picture(superuser)).toEqual(untouched);
    expect((await run('restore', [folder, '--replace', '--confirm', 'two'], two)).code).toBe(0);
    expect(await picture(superuser)).toEqual(untouched);
    const again = await openInstallation(two);
    await expectWorking(again, before);
  },
);

test(
  'a damaged, cut off or newer backup is refused before anything is changed, and an older one is brought up to date',
  { timeout: 240_000 },
  async () => {
    const env = { DATA_DIR: temporaryFolder('data'), LOG_LEVEL: 'silent' };
    const folder = path.join(temporaryFolder('backup'), 'monday');
    // as an earlier version has left it
    const connections = await openConnections(readSettings(env), silentLog);
    const older = listMigrations().slice(0, -2);
    const newer = listMigrations()
      .slice(-2)
      .map(({ name }) => name);
    await using(connections.owner as pg.ClientConfig, async (client) => {
      await client.query('begin');
      await buildSchema(client, older);
      await client.query(`insert into client_error (at, level, message) values (now(), 'error', 'kept')`);
      await client.query('commit');
    });
    await migrateJobs(connections.owner, jobSpecs);
    mkdirSync(env.DATA_DIR, { recursive: true });
    writeFileSync(path.join(env.DATA_DIR, 'secret.key'), 'abcdefghijklmnopqrstuvwxyz0123456789abcd\n', {
      mode: 0o600,
    });
    const database = openDatabase(connections.app, 2);
    const files = openFiles({ settings: readSettings(env), database, now: () => new Date() });
    await files.put('organizations/1/report.pdf', Buffer.from('twelve bytes'), 'application/pdf');
    await database.close();
    await writeBackup(folder, readSettings(env), connections, { now: new Date() });
    await closeAll();
    await connections.close();

    const target = { ...env, DATA_DIR: temporaryFolder('data') };
    const empty = await openConnections(readSettings(target), silentLog);
    const restoring = () => restoreBackup(folder, readSettings(target), empty, async () => true);
    const manifest = readManifest(folder);
    expect(manifest.migrations.map(({ name }) => name)).toEqual(older.map(({ name }) => name));
    const isDamaged = (what: string) =>
      expect(restoring()).rejects.toThrow(
        `The backup in ${folder} is damaged (${what}): restore another one. Nothing was changed.`,
      );
    const spoil = async (name: string, bytes: (good: Buffer) => Buffer | string) => {
      const file = path.join(folder, name);
      const good = readFileSync(file);
      writeFileSync(file, bytes(good));
      await isDamaged(name);
      rmSync(file);
      if (name !== 'manifest.json') await isDamaged(name);
      writeFileSync(file, good);
    };
    const file = readdirSync(path.join(folder, 'files'), { recursive: true, encoding: 'utf8' }).find(
      (name) => name.length > 60,
    )!;
    for (const name of [
      'rows/client_error.copy.gz',
      'rows/queue.copy.gz',
      'files.jsonl.gz',
      'secret.key',
      `files/${file}`,
    ]) {
      await spoil(name, (good) =>
        Buffer.from(good.map((byte, at) => (at === good.length - 9 ? byte ^ 1 : byte))),
      );
      await spoil(name, (good) => good.subarray(0, -1));
    }
    await spoil('manifest.json', (good) => good.toString().replace('"rows": 1', '"rows": 2'));
    const manifestFile = path.join(folder, 'manifest.json');
    const text = readFileSync(manifestFile, 'utf8');
    rmSync(manifestFile);
    await expect(restoring()).rejects.toThrow('holds no complete backup');
    writeManifest(folder, {
      ...manifest,
      program: '9.9.9',
      migrations: [...manifest.migrations, { name: '9999_later.sql', hash: 'x' }],
    });
    await expect(restoring()).rejects.toThrow(
      /^This backup was written by version 9\.9\.9, whose migration 9999_later\.sql/,
    );
    // every refusal came before the database was even made a portal's
    const owner = empty.owner as pg.ClientConfig;
    expect(
      await using(
        owner,
        async (client) => (await client.query(`select to_regclass('public.client_error') as there`)).rows,
      ),
    ).toEqual([{ there: null }]);
    writeFileSync(manifestFile, text);
    expect((await restoring()).applied).toEqual(newer);
    expect(
      await using(owner, async (client) => (await client.query('select message from client_error')).rows),
    ).toEqual([{ message: 'kept' }]);
    await closeAll();
    await empty.close();
  },
);
