import { shownDay } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { bullets, paragraph, smallPrint, typedBy, type MailBlock } from '#platform/server/mail/blocks.ts';
import { counted, type NoticeMail } from '#modules/notify/server/public.ts';
import { policiesPaths } from '#modules/policies/paths.ts';
import type { OverdueTraining } from '#modules/training/server/public.ts';
import { trainingPaths } from '#modules/training/paths.ts';
import type { WaitingApproval } from '#modules/policies/server/public.ts';

export type DueFacts = {
  companyName: string;
  approvals: readonly WaitingApproval[];
  training: OverdueTraining | null;
};

const mostListed = 8;
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

function listed<T>(
  all: readonly T[],
  total: number,
  line: (one: T) => Parameters<typeof bullets>[number],
): MailBlock {
  const shown = all.slice(0, mostListed);
  const more = total - shown.length;
  return bullets(...shown.map(line), ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : []));
}

const approvalBlocks = (approvals: readonly WaitingApproval[]): MailBlock[] => [
  paragraph({ strong: approvals.length === 1 ? 'An approval still waits:' : 'Approvals still wait:' }),
  listed(approvals, approvals.length, (one) => [
    { strong: typedBy(one.policyName, 100) },
    ` · ${typedBy(one.approverName, 80)} was asked on ${unbroken(shownDay(one.sentAt))}, the link works until ${unbroken(shownDay(one.expiresAt))}`,
  ]),
];

const trainingBlocks = ({ people, late }: OverdueTraining): MailBlock[] => [
  paragraph({ strong: `${counted(people, 'person is', 'people are')} late with training:` }),
  listed(late, people, (one) => [
    { strong: typedBy(one.name, 80) },
    ` · ${counted(one.courses, 'course')}, since ${unbroken(dayWords(one.since))}`,
  ]),
];

/** One mail about everything that is due and not reminded of elsewhere. */
export function dueMail({ companyName, approvals, training }: DueFacts): NoticeMail {
  const parts = [
    ...(approvals.length > 0
      ? [counted(approvals.length, 'approval') + (approvals.length === 1 ? ' waits' : ' wait')]
      : []),
    ...(training ? [`${counted(training.people, 'person', 'people')} late with training`] : []),
  ];
  const onlyTraining = approvals.length === 0;
  return {
    subject: `${parts.join(', ')}: please have a look`,
    preheader: `What ${typedBy(companyName, 60)} asked for and is still waiting for.`,
    heading: 'This is still waiting for someone',
    blocks: [
      ...(approvals.length > 0 ? approvalBlocks(approvals) : []),
      ...(training ? trainingBlocks(training) : []),
      smallPrint(
        training
          ? 'Your team also gets reminders. A kind word does more than another email.'
          : "You can send a request again, or to someone else, on the policy's page.",
      ),
    ],
    button: onlyTraining
      ? { label: 'See who is late', path: trainingPaths.home }
      : { label: 'Open your policies', path: policiesPaths.home },
  };
}
