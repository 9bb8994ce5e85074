import type { OrgDb } from '#platform/server/database/database.ts';
import { noticeEvents, type NoticeEvent } from '../entities.ts';
import { eventWords } from '../rules.ts';
import type { MailChoice } from '../contract.ts';

export type Person = { cognitoId: string; email: string; wants: ReadonlySet<NoticeEvent> };

/** Those who administer the organisation now, with what each of them wants to hear of. */
export async function selectPeople(db: OrgDb): Promise<Person[]> {
  const admins = await db
    .selectFrom('admin')
    .select(['cognitoId', 'email'])
    .orderBy('createdAt')
    .orderBy('email')
    .execute();
  const choices = await db
    .selectFrom('notificationChoice')
    .select(['cognitoId', 'event', 'wanted'])
    .execute();
  const chosen = new Map(choices.map((row) => [`${row.cognitoId} ${row.event}`, row.wanted]));
  return admins.map(({ cognitoId, email }) => ({
    cognitoId,
    email,
    wants: new Set(
      noticeEvents.filter((event) => chosen.get(`${cognitoId} ${event}`) ?? eventWords[event].wanted),
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
    .select('cognitoId')
    .where('cognitoId', '=', cognitoId)
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
    .insertInto('notificationChoice')
    .values(
      [...newest].map(([event, wanted]) => ({
        orgId,
        cognitoId,
        event,
        wanted,
        changedAt: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['orgId', 'cognitoId', 'event'])
        .doUpdateSet((e) => ({ wanted: e.ref('excluded.wanted'), changedAt: e.ref('excluded.changedAt') })),
    )
    .execute();
}

export const selectCompany = (db: OrgDb): Promise<{ companyName: string; channelId: string }> =>
  db.selectFrom('organization').select(['companyName', 'channelId']).executeTakeFirstOrThrow();
