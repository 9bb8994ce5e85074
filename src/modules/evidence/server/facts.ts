import type { OrgScope } from '#platform/server/ctx.ts';
import { accessOf } from '#modules/catalog/server/public.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import { maturityAreas, maturityLevelNames, maturitySummary } from '#modules/maturity/server/public.ts';
import { websiteFacts, type WebsiteFacts } from '#modules/monitoring/server/public.ts';
import { policyFacts, type PolicyFacts } from '#modules/policies/server/public.ts';
import { disownedAssets, ratingsSummary } from '#modules/ratings/server/public.ts';
import { courseFacts, trainingFacts, type CourseFacts } from '#modules/training/server/public.ts';
import type { Section } from '../rules.ts';

export type RatingFacts = {
  rating: number;
  ratedAt: string;
  domain: string;
  /** Our own measurement, not an agency's. */
  isEstimate: boolean;
  /** The company has shown that the domain is its own; any address can be entered. */
  proved: boolean;
  /** Addresses seen with the domain that it says are not its own, and that do not count. */
  leftOut: number;
};
export type MaturityFacts = {
  status: 'notCompleted' | 'completed';
  level: number;
  /** From level 0. */
  levelNames: string[];
  percent: number;
  updatedAt: string;
  /** Null where an element is not finished. */
  areas: { title: string; elements: { title: string; level: number | null }[] }[];
};
export type TrainingPart = CourseFacts & {
  people: number;
  /** Of the courses that are unlocked; null while there is none. */
  percent: number | null;
  since: string | null;
};

/** What a pack tells: null in a part where there is nothing to tell yet, absent where the part was not chosen. */
export type Facts = {
  companyName: string;
  rating?: RatingFacts | null;
  scans?: WebsiteFacts[];
  policies?: PolicyFacts[];
  training?: TrainingPart;
  maturity?: MaturityFacts | null;
};

const moduleOf = {
  rating: 'ratings',
  scans: 'monitoring',
  policies: 'compliance',
  training: 'training',
  maturity: 'cybermaturity',
} as const;

/** Parts whose modules are active now. */
export async function offeredSections(ctx: OrgScope): Promise<Section[]> {
  const modules = await modulesOf(ctx);
  return (Object.keys(moduleOf) as Section[]).filter((section) => modules?.[moduleOf[section]] === 'ACTIVE');
}

async function maturityFacts(ctx: OrgScope): Promise<MaturityFacts | null> {
  const { assessmentStatus, overallLevel, percent, lastUpdated, levels } = await maturitySummary(ctx);
  if (assessmentStatus === null || lastUpdated === null) return null;
  return {
    status: assessmentStatus,
    level: overallLevel,
    levelNames: maturityLevelNames(),
    percent,
    updatedAt: lastUpdated,
    areas: maturityAreas().map(({ title, elements }) => ({
      title,
      elements: elements.map((element) => ({ title: element.title, level: levels[element.id] ?? null })),
    })),
  };
}

async function ratingFacts(ctx: OrgScope): Promise<RatingFacts | null> {
  const { rating, ratedAt, domain, proved } = await ratingsSummary(ctx);
  if (rating === null || ratedAt === null || domain === null) return null;
  const isEstimate = ctx.providers.ratings.source.id === 'estimate';
  const leftOut = isEstimate
    ? (await disownedAssets(ctx)).filter((asset) => asset.domain === domain).length
    : 0;
  return { rating, ratedAt, domain, isEstimate, proved, leftOut };
}

/** Everything that the sections chosen tell, as it is now. */
export async function gatherFacts(ctx: OrgScope, chosen: readonly Section[]): Promise<Facts> {
  const has = (section: Section) => chosen.includes(section);
  const [company, rating, scans, policies, training, maturity] = await Promise.all([
    accessOf(ctx),
    has('rating') ? ratingFacts(ctx) : undefined,
    has('scans') ? websiteFacts(ctx) : undefined,
    has('policies') ? policyFacts(ctx) : undefined,
    has('training') ? Promise.all([trainingFacts(ctx), courseFacts(ctx)]) : undefined,
    has('maturity') ? maturityFacts(ctx) : undefined,
  ]);
  return {
    companyName: company?.companyName ?? '',
    ...(rating === undefined ? {} : { rating }),
    ...(scans === undefined ? {} : { scans }),
    ...(policies === undefined ? {} : { policies }),
    ...(training === undefined ? {} : { training: { ...training[0], ...training[1] } }),
    ...(maturity === undefined ? {} : { maturity }),
  };
}
