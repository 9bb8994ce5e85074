import type { OrgDb } from '#platform/server/database/database.ts';

export type ProofRow = { provedBy: 'dns' | 'file' | 'meta'; provedAt: Date; misses: number };

/** The proofs of the organisation's websites, by website. */
export async function selectProofs(db: OrgDb): Promise<Map<string, ProofRow>> {
  const rows = await db
    .selectFrom('websiteProof')
    .select(['websiteId', 'provedBy', 'provedAt', 'misses'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.websiteId,
      { provedBy: row.provedBy as ProofRow['provedBy'], provedAt: row.provedAt, misses: row.misses },
    ]),
  );
}

type Found = { orgId: string; websiteId: string; by: ProofRow['provedBy']; at: Date };

/** Notes that a proof was found. @returns whether the website was not proved before */
export async function saveFound(db: OrgDb, { orgId, websiteId, by, at }: Found): Promise<boolean> {
  const row = await db
    .insertInto('websiteProof')
    .values({ orgId, websiteId, provedAt: at, provedBy: by, seenAt: at })
    .onConflict((conflict) => conflict.columns(['orgId', 'websiteId']).doNothing())
    .returning('websiteId')
    .executeTakeFirst();
  if (row) return true;
  await db
    .updateTable('websiteProof')
    .set({ provedBy: by, seenAt: at, misses: 0 })
    .where('websiteId', '=', websiteId)
    .execute();
  return false;
}

/** Notes that it could not be looked for. @returns how often in a row by now, or null without a proof as old as the look */
export async function saveMissed(db: OrgDb, websiteId: string, lookedAt: Date): Promise<number | null> {
  const row = await db
    .updateTable('websiteProof')
    .set((e) => ({ misses: e('misses', '+', 1) }))
    .where('websiteId', '=', websiteId)
    .where('seenAt', '<=', lookedAt)
    .returning('misses')
    .executeTakeFirst();
  return row?.misses ?? null;
}

export async function deleteProof(db: OrgDb, websiteId: string, lookedAt: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('websiteProof')
    .where('websiteId', '=', websiteId)
    .where('seenAt', '<=', lookedAt)
    .returning('websiteId')
    .executeTakeFirst();
  return row !== undefined;
}
