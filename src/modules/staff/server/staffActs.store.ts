import type { GlobalDb, OrgDb } from '#platform/server/database.ts';
import type { ActKind } from '../deskLog.ts';

export type ActRow = {
  at: Date;
  staff_id: string | null;
  staff_email: string | null;
  staff_name: string;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  kind: ActKind;
  subject_id: string | null;
  what: string;
  old_value: object | null;
  new_value: object | null;
};

export async function insertAct(db: GlobalDb | OrgDb, { old_value, new_value, ...row }: ActRow): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await db
    .insertInto('staff_act')
    .values({ ...row, old_value: json(old_value), new_value: json(new_value) })
    .execute();
}
