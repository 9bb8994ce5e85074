import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, summaryPart } from '#platform/server/database/summaryPart.ts';
import type { Asking } from './messages.store.ts';
import { askingFor } from './messages.ts';
import { brandOf, filled } from './reader.ts';
import { conciergeJson } from './summary.store.ts';

/** What the dashboard and the menu show of this module, to one person (modules.md 3: cyberConcierge). */
export type ConciergeSummary = {
  /** Weaknesses that are open. */
  numberOfWeaknesses: number;
  /** Messages that have not expired, read or not. */
  numberOfAlerts: number;
  /** Of the messages, those that this person has not read. */
  newAlerts: number;
  /** Of the open weaknesses, those that are critical or high. */
  urgentWeaknesses: number;
  /** Of the open weaknesses, those that scans of websites may list as issues too. */
  openProblems: { type: string; asset: string; urgent: boolean }[];
  /** The newest message that is unread. */
  newestAlert: { id: string; title: string } | null;
  /** Conversations in which the experts have answered and this person has not looked. */
  unreadAnswers: number;
  /** Conversations that wait for the experts. */
  waiting: number;
};

/** One part of the dashboard's statement. */
export const conciergePartOf = (ctx: Pick<OrgScope, 'settings'>, asking: Asking) =>
  summaryPart({
    value: () => conciergeJson(asking),
    read: ({ messages, open, urgent, problems, answers, waiting }): ConciergeSummary => ({
      numberOfWeaknesses: open,
      numberOfAlerts: messages.total,
      newAlerts: messages.unread,
      urgentWeaknesses: urgent,
      openProblems: problems,
      newestAlert: messages.newest && {
        id: messages.newest.id,
        title: filled(brandOf(ctx, asking.reader), messages.newest.title),
      },
      unreadAnswers: answers,
      waiting,
    }),
  });

export async function conciergeSummary(
  ctx: OrgScope,
  { cognitoId }: { cognitoId: string },
): Promise<ConciergeSummary> {
  return readSummary(ctx, conciergePartOf(ctx, await askingFor(ctx, cognitoId)));
}
