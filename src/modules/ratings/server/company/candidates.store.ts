import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { RatingFinding } from '#providers/ratings/port.ts';

export type CandidateRow = Pick<RatingFinding, 'key' | 'fact' | 'asset' | 'evidence' | 'effect'> & {
  vector: string;
  grade: 'BAD' | 'WARN' | 'FAIR';
  firstSeen: Date;
  lastSeen: Date;
  closedAt: Date | null;
  closedBecause: 'fixed' | 'aged' | 'unverified' | null;
};

/** Findings against a domain, open and closed, oldest first. */
export async function selectCandidates(db: OrgDb, domain: string): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select key, fact, vector, asset, evidence, effect, grade, first_seen, last_seen, closed_at, closed_because from rating_finding
    where domain = ${domain} and grade in ('BAD', 'WARN', 'FAIR') order by first_seen, key`.execute(db);
  return rows;
}

/** Assets that the company says are not its own, the newest statement first. */
export const selectDisowned = (db: OrgDb) =>
  db
    .selectFrom('ratingAsset')
    .select(['domain', 'asset', 'kind', 'because', 'notOursReason', 'notOursBy', 'notOursAt'])
    .where('notOursAt', 'is not', null)
    .orderBy('notOursAt', 'desc')
    .orderBy('asset')
    .limit(500)
    .execute();
