import { pacificDay } from '#platform/days.ts';
import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { Session } from '#platform/server/session.ts';
import { readSummaries, type SummaryPart } from '#platform/server/database/summaryPart.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import { conciergeAsking, conciergePartOf } from '#modules/concierge/server/public.ts';
import { evidencePart } from '#modules/evidence/server/public.ts';
import { marketplaceSummary } from '#modules/marketplace/server/public.ts';
import { maturityPart, type MaturitySummary } from '#modules/maturity/server/public.ts';
import { monitoringPart, openProblemsPart } from '#modules/monitoring/server/public.ts';
import { goalsPart } from '#modules/organization/server/public.ts';
import { policiesPart } from '#modules/policies/server/public.ts';
import { ratingsSummaryPart } from '#modules/ratings/server/public.ts';
import { trainingPart } from '#modules/training/server/public.ts';
import type { DashboardData } from '../contract.ts';
import { fixesOfTheirOwn, sameAsIssues } from './oneProblem.ts';
import { inactivePart, snoozedPart } from './snooze.store.ts';

/** A person who looks at the dashboard of their organisation. */
export type Viewer = OrgScope & { session: Pick<Session, 'cognitoId' | 'supportStaff' | 'strong'> };

type Statuses = DashboardData['modules'];
const moduleNames = [
  'cybermaturity',
  'cyberconcierge',
  'compliance',
  'training',
  'monitoring',
  'marketplace',
  'ratings',
  'insurance',
] as const satisfies (keyof Statuses)[];

/** Null where it is not the person's own to answer. */
const strongSignIn = ({ supportStaff, strong }: Viewer['session']): boolean | null =>
  supportStaff === null ? strong : null;

/** The numbers of every module that is active, and which modules are. They change with the organisation's rows, and with the day. */
export const moduleActivity = (ctx: Viewer): Promise<{ data: DashboardData }> => {
  const { cognitoId } = ctx.session;
  const what = `activity ${pacificDay(ctx.now())} ${cognitoId} ${strongSignIn(ctx.session)}`;
  return ctx.remember('organization', ctx.orgId, what, () => freshActivity(ctx));
};

/** What the dashboard says of the maturity assessment. */
const maturityActivity = ({
  levelInfo,
  levels: _levels,
  ...rest
}: MaturitySummary): NonNullable<DashboardData['zimm']> => ({
  ...rest,
  levelInfo: { [levelInfo.level]: levelInfo },
});

const mostFixes = 3;

/** What every active module has to say, asked in one statement whichever they are. */
export async function freshActivity(ctx: Viewer): Promise<{ data: DashboardData }> {
  const known = await modulesOf(ctx);
  const modules = Object.fromEntries(
    moduleNames.map((name) => [name, known?.[name] ?? 'NOT_AVAILABLE']),
  ) as Statuses;
  const ifActive = <T>(name: keyof Statuses, part: SummaryPart<T>): SummaryPart<T | null> =>
    modules[name] === 'ACTIVE' ? part : inactivePart;
  const source = ctx.providers.ratings.source.id;
  const concierge = conciergePartOf(ctx, await conciergeAsking(ctx, ctx.session.cognitoId));
  const [{ problems, ...summaries }, marketplace] = await Promise.all([
    readSummaries(ctx, {
      zimm: ifActive('cybermaturity', maturityPart),
      cyberConcierge: ifActive('cyberconcierge', concierge),
      compliance: ifActive('compliance', policiesPart),
      training: ifActive('training', trainingPart),
      monitoring: ifActive('monitoring', monitoringPart),
      problems: ifActive('monitoring', openProblemsPart),
      ratings: ifActive('ratings', ratingsSummaryPart(source)),
      evidence: evidencePart,
      snoozed: snoozedPart,
      goals: goalsPart,
    }),
    modules.marketplace === 'ACTIVE' ? marketplaceSummary(ctx) : null,
  ]);
  const issues = problems ?? [];
  const { openProblems: weaknesses = [], ...letters } = summaries.cyberConcierge ?? {};
  return {
    data: {
      ...summaries,
      cyberConcierge:
        summaries.cyberConcierge &&
        ({ ...letters, sameAsIssues: sameAsIssues(weaknesses, issues) } as DashboardData['cyberConcierge']),
      asOf: ctx.now().toISOString(),
      zimm: summaries.zimm && maturityActivity(summaries.zimm),
      ratings: summaries.ratings && {
        ...summaries.ratings,
        fixes: fixesOfTheirOwn(summaries.ratings.fixes, weaknesses, issues).slice(0, mostFixes),
        isEstimate: source === 'estimate',
      },
      marketplace,
      strongSignIn: strongSignIn(ctx.session),
      modules,
    },
  };
}

/** The numbers of the website scans alone. */
export async function monitoringActivity(ctx: Viewer): Promise<{ data: Pick<DashboardData, 'monitoring'> }> {
  const { monitoring } = (await moduleActivity(ctx)).data;
  return { data: { monitoring } };
}

/** What `getModuleActivity` answers, for the page's first answer; null where the dashboard is not open to the person. */
export async function dashboardAnswer(ctx: PublicCtx): Promise<{ data: DashboardData } | null> {
  if (!ctx.session?.orgId) return null;
  const scope = { ...ctx.forOrg(ctx.session.orgId), session: ctx.session };
  return (await modulesOf(scope))?.dashboard === 'ACTIVE' ? moduleActivity(scope) : null;
}
