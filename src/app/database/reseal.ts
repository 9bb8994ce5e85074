import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import { lastingKeyPurpose } from '#platform/server/secrets/lastingKeys.ts';
import type { SealedColumn } from '#platform/server/module.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { refreshTokenPurpose } from '#platform/server/session.ts';
import { challengePurpose } from '#providers/identity/embedded/signIn/challenges.store.ts';
import { signingKeyPurpose } from '#providers/identity/embedded/tokens/signingKeys.ts';
import { softwareTokenPurpose } from '#providers/identity/embedded/codes/softwareToken.store.ts';
import { verifierPurpose } from '#providers/identity/embedded/users.store.ts';
import { modules } from '../modules.ts';
import type { Program } from '../program/program.ts';

/** Every column with sealed texts; checks/deployment/rotation.test.ts holds it against the database. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    what: 'lasting keys',
    table: 'lasting_key',
    key: 'purpose',
    column: 'sealed',
    purpose: () => lastingKeyPurpose,
  },
  {
    what: 'signing keys',
    table: 'user_pool_key',
    key: 'token_use',
    column: 'sealed_private_key',
    purpose: () => signingKeyPurpose,
  },
  {
    what: 'password verifiers',
    table: 'user_pool_user',
    key: 'cognito_id',
    column: 'sealed_srp_verifier',
    purpose: () => verifierPurpose,
  },
  {
    what: 'authenticator apps',
    table: 'user_pool_software_token',
    key: 'cognito_id',
    column: 'sealed_secret',
    purpose: () => softwareTokenPurpose,
  },
  {
    what: 'authenticator apps being set up',
    table: 'user_pool_software_token',
    key: 'cognito_id',
    column: 'sealed_pending',
    purpose: () => softwareTokenPurpose,
  },
  {
    what: 'sign-ins under way',
    table: 'user_pool_challenge',
    key: 'token_hash',
    column: 'sealed_state',
    purpose: () => challengePurpose,
  },
  {
    what: 'sessions',
    table: 'app_session',
    key: 'token_hash',
    column: 'sealed_refresh_token',
    purpose: () => refreshTokenPurpose,
  },
  ...modules.flatMap(({ sealed = [] }) => sealed),
];

export type Resealed = { what: string; resealed: number; left: number };

/** Seals what an earlier secret sealed again, in pages by key. A text that changes meanwhile was sealed anew by whoever changed it. */
async function resealColumn(
  db: GlobalDb | OrgDb,
  secrets: Secrets,
  { table, key, column, purpose }: SealedColumn,
  pageSize = 500,
): Promise<{ resealed: number; left: number }> {
  const [from, by, text] = [sql.table(table), sql.ref(key), sql.ref(column)];
  let [resealed, left, after] = [0, 0, null as string | null];
  for (;;) {
    const { rows } = await sql<{ key: string; sealed: string }>`
      select ${by}::text as key, ${text} as sealed from ${from}
      where ${text} is not null and not starts_with(${text}, ${secrets.sealedPrefix}) and (${after}::text is null or ${by}::text > ${after})
      order by ${by}::text limit ${pageSize}`.execute(db);
    for (const row of rows) {
      const clear = secrets.open(purpose(row.key), row.sealed);
      if (clear === null) left++;
      else {
        const fresh = secrets.seal(purpose(row.key), clear);
        await sql`update ${from} set ${text} = ${fresh} where ${by}::text = ${row.key} and ${text} = ${row.sealed}`.execute(
          db,
        );
        resealed++;
      }
    }
    if (rows.length < pageSize) return { resealed, left };
    after = rows.at(-1)!.key;
  }
}

async function* organizations(db: GlobalDb): AsyncGenerator<string> {
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { orgId: string }[] } = await sql<{
      orgId: string;
    }>`select org_id from organizations_after(${after}, 500)`.execute(db);
    yield* rows.map((row) => row.orgId);
    if (rows.length < 500) return;
    after = rows.at(-1)!.orgId;
  }
}

/** Emails that wait in the queue, sealed by an earlier secret; they are sent and gone within a day. */
async function waitingEmails(db: GlobalDb, { sealedPrefix }: Secrets): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pgboss.job
    where state < 'completed' and data ->> 'sealed' is not null and not starts_with(data ->> 'sealed', ${sealedPrefix})`.execute(
    db,
  );
  return Number(rows[0]!.count);
}

/** Seals everything that is stored with the current secret. @returns per kind what was sealed again, and what no secret opens */
export async function resealAll({ base }: Pick<Program, 'base'>): Promise<Resealed[]> {
  const { global, secrets } = base;
  const sums = new Map(sealedColumns.map(({ what }) => [what, { what, resealed: 0, left: 0 }]));
  const add = ({ what }: SealedColumn, done: { resealed: number; left: number }) => {
    const sum = sums.get(what)!;
    sum.resealed += done.resealed;
    sum.left += done.left;
  };
  for (const column of sealedColumns.filter(({ tenant }) => !tenant))
    add(column, await resealColumn(global, secrets, column));
  for await (const orgId of organizations(global))
    await base.forOrg(orgId).inOrg(async (db) => {
      for (const column of sealedColumns.filter(({ tenant }) => tenant))
        add(column, await resealColumn(db, secrets, column));
    });
  return [
    ...sums.values(),
    { what: 'emails in the queue', resealed: 0, left: await waitingEmails(global, secrets) },
  ];
}
