import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { selectAdminNames } from './company.store.ts';

/** Who acts: as screens name them, and as one who may overwrite an own save unseen. */
export type Acting = { name: string; email: string; person: string };

export async function actingPerson(ctx: OrgCtx, db: OrgDb): Promise<Acting> {
  const { session } = ctx;
  const admin = (await selectAdminNames(db)).find(({ cognitoId }) => cognitoId === session.cognitoId);
  const name = admin?.name ?? session.email;
  if (session.supportStaff === null) return { name, email: session.email, person: session.cognitoId };
  return {
    name: `${session.staff?.name || session.supportStaff} (support) for ${name}`,
    email: session.email,
    person: `staff:${session.supportStaff}`,
  };
}

type Changed = { savedBy: string; savedAt: Date | null; approver?: string; approvalDate?: Date | null };

/** Somebody else saved, or approved, what was about to be overwritten. */
export const changedMeanwhile = (by: Changed | null): Refusal =>
  new Refusal('changed-meanwhile', {
    by: by?.approver || by?.savedBy || '',
    at: (by?.approvalDate ?? by?.savedAt)?.toISOString() ?? null,
  });
