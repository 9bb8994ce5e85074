import { randomUUID } from 'node:crypto';
import type { RichText } from '#platform/richText.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import { notify } from '#modules/notify/server/public.ts';
import { conciergePaths } from '../paths.ts';
import type { Severity, WeaknessStatus } from '../rules.ts';
import { insertEvent, insertWeakness, updateWeakness, type WeaknessRow } from './weaknesses.store.ts';

/** Who sets something: a member of staff by name, or empty for the portal itself. */
export type Author = { name: string; isStaff: boolean };
export const portalItself: Author = { name: '', isStaff: false };

export type Publication = {
  type: string;
  title: string;
  severity: Severity;
  body: RichText;
  source: WeaknessRow['source'];
  asset: string;
  evidence: string;
};

/** Makes a weakness that the customer sees, and tells the administrators. @returns its id; null where it is there already */
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
    byName: author.name,
    byStaff: author.isStaff,
  });
  await tellPublished(scope, db, { id, ...publication });
  return id;
}

/** By mail, each administrator as they wish. */
async function tellPublished(
  scope: OrgScope,
  db: OrgDb,
  { id, title, severity, asset }: { id: string; title: string; severity: Severity; asset: string },
): Promise<void> {
  await notify(scope, db, {
    event: 'weakness-published',
    facts: { title, severity, asset, path: conciergePaths.weakness(id) },
    orgId: scope.orgId,
    key: id,
  });
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
  await insertEvent(db, scope.orgId, id, {
    at: now,
    act,
    status,
    note,
    byName: author.name,
    byStaff: author.isStaff,
  });
}
