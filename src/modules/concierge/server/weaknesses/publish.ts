import { randomUUID } from 'node:crypto';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { notify } from '#modules/notify/server/public.ts';
import { conciergePaths } from '../../paths.ts';
import type { WeaknessStatus } from '../../rules.ts';
import { insertEvent, insertWeakness, updateWeakness, type NewWeakness } from './weaknesses.store.ts';

/** Who sets something: a member of staff by name, or empty for the portal itself. */
export type Author = { by: string; byStaff: boolean };
export const portalItself: Author = { by: '', byStaff: false };

export type Publication = Omit<NewWeakness, 'orgId' | 'id' | 'now'>;

/** Makes a weakness that the customer sees, and notifies the administrators by mail, each as they wish. @returns its id; null where it is there already */
export async function publishWeakness(
  scope: OrgScope,
  db: OrgDb,
  publication: Publication,
  author: Author,
): Promise<string | null> {
  const id = randomUUID();
  const now = scope.now();
  if (!(await insertWeakness(db, { orgId: scope.orgId, id, ...publication, now }))) return null;
  await insertEvent(db, scope.orgId, id, {
    at: now,
    act: 'published',
    status: 'Open',
    note: '',
    ...author,
  });
  const { title, severity, asset } = publication;
  await notify(scope, db, {
    event: 'weakness-published',
    facts: { title, severity, asset, path: conciergePaths.weakness(id) },
    orgId: scope.orgId,
    key: id,
  });
  return id;
}

export type StatusChange = { status: WeaknessStatus; act: 'status' | 'reopened' | 'resolved'; note: string };

/** Sets the status of a weakness that the caller holds, and writes down why. */
export async function setStatus(
  scope: OrgScope,
  db: OrgDb,
  id: string,
  { status, act, note }: StatusChange,
  author: Author,
): Promise<void> {
  const now = scope.now();
  await updateWeakness(db, id, { status }, now);
  await insertEvent(db, scope.orgId, id, { at: now, act, status, note, ...author });
}
