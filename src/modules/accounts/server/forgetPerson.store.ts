import type { GlobalDb } from '#platform/server/database/database.ts';

/** Removes what the portal itself keeps of a person who has no account any more. */
export const forgetPerson = (
  db: GlobalDb,
  { cognitoId, email }: { cognitoId: string; email: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const table of [
      'appSession',
      'secondFactor',
      'recoveryCode',
      'failedSignIn',
      'clientError',
      'passwordResetLink',
    ] as const)
      await tx.deleteFrom(table).where('cognitoId', '=', cognitoId).execute();
    await tx
      .deleteFrom('signupLink')
      .where((row) => row.or([row('cognitoId', '=', cognitoId), row('email', '=', email)]))
      .execute();
    await tx.deleteFrom('mailFailure').where('recipient', '=', email).execute();
    await tx.deleteFrom('marketingEvent').where('email', '=', email).execute();
  });
