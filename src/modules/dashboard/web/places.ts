import { conciergePaths } from '#modules/concierge/paths.ts';
import { evidencePaths } from '#modules/evidence/paths.ts';
import { maturityPaths } from '#modules/maturity/paths.ts';
import { monitoringPaths, startScanState } from '#modules/monitoring/paths.ts';
import { settingsPaths } from '#modules/organization/paths.ts';
import { planPath } from '#modules/plans/paths.ts';
import { policiesPaths } from '#modules/policies/paths.ts';
import { ratingsPaths } from '#modules/ratings/paths.ts';
import { trainingPaths } from '#modules/training/paths.ts';
import type { DashboardData, MaturityActivity, MonitoringActivity } from '../contract.ts';
import type { ActionId } from '../actionIds.ts';

/** Where website scans are looked at: the one website there is, else the list. */
export const scansPlace = (monitoring: MonitoringActivity | null): string =>
  monitoring?.targetList.length === 1
    ? monitoringPaths.website(monitoring.targetList[0]!.name)
    : monitoringPaths.home;

/** Where the assessment goes on: its next question, the beginning before the first, the answers after the last. */
export const assessmentPlace = (zimm: MaturityActivity | null): string =>
  zimm?.assessmentStatus === 'completed'
    ? maturityPaths.assessment
    : zimm?.assessmentStatus === 'notCompleted' && zimm.nextQuestion
      ? maturityPaths.question(zimm.nextQuestion.questionId)
      : maturityPaths.start;

const countsOf = { high: 'highs', medium: 'mediums', low: 'lows' } as const;

/** The issues themselves where one website has them all, else the websites, the worst first. */
function issuesPlace(monitoring: MonitoringActivity | null, severity: keyof typeof countsOf): string {
  const [name, another] = monitoring?.websitesWith[countsOf[severity]] ?? [];
  return name !== undefined && another === undefined
    ? monitoringPaths.issues(name, severity)
    : monitoringPaths.worst;
}

/** The page of one website where there is a name, else the list. */
const websitePlace = (of: (name: string) => string, name: string | undefined): string =>
  name === undefined ? monitoringPaths.home : of(name);

const toPolicies = () => policiesPaths.home;

const places: Record<ActionId, (data: DashboardData) => string> = {
  subscribe: () => planPath,
  'start-assessment': ({ zimm }) => assessmentPlace(zimm),
  'finish-assessment': ({ zimm }) => assessmentPlace(zimm),
  'raise-weakest': () => maturityPaths.report,
  'more-policies': ({ compliance }) => policiesPaths.policy(compliance!.missingStarter[0]!.id),
  'enroll-team': () => trainingPaths.add,
  'nudge-team': () => trainingPaths.overdue,
  'first-policies': toPolicies,
  'returned-draft': toPolicies,
  'finish-drafts': toPolicies,
  'review-policies': toPolicies,
  'first-rating': () => ratingsPaths.home,
  'prove-domain': () => ratingsPaths.home,
  'raise-rating': ({ ratings }) =>
    ratings?.fixes[0] ? ratingsPaths.risk(ratings.fixes[0].vector) : ratingsPaths.home,
  'close-weaknesses': () => conciergePaths.tab('weaknesses'),
  'look-at-weaknesses': () => conciergePaths.tab('weaknesses'),
  'read-answers': () => conciergePaths.tab('conversations'),
  'read-messages': ({ cyberConcierge }) =>
    cyberConcierge?.newAlerts === 1 && cyberConcierge.newestAlert
      ? conciergePaths.message(cyberConcierge.newestAlert.id)
      : conciergePaths.tab('messages'),
  'second-factor': () => settingsPaths.tab('you'),
  'insurance-pack': () => evidencePaths.forWhom('insurer'),
  'add-website': () => monitoringPaths.add,
  'fix-high': ({ monitoring }) => issuesPlace(monitoring, 'high'),
  'fix-medium': ({ monitoring }) => issuesPlace(monitoring, 'medium'),
  'fix-low': ({ monitoring }) => issuesPlace(monitoring, 'low'),
  'first-scan': ({ monitoring }) => websitePlace(monitoringPaths.website, monitoring?.websitesWith.noScan[0]),
  schedule: ({ monitoring }) =>
    websitePlace(monitoringPaths.schedule, monitoring?.websitesWith.noSchedule[0]),
};

/** Where the button of an action leads. */
export const placeOf = (id: ActionId, data: DashboardData): string => places[id](data);

/** What goes with the link of an action and not into its address: a scan is started by the button alone. */
export const stateOf = (id: ActionId): object | undefined =>
  id === 'first-scan' ? startScanState : undefined;
