import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

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
  'askedAt',
  'askedBy',
  'state',
  'percent',
  'activity',
  'readyAt',
  'expiresAt',
  'bytes',
  'fingerprint',
] as const;

export const selectExports = async (db: OrgDb, atMost: number): Promise<ExportRow[]> =>
  (await db
    .selectFrom('dataExport')
    .select(columns)
    .orderBy('askedAt', 'desc')
    .orderBy('id')
    .limit(atMost)
    .execute()) as ExportRow[];

export const selectExport = async (db: OrgDb, id: string): Promise<ExportRow | undefined> =>
  (await db
    .selectFrom('dataExport')
    .select(columns)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()) as ExportRow | undefined;

/** Gives up exports that were lost with their worker, so that another can be asked for. */
export const failLost = async (db: OrgDb, askedBefore: Date): Promise<void> => {
  await db
    .updateTable('dataExport')
    .set({ state: 'failed', activity: '' })
    .where('state', 'in', ['waiting', 'running'])
    .where('askedAt', '<', askedBefore)
    .execute();
};

/** Throws a duplicate of `data_export_at_work` where one is at work. */
export async function insertExport(
  db: OrgDb,
  orgId: string,
  { id, name, askedAt, askedBy }: Pick<ExportRow, 'id' | 'name' | 'askedAt' | 'askedBy'>,
): Promise<void> {
  await db.insertInto('dataExport').values({ orgId, id, name, askedAt, askedBy, state: 'waiting' }).execute();
}

/** @returns false where it is not at work any more */
export async function markProgress(
  db: OrgDb,
  id: string,
  progress: { percent: number; activity: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dataExport')
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
    .updateTable('dataExport')
    .set({
      state: 'ready',
      percent: 100,
      activity: '',
      readyAt: ready.readyAt,
      expiresAt: ready.expiresAt,
      bytes: ready.bytes,
      fingerprint: ready.fingerprint,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(columns)
    .executeTakeFirst()) as ExportRow | undefined;

export const markFailed = async (db: OrgDb, id: string): Promise<void> => {
  await db
    .updateTable('dataExport')
    .set({ state: 'failed', activity: '' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
};

/** Exports whose time is over, and failed ones from before. */
export const selectEnded = async (db: OrgDb, now: Date, before: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('dataExport')
      .select('id')
      .where((row) =>
        row.or([
          row('expiresAt', '<=', now),
          row.and([row('state', '=', 'failed'), row('askedAt', '<', before)]),
        ]),
      )
      .execute()
  ).map(({ id }) => id);

export const deleteExport = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('dataExport').where('id', '=', id).execute();
};

export const selectCompany = (
  db: OrgDb,
  orgId: string,
): Promise<{ companyName: string; channelId: string } | undefined> =>
  db
    .selectFrom('organization')
    .select(['companyName', 'channelId'])
    .where('orgId', '=', orgId)
    .executeTakeFirst();

export const selectAdministrators = (
  db: OrgDb,
  orgId: string,
): Promise<{ cognitoId: string; email: string; firstName: string; lastName: string }[]> =>
  db
    .selectFrom('admin')
    .select(['cognitoId', 'email', 'firstName', 'lastName'])
    .where('orgId', '=', orgId)
    .orderBy('createdAt')
    .orderBy('cognitoId')
    .execute();
