import type { GlobalDb } from '#platform/server/database/database.ts';

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
    .insertInto('clientError')
    .values({ ...error, cognitoId, userAgent })
    .execute();
}
