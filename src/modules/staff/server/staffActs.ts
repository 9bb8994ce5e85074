import { oneLine } from '#platform/text.ts';
import type { StaffCtx } from '#platform/server/ctx.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import { differences, type ActKind } from '../deskLog.ts';
import { insertAct } from './staffActs.store.ts';

export type StaffAct = {
  kind: ActKind;
  /** Id of what it was done to. */
  subjectId?: string;
  /** What was done, as a sentence without its subject: `Changed the brand Acme`. */
  what: string;
  /** What it was and what it is; only what differs is kept. Nothing secret belongs in here. */
  before?: object;
  after?: object;
};

/** Whoever acts: the request of a member of staff, or an operator at the command line. */
export type ActBy =
  | Pick<StaffCtx, 'now' | 'staff' | 'session' | 'client' | 'requestId'>
  | { now: () => Date; operator: true };

/** NUL and half a character pair are no text for PostgreSQL, wherever in a value. */
const storable = (value: object | undefined): object | null =>
  value === undefined || Object.keys(value).length === 0
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_key, part: unknown) =>
          typeof part === 'string' ? part.toWellFormed().replaceAll('\0', ' ') : part,
        ),
      ) as object);

/**
 * Writes an act of staff that belongs to no organisation into the desk log. It stands there if and only if the transaction of
 * `db` commits, so it is given the transaction of the change. What is done in an organisation belongs in that one's own log
 * (`recordAct` of platform/server/audit.ts).
 */
export async function recordStaffAct(
  db: GlobalDb | OrgDb,
  by: ActBy,
  { kind, subjectId, what, before, after }: StaffAct,
): Promise<void> {
  const changed = differences(before, after);
  const person =
    'operator' in by
      ? {
          staffId: null,
          staffEmail: null,
          staffName: 'Operator',
          ip: null,
          userAgent: null,
          requestId: null,
        }
      : {
          staffId: by.staff.id,
          staffEmail: by.session.email,
          staffName: by.staff.name,
          ip: by.client.ip,
          userAgent: oneLine(by.client.userAgent),
          requestId: by.requestId,
        };
  await insertAct(db, {
    ...person,
    at: by.now(),
    kind,
    subjectId: subjectId ?? null,
    what: oneLine(what).slice(0, 500).toWellFormed(),
    oldValue: storable(changed.before),
    newValue: storable(changed.after),
  });
}
