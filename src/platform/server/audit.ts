import { sql } from 'kysely';
import type { OrgDb } from './database/database.ts';

/** Who does what a transaction does, as its entries in the audit log name them (0003_audit.sql). */
export type Actor = {
  /** The user pool's id; absent where the portal itself acts. */
  id?: string;
  email?: string;
  /** The member of staff who acts as this person. */
  staff?: string;
  ip?: string;
  userAgent?: string;
  requestId?: string;
  at: Date;
};

/** PostgreSQL's JSON takes neither NUL nor half a character pair; a log wants neither line ends nor essays. */
const plain = (text: string) =>
  text
    .slice(0, 400)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');

/** The actor as the text that a transaction carries in `app.actor`. */
export const actorText = (actor: Actor): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(actor)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : plain(value)]),
    ),
  );

export type Act = {
  /** A word for what was done, such as `support-session-begun`; changes of rows are written by themselves. */
  act: string;
  /** What it was done to: a kind, an id and the name that people know it by. */
  subject: string;
  subjectId?: string;
  subjectName?: string;
  before?: object;
  after?: object;
};

/** Writes an act that is no change of a row into the organisation's audit log, as the actor of the transaction. */
export async function recordAct(
  db: OrgDb,
  { act, subject, subjectId, subjectName, before, after }: Act,
): Promise<void> {
  const json = (value?: object) => (value ? JSON.stringify(value) : null);
  await sql`insert into audit_entry (org_id, at, actor_id, actor_email, staff, ip, user_agent, request_id, act, subject, subject_id, subject_name, old_value, new_value)
    select current_org(), coalesce((a.actor ->> 'at')::timestamptz, now()), a.actor ->> 'id', a.actor ->> 'email', a.actor ->> 'staff', a.actor ->> 'ip',
      a.actor ->> 'userAgent', a.actor ->> 'requestId', ${act}, ${subject}, ${subjectId ?? null}, ${subjectName ?? null}, ${json(before)}::jsonb, ${json(after)}::jsonb
    from (select coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{}') as actor) a`.execute(
    db,
  );
}
