import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, summaryPart } from '#platform/server/summaryPart.ts';
import { conciergeContent } from './content.ts';
import { countedValue, type Asking } from './messages.store.ts';
import { brandOf, filled, readerOf } from './reader.ts';

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

type Json = {
  messages: { total: number; unread: number; newest: { id: string; title: string } | null };
  open: number;
  urgent: number;
  problems: { type: string; asset: string; urgent: boolean }[];
  answers: number;
  waiting: number;
};

/** One part of the dashboard's statement. Weaknesses and conversations are counted by an index; messages are few for everybody. */
export const conciergePartOf = (ctx: Pick<OrgScope, 'settings'>, asking: Asking) =>
  summaryPart({
    value: () => sql<Json>`(
      select jsonb_build_object(
        'messages', ${countedValue(asking)},
        'open', (select count(*) from weakness where status_rank = 1),
        'urgent', (select count(*) from weakness where status_rank = 1 and severity_rank <= 2),
        'problems', (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'asset', asset, 'urgent', severity_rank <= 2)), '[]')
          from weakness where status_rank = 1 and type <> 'staff'),
        'answers', (select count(*) from concierge_thread t where t.last_staff_entry > 0 and t.last_staff_entry > coalesce((
          select s.entry from concierge_read s where s.org_id = t.org_id and s.cognito_id = ${asking.cognitoId} and s.kind = 'thread' and s.id = t.id::text), 0)),
        'waiting', (select count(*) from concierge_thread where state = 'waiting')
      )
    )`,
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

/** For whom messages are counted. */
export const conciergeAsking = async (ctx: OrgScope, cognitoId: string): Promise<Asking> => ({
  reader: await readerOf(ctx),
  cognitoId,
  now: ctx.now(),
  letters: [...conciergeContent().letters.values()],
});

export async function conciergeSummary(
  ctx: OrgScope,
  { cognitoId }: { cognitoId: string },
): Promise<ConciergeSummary> {
  return readSummary(ctx, conciergePartOf(ctx, await conciergeAsking(ctx, cognitoId)));
}
