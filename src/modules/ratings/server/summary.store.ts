import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, summaryPart } from '#platform/server/database/summaryPart.ts';
import { bandOf, type BandId } from '../entities.ts';
import type { Counted } from './runs/changes.ts';
import { factTexts } from './report/texts.ts';

/** What the dashboard shows of this module. */
export type RatingsSummary = {
  /** Null: nothing was rated yet. */
  rating: number | null;
  band: BandId | null;
  /** Of the measurement, UTC ISO. */
  ratedAt: string | null;
  /** Of the last day before that was rated by the same source. */
  previous: number | null;
  /** `none`: no website address, or nobody has looked yet; `failed`: the newest measurement failed, and there is none before it. */
  state: 'none' | 'measuring' | 'failed' | 'rated';
  /** What brings most, most first; at most twelve. */
  fixes: {
    key: string;
    fact: string;
    title: string;
    asset: string;
    gain: number;
    vector: string;
    minutes: number;
  }[];
  /** Of the newest measurement; null before the first. */
  domain: string | null;
  /** The company has proved that the domain is its own. */
  proved: boolean;
};

type Json = {
  snapshot: { rating: number; measuredAt: string; previous: number | null; counted: Counted[] | null } | null;
  state: string | null;
  domain: string | null;
  proved: boolean;
};

/** More than anybody is shown at once: some of them may be told elsewhere. */
const mostFixes = 12;

/** The newest snapshot by an index, with the run of its organisation; how much is known of the domain costs nothing. */
export const ratingsSummaryPart = (source: 'estimate' | 'bitsight') =>
  summaryPart<Json, RatingsSummary>({
    value: () => sql<Json>`(select jsonb_build_object(
      'state', (select r.state from rating_run r order by r.started_at desc limit 1),
      'domain', (select r.domain from rating_run r order by r.started_at desc limit 1),
      'proved', exists (select from rating_ownership o where o.domain = (select r.domain from rating_run r order by r.started_at desc limit 1)),
      'snapshot', (select jsonb_build_object('rating', s.rating, 'measuredAt', s.measured_at, 'counted', s.detail -> 'counted',
          'previous', (select p.rating from rating_snapshot p
            where p.org_id = s.org_id and p.domain = s.domain and p.source = s.source and p.day < s.day order by p.day desc limit 1))
        from rating_snapshot s
        where s.source = ${source} and s.domain = (select r.domain from rating_run r order by r.started_at desc limit 1)
        order by s.day desc limit 1)))`,
    read: ({ snapshot, state, domain, proved }) => {
      const isAtWork = state === 'waiting' || state === 'running';
      const fixes = (snapshot?.counted ?? [])
        .filter((one) => (one.gain ?? 0) > 0)
        .toSorted((a, b) => b.gain! - a.gain!);
      return {
        rating: snapshot?.rating ?? null,
        band: snapshot ? bandOf(snapshot.rating).id : null,
        ratedAt: snapshot ? new Date(snapshot.measuredAt).toISOString() : null,
        previous: snapshot?.previous ?? null,
        state: snapshot ? 'rated' : isAtWork ? 'measuring' : state === 'failed' ? 'failed' : 'none',
        fixes: fixes.slice(0, mostFixes).map(({ key, fact, vector, asset, gain }) => {
          const { title, minutes } = factTexts(fact, vector);
          return { key, fact, title, asset, gain: gain!, vector, minutes };
        }),
        domain,
        proved,
      };
    },
  });

/** The same asked alone, remembered until something of the organisation changes. */
export const ratingsSummary = (ctx: OrgScope): Promise<RatingsSummary> =>
  ctx.remember('organization', ctx.orgId, 'ratings-summary', () =>
    readSummary(ctx, ratingsSummaryPart(ctx.providers.ratings.source.id)),
  );
