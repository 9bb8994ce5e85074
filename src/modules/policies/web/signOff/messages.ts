import { fillWords } from '#platform/web/boot.ts';
import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { signOffContract } from '../../signOffContract.ts';

type Refusal = RefusalsOf<typeof signOffContract>;

const wordingOf = messagesOf<Refusal>({
  'sign-off-not-in-plan': 'Your plan does not include signatures of your team now. What was signed stays on record.',
  'no-such-person': 'This person is no longer in the team. The list shows who is there now.',
  'too-many-people': 'That would be more people than a team can have. Remove those who left, then add the others.',
  'no-such-policy': 'One of the policies is no longer active. The list shows what holds now: please choose again.',
  'too-many-mails': 'Reminders were sent very often today. Try again tomorrow; those of day 3, 7 and 14 go out by themselves.',
  'module-inactive': 'Security policies are not part of your plan now. Choose a plan to go on.',
  'not-in-support-session': 'Mails to the team are sent by administrators of the organization alone, not in a support session.',
});

/** What a person reads when a call about signatures did not work. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'too-many-people' && typeof error.detail.most === 'number')
    return `A team can have at most ${error.detail.most.toLocaleString('en-US')} people. Remove those who left, then add the others.`;
  return wordingOf(error);
}

export const isRefusal = (error: unknown, ...codes: Refusal[]): boolean =>
  error instanceof CallError && (codes as string[]).includes(error.code);

export const peopleCount = (count: number): string => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);
export const policyCount = (count: number): string => (count === 1 ? '1 policy' : `${count} policies`);

/** What became of reminders: how many went, and why others did not. */
export function remindedWords({ mailed, skipped, notice }: { mailed: number; skipped: number; notice?: string | undefined }): string {
  // the server knows more of why than a count tells
  if (notice !== undefined) return [mailed > 0 ? `Reminder sent to ${peopleCount(mailed)}.` : '', fillWords(notice)].join(' ').trim();
  const why = 'because of a mail within the last hour, or nothing left to sign';
  if (mailed === 0 && skipped === 0) return 'Nobody has anything left to sign, so no reminder was sent.';
  if (mailed === 0) return `No reminder was sent: ${peopleCount(skipped)} skipped, ${why}.`;
  const sent = `Reminder sent to ${peopleCount(mailed)}.`;
  return skipped === 0 ? sent : `${sent} ${peopleCount(skipped)} skipped, ${why}.`;
}
