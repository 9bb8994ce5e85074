import type { GlobalDb } from '#platform/server/database.ts';

export type ClientError = {
  at: Date;
  level: string;
  message: string;
  endpoint: string | null;
  filename: string | null;
  stack: string | null;
  cognitoId: string | null;
  userAgent: string;
};

export async function insertClientError(
  db: GlobalDb,
  { cognitoId, userAgent, ...error }: ClientError,
): Promise<void> {
  await db
    .insertInto('client_error')
    .values({ ...error, cognito_id: cognitoId, user_agent: userAgent })
    .execute();
}
