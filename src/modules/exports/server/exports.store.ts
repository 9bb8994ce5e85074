import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';

export type ExportRow = {
  id: string;
  name: string;
  askedAt: Date;
  askedBy: string;
  state: 'waiting' | 'running' | 'ready' | 'failed';
  percent: number;
  activity: string;
  readyAt: Date | null;
  expiresAt: Date | null;
  bytes: string | null;
  fingerprint: string | null;
};

const columns = [
  'id',
  'name',
  'asked_at as askedAt',
  'asked_by as askedBy',
  'state',
  'percent',
  'activity',
  'ready_at as readyAt',
  'expires_at as expiresAt',
  'bytes',
  'fingerprint',
] as const;

export const selectExports = async (db: OrgDb, atMost: number): Promise<ExportRow[]> =>
  (await db
    .selectFrom('data_export')
    .select(columns)
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(atMost)
    .execute()) as ExportRow[];

export const selectExport = async (db: OrgDb, id: string): Promise<ExportRow | undefined> =>
  (await db
    .selectFrom('data_export')
    .select(columns)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()) as ExportRow | undefined;

/** Gives up exports that were lost with their worker, so that another can be asked for. */
export const failLost = async (db: OrgDb, askedBefore: Date): Promise<void> => {
  await db
    .updateTable('data_export')
    .set({ state: 'failed', activity: '' })
    .where('state', 'in', ['waiting', 'running'])
    .where('asked_at', '<', askedBefore)
    .execute();
};

/** Throws a duplicate of `data_export_at_work` where one is at work. */
export async function insertExport(
  db: OrgDb,
  orgId: string,
  { id, name, askedAt, askedBy }: Pick<ExportRow, 'id' | 'name' | 'askedAt' | 'askedBy'>,
): Promise<void> {
  await db
    .insertInto('data_export')
    .values({ org_id: orgId, id, name, asked_at: askedAt, asked_by: askedBy, state: 'waiting' })
    .execute();
}

/** @returns false where it is not at work any more */
export async function markProgress(
  db: OrgDb,
  id: string,
  progress: { percent: number; activity: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_export')
    .set({ state: 'running', ...progress })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ReadyExport = { readyAt: Date; expiresAt: Date; bytes: number; fingerprint: string };

/** @returns the export; undefined where it is not at work any more */
export const markReady = async (db: OrgDb, id: string, ready: ReadyExport): Promise<ExportRow | undefined> =>
  (await db
    .updateTable('data_export')
    .set({
      state: 'ready',
      percent: 100,
      activity: '',
      ready_at: ready.readyAt,
      expires_at: ready.expiresAt,
      bytes: ready.bytes,
      fingerprint: ready.fingerprint,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(columns)
    .executeTakeFirst()) as ExportRow | undefined;

export const markFailed = async (db: OrgDb, id: string): Promise<void> => {
  await db
    .updateTable('data_export')
    .set({ state: 'failed', activity: '' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
};

/** Exports whose time is over, and failed ones from before. */
export const selectEnded = async (db: OrgDb, now: Date, before: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('data_export')
      .select('id')
      .where((row) =>
        row.or([
          row('expires_at', '<=', now),
          row.and([row('state', '=', 'failed'), row('asked_at', '<', before)]),
        ]),
      )
      .execute()
  ).map(({ id }) => id);

export const deleteExport = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('data_export').where('id', '=', id).execute();
};

export const selectCompany = (
  db: OrgDb,
  orgId: string,
): Promise<{ company_name: string; channel_id: string } | undefined> =>
  db
    .selectFrom('organization')
    .select(['company_name', 'channel_id'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();

export const selectAdministrators = (
  db: OrgDb,
  orgId: string,
): Promise<{ cognito_id: string; email: string; first_name: string; last_name: string }[]> =>
  db
    .selectFrom('admin')
    .select(['cognito_id', 'email', 'first_name', 'last_name'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('cognito_id')
    .execute();
