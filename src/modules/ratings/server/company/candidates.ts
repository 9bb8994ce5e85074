import type { OrgScope } from '#platform/server/ctx.ts';
import { disownedOf, isAged, isDisowned, isHarmful, type NotOurs } from '../runs/known.ts';
import { selectAssets } from '../runs/known.store.ts';
import { selectCandidates, selectDisowned } from './candidates.store.ts';
import { registrableDomain } from './domain.ts';
import { selectCompany } from '../runs/runs.store.ts';
import { factTexts } from '../report/texts.ts';
import { isAbout } from '../../rules.ts';

/** An observation that could become a weakness, by its fact; what is over since says when and why. Evidence quotes strangers. */
export type RatingCandidate = {
  key: string;
  fact: string;
  vector: string;
  asset: string;
  title: string;
  evidence: string;
  grade: 'BAD' | 'WARN' | 'FAIR';
  /** UTC ISO */
  firstSeen: string;
  lastSeen: string;
  goneAt: string | null;
  /** fixed: a later measurement proved it; aged: not seen for 60 days; unverified: it may not be looked at any more. */
  goneBecause: 'fixed' | 'aged' | 'unverified' | 'not-ours' | null;
};

/** Everything that speaks, or spoke, against the company's own domain; no transaction of the caller may be open. */
export async function ratingCandidates(ctx: OrgScope): Promise<RatingCandidate[]> {
  const found = await ctx.inOrg(async (db) => {
    const domain = registrableDomain((await selectCompany(db)).url);
    if (domain === null) return null;
    return { rows: await selectCandidates(db, domain), assets: await selectAssets(db, domain) };
  });
  if (!found) return [];
  const { rows, assets } = found;
  const disowned = disownedOf(assets);
  const now = ctx.now();
  return rows.map((row): RatingCandidate => {
    const { key, fact, vector, asset, evidence, grade } = row;
    const finding = {
      ...row,
      firstSeen: row.firstSeen.toISOString(),
      lastSeen: row.lastSeen.toISOString(),
    };
    const disowning: NotOurs | null = isDisowned(finding, disowned)
      ? assets.find((one) => one.notOurs && isAbout(asset, one.asset))!.notOurs
      : null;
    const aged = isHarmful(finding) && isAged(finding, now);
    return {
      key,
      fact,
      vector,
      asset,
      title: factTexts(fact, vector).title,
      evidence,
      grade,
      firstSeen: finding.firstSeen,
      lastSeen: finding.lastSeen,
      goneAt: row.closedAt?.toISOString() ?? disowning?.at ?? (aged ? now.toISOString() : null),
      goneBecause: row.closedBecause ?? (disowning ? 'not-ours' : aged ? 'aged' : null),
    };
  });
}

export type DisownedAsset = { domain: string; asset: string; kind: string; because: string } & NotOurs;

/** What the company says is not its own, newest first: staff look whether that can be. */
export async function disownedAssets(ctx: OrgScope): Promise<DisownedAsset[]> {
  return ctx.inOrg(async (db) => {
    const rows = await selectDisowned(db);
    return rows.map(({ notOursReason, notOursBy, notOursAt, ...asset }) => ({
      ...asset,
      reason: notOursReason!,
      by: notOursBy!,
      at: notOursAt!.toISOString(),
    }));
  });
}
