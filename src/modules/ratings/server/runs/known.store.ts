import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { RatedAsset, RatingFinding } from '#providers/ratings/port.ts';
import { mostAssets } from '../../rules.ts';
import type { Known, KnownAsset, KnownFinding, KnownVector } from './known.ts';
import type { Closed, Merged } from './merge.ts';

type FindingRow = {
  key: string;
  vector: string;
  fact: string;
  asset: string;
  evidence: string;
  grade: RatingFinding['grade'];
  effect: RatingFinding['effect'];
  firstSeen: Date;
  lastSeen: Date;
};

const findingOf = ({ firstSeen, lastSeen, ...row }: FindingRow): KnownFinding => ({
  ...row,
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
});

/** Everything that is known of a domain now. */
export async function selectKnown(db: OrgDb, domain: string): Promise<Known> {
  const [vectors, findings, assets] = await Promise.all([
    db
      .selectFrom('ratingVector')
      .select(['vector', 'measuredAt', 'triedAt', 'note'])
      .where('domain', '=', domain)
      .execute(),
    sql<FindingRow>`select key, vector, fact, asset, evidence, grade, effect, first_seen, last_seen from rating_finding
      where domain = ${domain} and closed_at is null order by key`.execute(db),
    selectAssets(db, domain),
  ]);
  return {
    vectors: vectors.map(({ vector, measuredAt, triedAt, note }): KnownVector => ({
      vector,
      measuredAt: measuredAt?.toISOString() ?? null,
      triedAt: triedAt.toISOString(),
      note,
    })),
    findings: findings.rows.map(findingOf),
    assets,
  };
}

/** What was seen of the company's, by name. */
export async function selectAssets(db: OrgDb, domain: string): Promise<KnownAsset[]> {
  const rows = await db
    .selectFrom('ratingAsset')
    .select(['asset', 'kind', 'because', 'lastSeen', 'notOursReason', 'notOursBy', 'notOursAt'])
    .where('domain', '=', domain)
    .orderBy('asset')
    .execute();
  return rows.map((row) => ({
    asset: row.asset,
    kind: row.kind as RatedAsset['kind'],
    because: row.because,
    lastSeen: row.lastSeen.toISOString(),
    notOurs: row.notOursAt && {
      reason: row.notOursReason!,
      by: row.notOursBy!,
      at: row.notOursAt.toISOString(),
    },
  }));
}

/** Keeps what a measurement came to. */
export async function saveMerged(
  db: OrgDb,
  where: { orgId: string; domain: string; at: Date },
  merged: Merged,
): Promise<void> {
  const { orgId, domain, at } = where;
  if (merged.vectors.length > 0)
    await sql`
      insert into rating_vector (org_id, domain, vector, measured_at, tried_at, note)
      select ${orgId}::uuid, ${domain}, vector, "measuredAt", "triedAt", note
      from jsonb_to_recordset(${JSON.stringify(merged.vectors)}::jsonb) as v(vector text, "measuredAt" timestamptz, "triedAt" timestamptz, note text)
      on conflict (org_id, domain, vector) do update set measured_at = excluded.measured_at, tried_at = excluded.tried_at, note = excluded.note`.execute(
      db,
    );
  if (merged.seen.length > 0)
    await sql`
      insert into rating_finding (org_id, domain, key, vector, fact, asset, evidence, grade, effect, first_seen, last_seen)
      select ${orgId}::uuid, ${domain}, key, vector, fact, asset, evidence, grade, effect, "firstSeen", "lastSeen"
      from jsonb_to_recordset(${JSON.stringify(merged.seen)}::jsonb)
        as f(key text, vector text, fact text, asset text, evidence text, grade text, effect jsonb, "firstSeen" timestamptz, "lastSeen" timestamptz)
      on conflict (org_id, domain, key) do update set vector = excluded.vector, fact = excluded.fact, asset = excluded.asset,
        evidence = excluded.evidence, grade = excluded.grade, effect = excluded.effect, first_seen = excluded.first_seen,
        last_seen = excluded.last_seen, closed_at = null, closed_because = null`.execute(db);
  await saveClosed(db, { domain, at }, merged.closed);
}

export async function saveClosed(
  db: OrgDb,
  { domain, at }: { domain: string; at: Date },
  closed: readonly Closed[],
): Promise<void> {
  if (closed.length === 0) return;
  await sql`
    update rating_finding f set closed_at = ${at}, closed_because = c.because
    from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as c(key text, because text)
    where f.domain = ${domain} and f.key = c.key and f.closed_at is null`.execute(db);
}

/** Why findings that were open do not count any more, by key. */
export async function selectClosedBecause(
  db: OrgDb,
  domain: string,
  keys: readonly string[],
): Promise<Map<string, Closed['because']>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('ratingFinding')
    .select(['key', 'closedBecause'])
    .where('domain', '=', domain)
    .where('key', 'in', [...keys])
    .where('closedAt', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.key, row.closedBecause as Closed['because']]));
}

/** Notes what was seen of the company's; what it said about them stays. Of very many the ones not seen for longest go. */
export async function saveAssets(
  db: OrgDb,
  where: { orgId: string; domain: string; at: Date },
  assets: readonly RatedAsset[],
): Promise<void> {
  if (assets.length === 0) return;
  await sql`
    insert into rating_asset (org_id, domain, asset, kind, because, first_seen, last_seen)
    select ${where.orgId}::uuid, ${where.domain}, asset, kind, because, ${where.at}::timestamptz, ${where.at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(assets)}::jsonb) as a(asset text, kind text, because text)
    on conflict (org_id, domain, asset) do update set kind = excluded.kind, because = excluded.because, last_seen = excluded.last_seen`.execute(
    db,
  );
  // behind a network of many machines a name leads to others each day
  await sql`
    delete from rating_asset where domain = ${where.domain} and not_ours_at is null and asset in (
      select asset from rating_asset where domain = ${where.domain} and not_ours_at is null
      order by last_seen desc, kind = 'address', asset offset ${mostAssets})`.execute(db);
}

/** Forgets what nobody asks about any more: what is over since before a moment, and assets not seen since another. */
export async function tidyKnown(db: OrgDb, before: { closed: Date; unseen: Date }): Promise<void> {
  await db.deleteFrom('ratingFinding').where('closedAt', '<', before.closed).execute();
  await db
    .deleteFrom('ratingAsset')
    .where('lastSeen', '<', before.unseen)
    .where('notOursAt', 'is', null)
    .execute();
}

/** A decision of the company about an asset; null takes it back. False where there is no such asset, or nothing changes. */
export async function saveNotOurs(
  db: OrgDb,
  domain: string,
  asset: string,
  decision: { reason: string; by: string; at: Date } | null,
): Promise<boolean> {
  const query = db
    .updateTable('ratingAsset')
    .set({
      notOursReason: decision?.reason ?? null,
      notOursBy: decision?.by ?? null,
      notOursAt: decision?.at ?? null,
    })
    .where('domain', '=', domain)
    .where('asset', '=', asset);
  const row = await (decision ? query : query.where('notOursAt', 'is not', null))
    .returning('asset')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes back what was measured of vectors, and says why. */
export async function forgetVectors(
  db: OrgDb,
  domain: string,
  vectors: readonly string[],
  note: string,
): Promise<void> {
  await db
    .updateTable('ratingVector')
    .set({ measuredAt: null, note })
    .where('domain', '=', domain)
    .where('vector', 'in', [...vectors])
    .execute();
}
