import type { ConciergeActivity, DashboardData, RatingsActivity } from './contract.ts';
import { count, type Proposed } from './rankedActions.ts';

/** Points of the rating below which a fix is no news. */
const worthPoints = 5;

export function ofRatings({ state, domain, proved, fixes, isEstimate }: RatingsActivity): Proposed[] {
  const best = fixes[0];
  return [
    (state === 'none' || state === 'failed') && {
      rank: 12,
      id: 'first-rating',
      title: state === 'none' ? 'Get your first security rating' : 'Try your security rating again',
      why: 'It rates what customers, insurers, and attackers can see of your company from outside, on a scale from 250 to 900.',
      minutes: 1,
      minutesFor: 'to start it',
      button: 'Get rating',
    },
    state === 'rated' &&
      best !== undefined &&
      best.gain >= worthPoints && {
        rank: 22,
        id: 'raise-rating',
        amount: best.gain,
        title: best.title,
        why: `It would add about ${count(best.gain, 'point')} to your rating, more than any other fix. The steps say who does what.`,
        minutes: best.minutes,
        button: 'View steps',
      },
    state === 'rated' &&
      isEstimate &&
      domain !== null &&
      !proved && {
        rank: 52,
        id: 'prove-domain',
        title: `Verify that you own ${domain}`,
        why: 'The rating can then include checks that only the owner may request. One DNS record or one small file is enough.',
        minutes: 5,
        button: 'Verify domain',
      },
  ];
}

export function ofConcierge(activity: ConciergeActivity): Proposed[] {
  const { numberOfWeaknesses, newAlerts, newestAlert, unreadAnswers, sameAsIssues } = activity;
  // what is an issue of a website as well is proposed, and counted, as that
  const urgentWeaknesses = activity.urgentWeaknesses - sameAsIssues.urgent;
  const calm = numberOfWeaknesses - sameAsIssues.weaknesses - urgentWeaknesses;
  return [
    urgentWeaknesses > 0 && {
      rank: 2,
      id: 'close-weaknesses',
      amount: urgentWeaknesses,
      title: `Close ${count(urgentWeaknesses, 'serious security weakness', 'serious security weaknesses')}`,
      why: 'An expert reviewed each one and rated it critical or high. Each comes with steps to fix it.',
      minutes: 10,
      minutesFor: 'to read and forward',
      button: 'View Weaknesses',
    },
    unreadAnswers > 0 && {
      rank: 8,
      id: 'read-answers',
      amount: unreadAnswers,
      title:
        unreadAnswers === 1
          ? 'Read the answer from our experts'
          : `Read ${unreadAnswers} answers from our experts`,
      why: 'An expert has answered your question. Reply if anything is still unclear.',
      minutes: 3,
      button: 'Read answer',
    },
    calm > 0 && {
      rank: 62,
      id: 'look-at-weaknesses',
      amount: calm,
      title: `Review ${count(calm, 'security weakness', 'security weaknesses')}`,
      why: 'None of them is urgent. Plan a fix before they grow, or ask us about those that do not apply to you.',
      minutes: 10,
      minutesFor: 'to read and forward',
      button: 'View Weaknesses',
    },
    newAlerts > 0 && {
      rank: 75,
      id: 'read-messages',
      amount: newAlerts,
      title:
        newAlerts === 1 && newestAlert
          ? `Read: ${newestAlert.title}`
          : `Read ${count(newAlerts, 'new message')}`,
      why: 'Short letters about current threats and what they mean for a company like yours.',
      minutes: 3,
      button: 'View Messages',
    },
  ];
}

const yearMs = 365 * 86_400_000;

/** What concerns the person, or the company as a whole. */
export function ofCompany({ strongSignIn, modules, evidence, asOf }: DashboardData): Proposed[] {
  const { lastMadeAt } = evidence;
  return [
    strongSignIn === false && {
      rank: 18,
      id: 'second-factor',
      title: 'Turn on multi-factor authentication',
      why: 'Multi-factor authentication keeps attackers out even if they learn your password.',
      minutes: 3,
      button: 'Set up',
    },
    modules.insurance === 'ACTIVE' &&
      (lastMadeAt === null || Date.parse(asOf) - Date.parse(lastMadeAt) > yearMs) && {
        rank: 58,
        id: 'insurance-pack',
        title: 'Prepare an evidence pack for your next insurer',
        why: 'Your cyber insurance will not be renewed here. Brokers and insurers ask what you do about security. The pack answers them.',
        minutes: 2,
        button: 'Make the pack',
      },
  ];
}
