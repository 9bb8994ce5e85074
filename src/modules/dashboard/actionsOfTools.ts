import type {
  ComplianceActivity,
  MaturityActivity,
  MonitoringActivity,
  TrainingActivity,
} from './contract.ts';
import { count, type Proposed } from './rankedActions.ts';

export function ofWebsites({
  targetList,
  webAppsIssues,
  webAppsScanned,
  scansScheduled,
  isScanInProgress,
}: MonitoringActivity) {
  const websites = targetList.length;
  const { highs, mediums, lows } = webAppsIssues;
  const unscanned = websites - webAppsScanned;
  const unscheduled = websites - scansScheduled;
  const actions: Proposed[] = [
    websites === 0 && {
      rank: 10,
      id: 'add-website',
      title: 'Add your first website',
      why: 'Your website is the part of your company that anyone can reach. The first scan shows what attackers would find.',
      minutes: 3,
      button: 'Add website',
    },
    highs > 0 && {
      rank: 0,
      id: 'fix-high',
      amount: highs,
      title: `Fix ${count(highs, 'high issue')}`,
      why: 'Attackers look for these first. The report shows where each one is and how to fix it.',
      minutes: 10,
      minutesFor: 'to read and forward',
      button: 'View findings',
    },
    unscanned > 0 &&
      !isScanInProgress && {
        rank: 11,
        id: 'first-scan',
        amount: unscanned,
        title: `Scan ${count(unscanned, 'new website')}`,
        why: 'There are no results yet. Start a scan now to get them today instead of on the next scheduled date.',
        minutes: 1,
        button: 'Start scan',
      },
    unscheduled > 0 && {
      rank: 50,
      id: 'schedule',
      amount: unscheduled,
      title: `Schedule scans of ${count(unscheduled, 'website')}`,
      why: 'Websites change, and new vulnerabilities appear every week. Scheduled scans find them before attackers do.',
      minutes: 2,
      button: 'Schedule',
    },
    mediums > 0 && {
      rank: 60,
      id: 'fix-medium',
      amount: mediums,
      title: `Plan fixes for ${count(mediums, 'medium issue')}`,
      why: 'They make an attack easier. Forward the report to the person who manages your website.',
      minutes: 10,
      minutesFor: 'to read and forward',
      button: 'View findings',
    },
    lows > 0 && {
      rank: 90,
      id: 'fix-low',
      amount: lows,
      title: `Tidy up ${count(lows, 'low issue')}`,
      why: 'They give attackers small hints about your website. Fix them when you have a quiet hour.',
      minutes: 10,
      minutesFor: 'to read and forward',
      button: 'View findings',
    },
  ];
  return actions;
}

/** From here on a small company may stop and hold what it has. */
const goodLevel = 3;

export function ofMaturity({
  assessmentStatus,
  percent,
  minutesLeft,
  overallLevel,
  weakest,
}: MaturityActivity) {
  const actions: Proposed[] = [
    assessmentStatus === null && {
      rank: 30,
      id: 'start-assessment',
      title: 'Find out how mature your security is',
      why: 'Answer plain questions about people, processes, and technology. You get a level from 0 to 5 and the steps that raise it.',
      minutes: minutesLeft,
      minutesFor: 'in as many sittings as you like',
      button: 'Start Assessment',
    },
    assessmentStatus === 'notCompleted' && {
      rank: 40,
      id: 'finish-assessment',
      title: 'Finish the maturity assessment',
      why: `You have answered ${percent}%. The rest shows which element is your weakest and what to do about it first.`,
      minutes: minutesLeft,
      button: 'Finish Assessment',
    },
    assessmentStatus === 'completed' &&
      overallLevel < goodLevel &&
      weakest.length > 0 && {
        rank: 55,
        id: 'raise-weakest',
        title: `Raise ${weakest.length === 1 ? weakest[0]!.title : `your ${weakest.length} weakest elements`}`,
        why: 'Your overall level is that of your weakest element. The report lists the actions that raise it, with owners and due dates.',
        minutes: 10,
        minutesFor: 'to plan',
        button: 'View report',
      },
  ];
  return actions;
}

export function ofPolicies({
  active,
  draft,
  revisions,
  returned,
  reviewDue,
  missingStarter,
  minutes,
}: ComplianceActivity) {
  const drafts = draft + revisions - returned;
  const actions: Proposed[] = [
    returned > 0 && {
      rank: 15,
      id: 'returned-draft',
      amount: returned,
      title: `Change ${count(returned, 'returned policy', 'returned policies')}`,
      why: 'The approver sent it back with a comment. Make the change and send it again.',
      minutes: minutes.returned,
      button: 'Open policies',
    },
    active === 0 &&
      drafts + returned === 0 && {
        rank: 20,
        id: 'first-policies',
        title: 'Put your first policy in effect',
        why: 'Customers and insurers ask for written rules. Our policies are complete: fill in a few values, read the text, and approve it.',
        minutes: missingStarter[0]?.minutes ?? 10,
        button: 'Activate Policies',
      },
    drafts > 0 && {
      rank: 25,
      id: 'finish-drafts',
      amount: drafts,
      title: `Finish ${count(drafts, 'draft policy', 'draft policies')}`,
      why: 'A draft is not in effect yet. Read it once more, then approve it or send it to the person who decides.',
      minutes: minutes.drafts,
      button: 'Finish drafts',
    },
    reviewDue > 0 && {
      rank: 45,
      id: 'review-policies',
      amount: reviewDue,
      title: `Review ${count(reviewDue, 'policy', 'policies')}`,
      why: 'Companies change, and their rules must follow. Read the policy again, update it, and approve it again.',
      minutes: minutes.reviews,
      button: 'Review',
    },
    active > 0 &&
      missingStarter.length > 0 && {
        rank: 65,
        id: 'more-policies',
        title: `Add the policy ${missingStarter[0]!.name}`,
        why: 'It is one of the five policies that every company should have.',
        minutes: missingStarter[0]!.minutes,
        button: 'Open policy',
      },
  ];
  return actions;
}

export function ofTraining({ teamMembers, overdue, others }: TrainingActivity) {
  const actions: Proposed[] = [
    teamMembers === 0 && {
      rank: 35,
      id: 'enroll-team',
      title: others > 0 ? `Enroll your ${count(others, 'team member')}` : 'Enroll your team in training',
      why: 'Most attacks start with a message to a person. One short course a month teaches your team what to look for and whom to tell.',
      minutes: 5,
      button: 'Enroll Team Members',
    },
    overdue > 0 && {
      rank: 48,
      id: 'nudge-team',
      amount: overdue,
      title: `Help with ${count(overdue, 'overdue course')}`,
      why: 'A kind word does more than another email. The list shows who is behind.',
      minutes: 5,
      button: 'See Team Progress',
    },
  ];
  return actions;
}
