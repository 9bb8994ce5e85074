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

/** Where the button of an action leads. */
export function placeOf(
  id: ActionId,
  { monitoring, zimm, compliance, ratings, cyberConcierge }: DashboardData,
): string {
  switch (id) {
    case 'subscribe':
      return planPath;
    case 'start-assessment':
    case 'finish-assessment':
      return assessmentPlace(zimm);
    case 'raise-weakest':
      return maturityPaths.report;
    case 'more-policies':
      return policiesPaths.policy(compliance!.missingStarter[0]!.id);
    case 'enroll-team':
      return trainingPaths.add;
    case 'nudge-team':
      return trainingPaths.overdue;
    case 'first-policies':
    case 'returned-draft':
    case 'finish-drafts':
    case 'review-policies':
      return policiesPaths.home;
    case 'first-rating':
      return ratingsPaths.home;
    case 'prove-domain':
      return ratingsPaths.home;
    case 'raise-rating':
      return ratings?.fixes[0] ? ratingsPaths.risk(ratings.fixes[0].vector) : ratingsPaths.home;
    case 'close-weaknesses':
    case 'look-at-weaknesses':
      return conciergePaths.tab('weaknesses');
    case 'read-answers':
      return conciergePaths.tab('conversations');
    case 'read-messages':
      return cyberConcierge?.newAlerts === 1 && cyberConcierge.newestAlert
        ? conciergePaths.message(cyberConcierge.newestAlert.id)
        : conciergePaths.tab('messages');
    case 'second-factor':
      return settingsPaths.tab('you');
    case 'insurance-pack':
      return evidencePaths.forWhom('insurer');
    case 'add-website':
      return monitoringPaths.add;
    case 'fix-high':
      return issuesPlace(monitoring, 'high');
    case 'fix-medium':
      return issuesPlace(monitoring, 'medium');
    case 'fix-low':
      return issuesPlace(monitoring, 'low');
    case 'first-scan':
      return monitoring?.websitesWith.noScan[0] === undefined
        ? monitoringPaths.home
        : monitoringPaths.website(monitoring.websitesWith.noScan[0]);
    case 'schedule':
      return monitoring?.websitesWith.noSchedule[0] === undefined
        ? monitoringPaths.home
        : monitoringPaths.schedule(monitoring.websitesWith.noSchedule[0]);
  }
}

const countsOf = { high: 'highs', medium: 'mediums', low: 'lows' } as const;

/** The issues themselves where one website has them all, else the websites, the worst first. */
function issuesPlace(monitoring: MonitoringActivity | null, severity: keyof typeof countsOf): string {
  const [name, another] = monitoring?.websitesWith[countsOf[severity]] ?? [];
  return name !== undefined && another === undefined
    ? monitoringPaths.issues(name, severity)
    : monitoringPaths.worst;
}

/** What goes with the link of an action and not into its address: a scan is started by the button alone. */
export const stateOf = (id: ActionId): object | undefined =>
  id === 'first-scan' ? startScanState : undefined;
