import type { GlobalDb } from '#platform/server/database.ts';

/** Removes what the portal itself keeps of a person who has no account any more. */
export const forgetPerson = (
  db: GlobalDb,
  { cognitoId, email }: { cognitoId: string; email: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const table of [
      'app_session',
      'second_factor',
      'recovery_code',
      'failed_sign_in',
      'client_error',
      'password_reset_link',
    ] as const)
      await tx.deleteFrom(table).where('cognito_id', '=', cognitoId).execute();
    await tx
      .deleteFrom('signup_link')
      .where((row) => row.or([row('cognito_id', '=', cognitoId), row('email', '=', email)]))
      .execute();
    await tx.deleteFrom('mail_failure').where('recipient', '=', email).execute();
    await tx.deleteFrom('marketing_event').where('email', '=', email).execute();
  });
