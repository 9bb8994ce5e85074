import { maturityPaths } from '#modules/maturity/paths.ts';
import { monitoringPaths } from '#modules/monitoring/paths.ts';
import { planPath } from '#modules/plans/paths.ts';
import { policiesPaths } from '#modules/policies/paths.ts';
import { trainingPaths } from '#modules/training/paths.ts';
import type { DashboardData, MaturityActivity, MonitoringActivity } from '../contract.ts';
import type { NextAction } from '../nextActions.ts';

/** Where website scans are looked at: the one website there is, else the list. */
export const scansPlace = (monitoring: MonitoringActivity | null): string =>
  monitoring?.targetList.length === 1 ? monitoringPaths.website(monitoring.targetList[0]!.name) : monitoringPaths.home;

/** Where the assessment goes on: its next question, the beginning before the first, the answers after the last. */
export const assessmentPlace = (zimm: MaturityActivity | null): string =>
  zimm?.assessmentStatus === 'completed'
    ? maturityPaths.assessment
    : zimm?.assessmentStatus === 'notCompleted' && zimm.nextQuestion
      ? maturityPaths.question(zimm.nextQuestion.questionId)
      : maturityPaths.start;

/** Where the button of an action leads. */
export function placeOf(id: NextAction['id'], { monitoring, zimm, compliance }: DashboardData): string {
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
    default:
      return scansPlace(monitoring);
  }
}
