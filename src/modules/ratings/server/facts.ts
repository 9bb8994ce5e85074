import type { OrgScope } from '#platform/server/ctx.ts';
import { registrableDomain } from './company/domain.ts';
import { readRatings } from './readRatings.ts';
import { selectCompany } from './runs/runs.store.ts';

/** What the rating speaks for, where other modules ask for evidence. */
export type RatingFacts = {
  domain: string;
  /** Whose word it is, for people. */
  source: string;
  rating: number;
  /** UTC ISO */
  ratedAt: string;
  /** Grades by vector; N/A where nothing is known. */
  grades: Record<string, string>;
  /** Forged mail is refused or put aside. */
  dmarcEnforced: boolean;
  /** The company proved its domain, its doors were looked at, and none of the bad ones is open. */
  noBadPortOpen: boolean;
  certificatesValid: boolean;
  /** Old TLS and broken ciphers are not accepted. */
  encryptionModern: boolean;
};

const isAtLeast = (grade: string | undefined, least: 'A' | 'B'): boolean =>
  grade === 'A' || (least === 'B' && grade === 'B');

/** Null before the first rating; no transaction of the caller may be open. */
export async function ratingFacts(ctx: OrgScope): Promise<RatingFacts | null> {
  const domain = registrableDomain((await ctx.inOrg((db) => selectCompany(db))).url);
  const found = domain === null ? null : await readRatings(ctx, domain);
  if (!found) return null;
  const { data } = found;
  const grades = Object.fromEntries(
    Object.entries(data.rating_details).map(([vector, { grade }]) => [vector, grade]),
  );
  const ports = data.rating_details.open_ports;
  return {
    domain: data.domain,
    source: data.source.label,
    rating: data.ratings[0]!.rating,
    ratedAt: data.measuredAt,
    grades,
    dmarcEnforced: isAtLeast(grades.dmarc, 'B'),
    noBadPortOpen:
      data.verified &&
      ports !== undefined &&
      ports.grade !== 'N/A' &&
      !ports.info.findings.some(({ grade, notOurs }) => grade === 'BAD' && !notOurs),
    certificatesValid: isAtLeast(grades.ssl_certificates, 'B'),
    encryptionModern: isAtLeast(grades.ssl_configurations, 'B'),
  };
}
