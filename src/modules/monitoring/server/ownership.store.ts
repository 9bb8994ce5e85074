import type { OrgDb } from '#platform/server/database.ts';

export type ProofRow = { provedBy: 'dns' | 'file' | 'meta'; provedAt: Date; misses: number };

/** The proofs of the organisation's websites, by website. */
export async function selectProofs(db: OrgDb): Promise<Map<string, ProofRow>> {
  const rows = await db
    .selectFrom('website_proof')
    .select(['website_id', 'proved_by', 'proved_at', 'misses'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.website_id,
      { provedBy: row.proved_by as ProofRow['provedBy'], provedAt: row.proved_at, misses: row.misses },
    ]),
  );
}

type Found = { orgId: string; websiteId: string; by: ProofRow['provedBy']; at: Date };

/** Notes that a proof was found. @returns whether the website was not proved before */
export async function saveFound(db: OrgDb, { orgId, websiteId, by, at }: Found): Promise<boolean> {
  const row = await db
    .insertInto('website_proof')
    .values({ org_id: orgId, website_id: websiteId, proved_at: at, proved_by: by, seen_at: at })
    .onConflict((conflict) => conflict.columns(['org_id', 'website_id']).doNothing())
    .returning('website_id')
    .executeTakeFirst();
  if (row) return true;
  await db
    .updateTable('website_proof')
    .set({ proved_by: by, seen_at: at, misses: 0 })
    .where('website_id', '=', websiteId)
    .execute();
  return false;
}

/** Notes that it could not be looked for. @returns how often in a row by now, or null without a proof as old as the look */
export async function saveMissed(db: OrgDb, websiteId: string, lookedAt: Date): Promise<number | null> {
  const row = await db
    .updateTable('website_proof')
    .set((e) => ({ misses: e('misses', '+', 1) }))
    .where('website_id', '=', websiteId)
    .where('seen_at', '<=', lookedAt)
    .returning('misses')
    .executeTakeFirst();
  return row?.misses ?? null;
}

export async function deleteProof(db: OrgDb, websiteId: string, lookedAt: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('website_proof')
    .where('website_id', '=', websiteId)
    .where('seen_at', '<=', lookedAt)
    .returning('website_id')
    .executeTakeFirst();
  return row !== undefined;
}
