import type { OrgDb } from '#platform/server/database.ts';
import { noticeEvents, type NoticeEvent } from '../entities.ts';
import { eventWords } from '../rules.ts';
import type { MailChoice } from '../contract.ts';

export type Person = { cognitoId: string; email: string; wants: ReadonlySet<NoticeEvent> };

/** Those who administer the organisation now, with what each of them wants to hear of. */
export async function selectPeople(db: OrgDb): Promise<Person[]> {
  const admins = await db
    .selectFrom('admin')
    .select(['cognito_id', 'email'])
    .orderBy('created_at')
    .orderBy('email')
    .execute();
  const choices = await db
    .selectFrom('notification_choice')
    .select(['cognito_id', 'event', 'wanted'])
    .execute();
  const chosen = new Map(choices.map((row) => [`${row.cognito_id} ${row.event}`, row.wanted]));
  return admins.map(({ cognito_id, email }) => ({
    cognitoId: cognito_id,
    email,
    wants: new Set(
      noticeEvents.filter((event) => chosen.get(`${cognito_id} ${event}`) ?? eventWords[event].wanted),
    ),
  }));
}

/** One of them; null where the person does not administer this organisation, or not any more. */
export const selectPerson = async (db: OrgDb, cognitoId: string): Promise<Person | null> =>
  (await selectPeople(db)).find((person) => person.cognitoId === cognitoId) ?? null;

/** Holds the person's row until the transaction ends; false where it is gone. */
export const holdPerson = async (db: OrgDb, cognitoId: string): Promise<boolean> =>
  (await db
    .selectFrom('admin')
    .select('cognito_id')
    .where('cognito_id', '=', cognitoId)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

export async function saveChoices(
  db: OrgDb,
  orgId: string,
  cognitoId: string,
  choices: readonly MailChoice[],
  at: Date,
): Promise<void> {
  const newest = new Map(choices.map((choice) => [choice.event, choice.wanted]));
  await db
    .insertInto('notification_choice')
    .values(
      [...newest].map(([event, wanted]) => ({
        org_id: orgId,
        cognito_id: cognitoId,
        event,
        wanted,
        changed_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'cognito_id', 'event'])
        .doUpdateSet((e) => ({ wanted: e.ref('excluded.wanted'), changed_at: e.ref('excluded.changed_at') })),
    )
    .execute();
}

export const selectCompany = async (db: OrgDb): Promise<{ companyName: string; channelId: string }> => {
  const row = await db
    .selectFrom('organization')
    .select(['company_name', 'channel_id'])
    .executeTakeFirstOrThrow();
  return { companyName: row.company_name, channelId: row.channel_id };
};
