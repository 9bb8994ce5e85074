import type { Selectable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';

type OwnershipRow = Selectable<Tables['ratingOwnership']>;

/** The proof that a domain is the company's, or null. */
export async function selectOwnership(db: OrgDb, domain: string): Promise<OwnershipRow | null> {
  return (
    (await db.selectFrom('ratingOwnership').selectAll().where('domain', '=', domain).executeTakeFirst()) ??
    null
  );
}

/** Every domain that is proved to be the company's, the longest first. */
export async function provedDomains(db: OrgDb): Promise<string[]> {
  const rows = await db.selectFrom('ratingOwnership').select('domain').execute();
  return rows.map(({ domain }) => domain).toSorted((one, other) => other.length - one.length);
}

/** Notes a proof. @returns whether the domain was not proved before */
export async function saveProof(
  db: OrgDb,
  {
    orgId,
    domain,
    by,
    at,
    nextCheckAt,
  }: { orgId: string; domain: string; by: 'dns' | 'file'; at: Date; nextCheckAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('ratingOwnership')
    .values({ orgId, domain, verifiedAt: at, provedBy: by, nextCheckAt })
    .onConflict((conflict) => conflict.columns(['orgId', 'domain']).doNothing())
    .returning('domain')
    .executeTakeFirst();
  if (row) return true;
  await db
    .updateTable('ratingOwnership')
    .set({ provedBy: by, nextCheckAt, misses: 0 })
    .where('domain', '=', domain)
    .execute();
  return false;
}

export async function saveMiss(db: OrgDb, domain: string, misses: number, nextCheckAt: Date): Promise<void> {
  await db.updateTable('ratingOwnership').set({ misses, nextCheckAt }).where('domain', '=', domain).execute();
}

export async function deleteProof(db: OrgDb, domain: string): Promise<boolean> {
  return (
    (await db
      .deleteFrom('ratingOwnership')
      .where('domain', '=', domain)
      .returning('domain')
      .executeTakeFirst()) !== undefined
  );
}
