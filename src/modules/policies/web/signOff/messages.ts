import { fillWords } from '#platform/web/boot.ts';
import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { signOffContract } from '../../signOffContract.ts';

type Refusal = RefusalsOf<typeof signOffContract>;

const wordingOf = messagesOf<Refusal>({
  'sign-off-not-in-plan': 'Your plan does not include team signatures now. What was signed stays on record.',
  'no-such-person': 'This person is no longer on the team. The list shows who is there now.',
  'too-many-people': 'That is more people than a team can have. Remove those who left, then add the others.',
  'no-such-policy':
    'One of the policies is no longer active. The list shows what is in force now: please choose again.',
  'too-many-mails':
    'Too many reminders were sent today. Try again tomorrow; those of day 3, 7, and 14 are sent automatically.',
  'module-inactive': 'Security policies are not part of your plan now. Choose a plan to continue.',
  'not-in-support-session':
    'Emails to the team can be sent only by administrators of the organization, not in a support session.',
});

/** What a person reads when a call about signatures did not work. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'too-many-people' && typeof error.detail.most === 'number')
    return `A team can have at most ${error.detail.most.toLocaleString('en-US')} people. Remove those who left, then add the others.`;
  return wordingOf(error);
}

export const isRefusal = (error: unknown, ...codes: Refusal[]): boolean =>
  error instanceof CallError && (codes as string[]).includes(error.code);

export const peopleCount = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
export const policyCount = (count: number): string => (count === 1 ? '1 policy' : `${count} policies`);

/** What became of reminders: how many went, and why others did not. */
export function remindedWords({
  mailed,
  skipped,
  notice,
}: {
  mailed: number;
  skipped: number;
  notice?: string | undefined;
}): string {
  // the server knows more of why than a count tells
  if (notice !== undefined)
    return [mailed > 0 ? `Reminder sent to ${peopleCount(mailed)}.` : '', fillWords(notice)].join(' ').trim();
  const why = 'because of an email within the last hour, or nothing left to sign';
  if (mailed === 0 && skipped === 0) return 'No one has anything left to sign, so no reminder was sent.';
  if (mailed === 0) return `No reminder was sent: ${peopleCount(skipped)} skipped, ${why}.`;
  const sent = `Reminder sent to ${peopleCount(mailed)}.`;
  return skipped === 0 ? sent : `${sent} ${peopleCount(skipped)} skipped, ${why}.`;
}
