import type { GlobalDb } from '#platform/server/database.ts';

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
    .selectFrom('app_session')
    .select([
      'id',
      'token_hash',
      'ip',
      'user_agent',
      'created_at',
      'touched_at',
      'expires_at',
      'strong',
      'support_staff',
      'staff_name',
    ])
    .where('cognito_id', '=', cognitoId)
    .orderBy('touched_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tokenHash: row.token_hash,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    touchedAt: row.touched_at,
    expiresAt: row.expires_at,
    strong: row.strong,
    staffName: row.support_staff === null ? null : (row.staff_name ?? row.support_staff),
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
    .deleteFrom('app_session')
    .where('id', '=', id)
    .where('cognito_id', '=', cognitoId)
    .where('token_hash', '!=', exceptHash)
    .returning(['token_hash', 'sealed_refresh_token'])
    .executeTakeFirst();
  return row ? { tokenHash: row.token_hash, sealedRefreshToken: row.sealed_refresh_token } : null;
}
