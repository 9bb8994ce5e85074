import {
  bullets,
  keyValues,
  paragraph,
  smallPrint,
  typedBy,
  type MailBlock,
} from '#platform/server/mail/blocks.ts';
import { aboutTime } from '#platform/taskTime.ts';
import { dashboardPath } from '#modules/dashboard/paths.ts';
import { counted, severities, type NoticeMail } from '#modules/notify/server/public.ts';

/** What a week came to; a part is null where its module is not active. */
export type WeekFacts = {
  companyName: string;
  /** The Monday on which it is told, as people read it. */
  day: string;
  issues: {
    scans: number;
    fresh: number;
    fixed: number;
    highs: number;
    mediums: number;
    lows: number;
  } | null;
  rating: { now: number; before: number | null } | null;
  training: { finished: number; finishers: number; people: number; overdue: number } | null;
  policies: { approved: number; reviewDue: number; waiting: number } | null;
  /** Messages and answers that the person has not read, the answers among them, and weaknesses that are open. */
  concierge: { unread: number; answers: number; weaknesses: number } | null;
  actions: { title: string; minutes: number }[];
};

const number = (n: number): string => n.toLocaleString('en-US');

function issueLine({ fresh, fixed, ...open }: NonNullable<WeekFacts['issues']>): string {
  const change =
    fresh === 0 && fixed === 0
      ? 'no change'
      : [fresh > 0 && `${number(fresh)} new`, fixed > 0 && `${number(fixed)} fixed`]
          .filter(Boolean)
          .join(', ');
  const left = severities(open);
  return `${change}; ${left ? `open: ${left}` : 'none open'}`;
}

function ratingLine({ now, before }: NonNullable<WeekFacts['rating']>): string {
  if (before === null) return String(now);
  if (before === now) return `${now}, as a week ago`;
  return `${now}, ${now > before ? 'up' : 'down'} ${Math.abs(now - before)} from ${before} a week ago`;
}

function trainingLine({ finished, finishers, overdue }: NonNullable<WeekFacts['training']>): string {
  const done =
    finished === 0
      ? 'no course finished'
      : `${counted(finished, 'course')} finished by ${counted(finishers, 'person', 'people')}`;
  return overdue === 0 ? `${done}; no one late` : `${done}; ${counted(overdue, 'person', 'people')} late`;
}

function policyLine({ approved, reviewDue, waiting }: NonNullable<WeekFacts['policies']>): string {
  const parts = [
    approved > 0 && `${number(approved)} approved`,
    reviewDue > 0 && `${number(reviewDue)} to review`,
    waiting > 0 && `${counted(waiting, 'approval')} waiting`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'nothing due' : parts.join(', ');
}

function conciergeLine({ unread, weaknesses }: NonNullable<WeekFacts['concierge']>): string {
  const parts = [
    unread > 0 && counted(unread, 'unread message'),
    weaknesses > 0 && counted(weaknesses, 'open weakness', 'open weaknesses'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'nothing new' : parts.join(', ');
}

/**
 * True where the week has something to say: something moved, or something waits that should not. A quiet week sends no mail;
 * messages for everybody alone do not break it, they had mails of their own.
 */
export function isWorthSending({ issues, rating, training, policies, concierge }: WeekFacts): boolean {
  return (
    (issues !== null && (issues.scans > 0 || issues.fresh > 0 || issues.fixed > 0 || issues.highs > 0)) ||
    (rating !== null && rating.before !== null && rating.now !== rating.before) ||
    (training !== null && (training.finished > 0 || training.overdue > 0)) ||
    (policies !== null && (policies.approved > 0 || policies.reviewDue > 0 || policies.waiting > 0)) ||
    (concierge !== null && (concierge.answers > 0 || concierge.weaknesses > 0))
  );
}

/** What the subject says: the one thing that a reader would want to know first. */
function summaryOf({ issues, rating, training, concierge }: WeekFacts): string {
  if (issues && issues.highs > 0) return `${counted(issues.highs, 'high issue')} open`;
  if (rating && rating.before !== null && rating.now !== rating.before)
    return `rating ${rating.now > rating.before ? 'up' : 'down'} to ${rating.now}`;
  if (concierge && concierge.weaknesses > 0)
    return counted(concierge.weaknesses, 'open weakness', 'open weaknesses');
  if (concierge && concierge.answers > 0) return counted(concierge.answers, 'unread answer');
  if (issues && issues.fixed > 0) return `${counted(issues.fixed, 'issue')} fixed`;
  if (issues && issues.fresh > 0) return counted(issues.fresh, 'new issue');
  if (training && training.finished > 0) return `${counted(training.finished, 'course')} finished`;
  if (training && training.overdue > 0)
    return `${counted(training.overdue, 'person', 'people')} late with training`;
  return 'what moved, and what is next';
}

export function digestMail(facts: WeekFacts): NoticeMail {
  const { companyName, day, issues, rating, training, policies, concierge, actions } = facts;
  const rows: Record<string, string> = {
    ...(rating ? { 'Security rating': ratingLine(rating) } : {}),
    ...(issues ? { 'Website issues': issueLine(issues) } : {}),
    ...(training && training.people > 0 ? { Training: trainingLine(training) } : {}),
    ...(policies ? { Policies: policyLine(policies) } : {}),
    ...(concierge ? { Concierge: conciergeLine(concierge) } : {}),
  };
  const next: MailBlock[] =
    actions.length === 0
      ? []
      : [
          paragraph({
            strong:
              actions.length === 1
                ? 'The next step:'
                : `The next ${actions.length === 2 ? 'two' : 'three'} steps:`,
          }),
          bullets(
            ...actions.map(({ title, minutes }) => [
              { strong: typedBy(title, 120) },
              ` · ${aboutTime(minutes)}`,
            ]),
          ),
        ];
  const company = typedBy(companyName, 60);
  return {
    subject: `Your week: ${summaryOf(facts)}`,
    preheader: `${company}: what changed by ${day}, and what to do next.`,
    heading: 'Your week in security',
    blocks: [
      paragraph('This is what changed at ', { strong: company }, ' in the last seven days:'),
      keyValues(rows),
      ...next,
      smallPrint('We send no email for a week in which nothing changed and nothing is waiting.'),
    ],
    button: { label: 'Open the dashboard', path: dashboardPath },
  };
}
