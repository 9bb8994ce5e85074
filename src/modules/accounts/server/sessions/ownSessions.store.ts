import type { GlobalDb } from '#platform/server/database/database.ts';

export type SessionRow = {
  id: string;
  tokenHash: string;
  ip: string | null;
  userAgent: string | null;
  createdAt: Date;
  touchedAt: Date;
  expiresAt: Date;
  strong: boolean;
  staffName: string | null;
};

/** Every session of a person, ended ones too; those that staff began as the person name them. */
export async function selectSessionsOf(db: GlobalDb, cognitoId: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('appSession')
    .select([
      'id',
      'tokenHash',
      'ip',
      'userAgent',
      'createdAt',
      'touchedAt',
      'expiresAt',
      'strong',
      'supportStaff',
      'staffName',
    ])
    .where('cognitoId', '=', cognitoId)
    .orderBy('touchedAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ supportStaff, staffName, ...row }) => ({
    ...row,
    staffName: supportStaff === null ? null : (staffName ?? supportStaff),
  }));
}

/** Ends one session of a person, other than the one named by its hash; null when there is none. */
export async function deleteSessionById(
  db: GlobalDb,
  cognitoId: string,
  id: string,
  exceptHash: string,
): Promise<{ tokenHash: string; sealedRefreshToken: string | null } | null> {
  const row = await db
    .deleteFrom('appSession')
    .where('id', '=', id)
    .where('cognitoId', '=', cognitoId)
    .where('tokenHash', '!=', exceptHash)
    .returning(['tokenHash', 'sealedRefreshToken'])
    .executeTakeFirst();
  return row ?? null;
}
