import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { TrainingSettings } from '../entities.ts';

/** What is kept; null where nobody was ever trained and nothing was set. */
export async function selectSettings(db: OrgDb): Promise<TrainingSettings | null> {
  const { rows } = await sql<TrainingSettings>`
    select calendar, start_month as "startMonth", pass_mark as "passMark", remind, digest from training_setting`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function writeSettings(db: OrgDb, settings: TrainingSettings, now: Date): Promise<void> {
  const { calendar, startMonth, passMark, remind, digest } = settings;
  await sql`
    insert into training_setting (org_id, calendar, start_month, pass_mark, remind, digest, updated_at)
    values (current_org(), ${calendar}, ${startMonth}, ${passMark}, ${remind}, ${digest}, ${now})
    on conflict (org_id) do update set calendar = excluded.calendar, start_month = excluded.start_month, pass_mark = excluded.pass_mark,
      remind = excluded.remind, digest = excluded.digest, updated_at = excluded.updated_at`.execute(db);
}
