import type { Handlers } from '#platform/server/http/serve.ts';
import { recordAct } from '#platform/server/audit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  answerAsStaff,
  assignThread,
  closeAsStaff,
  markDeskThread,
  readDeskThread,
  reopenAsStaff,
  selectDeskThreads,
  writeToOrganization,
  type DeskThread,
} from '#modules/concierge/server/public.ts';
import type { staffConciergeContract } from '../../conciergeContract.ts';
import type { ConversationView } from '../../conciergeRules.ts';
import { pageSize } from '../../rules.ts';
import { pageOf } from '../everyBrand.ts';
import { channelsWithin } from '../organizations.ts';
import { deskOf, inOrganization, isoOrNull, placeOf } from './scope.ts';

type Calls = Handlers<typeof staffConciergeContract>;

type State = DeskThread['state'];

const statesOf: Record<ConversationView, State[]> = {
  waiting: ['waiting'],
  mine: ['waiting', 'answered'],
  unseen: ['waiting', 'answered', 'closed'],
  answered: ['answered'],
  closed: ['closed'],
  all: ['waiting', 'answered', 'closed'],
};

export const listConversations: Calls['deskConversations'] = async (ctx, asked) => {
  const desk = await deskOf(ctx);
  const { rows, ...rest } = await pageOf(asked.page, pageSize, (atMost, skip) =>
    selectDeskThreads(ctx.global, {
      channels: channelsWithin(ctx, desk, asked.brandId),
      orgId: asked.orgId ?? null,
      search: asked.search,
      states: statesOf[asked.view],
      assignedTo: asked.view === 'mine' ? desk.expert.id : null,
      onlyUnseen: asked.view === 'unseen',
      page: skip / atMost + 1,
      pageSize: atMost,
    }),
  );
  return {
    data: {
      ...rest,
      rows: rows.map((row) => ({
        ...placeOf(ctx, row),
        threadId: row.threadId,
        subject: row.subject,
        state: row.state,
        isIncident: row.context?.kind === 'incident',
        checkAsked: row.checkAsked,
        openedBy: row.openedBy,
        lastEntryOn: row.lastEntryAt.toISOString(),
        lastFrom: row.lastFrom,
        excerpt: row.excerpt,
        entries: row.entries,
        unseen: row.unseen,
        assignedName: row.assignedName,
        waitingSince: isoOrNull(row.waitingSince),
      })),
    },
  };
};

/** The first word of the customer that nobody has answered. */
function waitingSince({ state, thread, lastEntryAt }: DeskThread): string | null {
  if (state !== 'waiting') return null;
  const answered = thread.findLast(({ from, kind }) => from === 'staff' || kind === 'closed')?.entryId ?? 0;
  return (
    thread.find(({ entryId, from }) => from === 'customer' && entryId > answered)?.at ?? lastEntryAt
  ).toISOString();
}

/** Refuses with `no-such-organization`, `no-such-conversation`. */
export const readConversation: Calls['deskConversation'] = async (ctx, { orgId, threadId }) => {
  return inOrganization(ctx, orgId, async ({ ctx: inside, companyName, brand, expert }) => {
    const found = await readDeskThread(inside, { orgId, threadId });
    if (!found) throw new Refusal('no-such-conversation');
    return {
      data: {
        orgId,
        companyName,
        brand,
        threadId,
        subject: found.subject,
        state: found.state,
        context: found.context,
        messageId: found.messageId,
        weaknessId: found.weaknessId,
        openedBy: found.openedBy,
        openedByEmail: found.openedByEmail,
        openedOn: found.openedAt.toISOString(),
        assigned:
          found.assignedTo === null
            ? null
            : { name: found.assignedName, mine: found.assignedTo === expert.id },
        waitingSince: waitingSince(found),
        unseen: found.unseen,
        entries: found.thread.map(({ entryId, at, from, by, body, kind }) => ({
          entryId,
          at: at.toISOString(),
          from,
          by,
          body,
          kind,
        })),
      },
    };
  });
};

const named = (threadId: string, { subject }: DeskThread) => ({
  subject: 'concierge_thread',
  subjectId: threadId,
  subjectName: subject,
});

/**
 * Of two who answer at once one is told that somebody wrote meanwhile, and sees it before going on. Refuses with
 * `no-such-organization`, `no-such-conversation`, `changed-meanwhile`.
 */
export const answerCustomer: Calls['answerCustomer'] = async (ctx, asked) => {
  const { orgId, threadId, lastEntry, body, close } = asked;
  return inOrganization(ctx, orgId, async ({ ctx: inside, db, expert }) => {
    const found = await readDeskThread(inside, { orgId, threadId });
    if (!found) throw new Refusal('no-such-conversation');
    const last = found.thread.at(-1);
    if ((last?.entryId ?? 0) !== lastEntry) throw new Refusal('changed-meanwhile', { by: last?.by ?? '' });
    await answerAsStaff(inside, expert, { orgId, threadId, body, close });
    // a change of its state tells of itself
    if (found.state === 'answered')
      await recordAct(db, { act: 'conversation-answered', ...named(threadId, found) });
    return {};
  });
};

/** Its log tells of it by the row. Refuses with `no-such-organization`. */
export const beginConversation: Calls['beginConversation'] = async (ctx, asked) => {
  return inOrganization(ctx, asked.orgId, async ({ ctx: inside, expert }) => ({
    data: { threadId: await writeToOrganization(inside, expert, asked) },
  }));
};

/** Refuses with `no-such-organization`, `no-such-conversation`. */
export const changeConversation: Calls['changeConversation'] = async (ctx, { orgId, threadId, to }) => {
  return inOrganization(ctx, orgId, async ({ ctx: inside, db, expert }) => {
    const place = { orgId, threadId };
    if (to === 'closed') await closeAsStaff(inside, expert, place);
    else if (to === 'open') await reopenAsStaff(inside, expert, place);
    else {
      const found = await readDeskThread(inside, place);
      if (!found) throw new Refusal('no-such-conversation');
      await assignThread(inside, place, to === 'mine' ? expert : null);
      if (to === 'mine') await recordAct(db, { act: 'conversation-taken', ...named(threadId, found) });
      else await recordAct(db, { act: 'conversation-left', ...named(threadId, found) });
    }
    return {};
  });
};

/** Refuses with `no-such-organization`. */
export const seeConversation: Calls['seeConversation'] = (ctx, place) =>
  inOrganization(ctx, place.orgId, async ({ ctx: inside }) => {
    await markDeskThread(inside, place);
    return {};
  });
