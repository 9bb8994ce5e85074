import { spawnSync } from 'node:child_process';

/** Types of the rows of a migrated database, as db/tables.ts holds them. @param database on a socket */
export function rowTypes({ host, port }: { host: string; port: number }, database: string): string {
  const made = spawnSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--print',
      '--log-level',
      'error',
      '--dialect',
      'postgres',
      '--url',
      `postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`,
      '--camel-case',
      '--type-only-imports',
      '--runtime-enums',
      'false',
      '--exclude-pattern',
      // partitions are reached by their tables alone, the queue through pg-boss
      '(public.schema_migration|parts.*|pgboss.*)',
      // date columns arrive as days (database.ts sets the parser)
      '--type-mapping',
      '{"date":"Day"}',
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr || made.stdout);
  const text = made.stdout.trim();
  return (
    text
      // bigint columns arrive as numbers (database.ts sets the parser)
      .replace(
        /^export type Int8 = .*$/m,
        'export type Int8 = ColumnType<number, number | string, number | string>;',
      )
      .replace(/^import type \{ ColumnType \} .*$/m, '$&\nimport type { Day } from "#platform/days.ts";')
      .concat('\n')
  );
}
