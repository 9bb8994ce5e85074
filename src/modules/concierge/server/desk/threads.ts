import { excerptOf, readRichText, type RichText } from '#platform/richText.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { notify } from '#modules/notify/server/public.ts';
import type { QuestionContext } from '../../entities.ts';
import { conciergePaths } from '../../paths.ts';
import type { DeskEntry, DeskMember, DeskThreadRow } from './desk.ts';
import { asMember } from './weaknesses.ts';
import { heldThread, subjectOf } from '../threads.ts';
import {
  assignThreadRow,
  holdThread,
  insertEntry,
  markSeenByStaff,
  openThreadRow,
  reopenThread,
  selectEntries,
  selectPersonName,
} from '../threads.store.ts';

type Place = { orgId: string; threadId: string };

export type DeskThread = Omit<DeskThreadRow, 'companyName' | 'channelId' | 'waitingSince' | 'checkAsked'> & {
  openedByEmail: string | null;
  /** The newest 500, oldest first. */
  thread: DeskEntry[];
};

/** Null where there is no such conversation. Whoever reads it has seen it. */
export async function readDeskThread(ctx: BaseCtx, { orgId, threadId }: Place): Promise<DeskThread | null> {
  return ctx.forOrg(orgId).inOrg(async (db) => {
    const row = await holdThread(db, threadId);
    if (!row) return null;
    const entries = await selectEntries(db, threadId, 500);
    return {
      ...row,
      threadId,
      state: row.state as DeskThreadRow['state'],
      context: row.context as QuestionContext | null,
      openedBy: row.openedByName,
      openedByEmail: (await selectPersonName(db, row.openedBy))?.email ?? null,
      lastFrom: row.lastFrom as DeskThreadRow['lastFrom'],
      unseen: row.lastCustomerEntry > row.staffSeenEntry,
      thread: entries.map((entry) => ({ ...entry, body: readRichText(entry.body) })),
    };
  });
}

export async function markDeskThread(ctx: BaseCtx, { orgId, threadId }: Place): Promise<void> {
  await ctx.forOrg(orgId).inOrg((db) => markSeenByStaff(db, threadId));
}

type Words = { body: RichText; kind: 'text' | 'closed' };

/** An entry of a member of the staff. @returns its number */
const insertStaffEntry = (
  scope: OrgScope,
  db: OrgDb,
  member: DeskMember,
  threadId: string,
  words: Words,
): Promise<number> =>
  insertEntry(db, {
    ...words,
    orgId: scope.orgId,
    threadId,
    from: 'staff',
    authorId: member.id,
    authorName: member.name,
    now: scope.now(),
  });

/** Writes an answer, and notifies whoever asked by mail; where they administer no longer, everybody who does. */
async function answer(
  scope: OrgScope,
  db: OrgDb,
  member: DeskMember,
  threadId: string,
  given: RichText,
): Promise<void> {
  const body = readRichText(given);
  const entry = await insertStaffEntry(scope, db, member, threadId, { body, kind: 'text' });
  const { subject, openedBy } = await heldThread(db, threadId);
  const isAdmin = (await selectPersonName(db, openedBy)) !== undefined;
  await notify(scope, db, {
    event: 'concierge-answer',
    facts: { subject, excerpt: excerptOf(body, 500), path: conciergePaths.conversation(threadId) },
    orgId: scope.orgId,
    key: `${threadId}:${entry}`,
    ...(isAdmin ? { only: [openedBy] } : {}),
  });
}

/** Refuses with `no-such-conversation`. */
export async function answerAsStaff(
  ctx: BaseCtx,
  member: DeskMember,
  { orgId, threadId, body, close }: Place & { body: RichText; close: boolean },
): Promise<void> {
  const scope = asMember(ctx, orgId, member);
  await scope.inOrg(async (db) => {
    await heldThread(db, threadId);
    await answer(scope, db, member, threadId, body);
    if (close) await insertStaffEntry(scope, db, member, threadId, { body: [], kind: 'closed' });
  });
}

/** Closes a conversation without a word. Refuses with `no-such-conversation`. */
export async function closeAsStaff(
  ctx: BaseCtx,
  member: DeskMember,
  { orgId, threadId }: Place,
): Promise<void> {
  const scope = asMember(ctx, orgId, member);
  await scope.inOrg(async (db) => {
    if ((await heldThread(db, threadId)).state !== 'closed')
      await insertStaffEntry(scope, db, member, threadId, { body: [], kind: 'closed' });
  });
}

/** Opens a closed conversation again: it waits for the experts. Refuses with `no-such-conversation`. */
export async function reopenAsStaff(
  ctx: BaseCtx,
  member: DeskMember,
  { orgId, threadId }: Place,
): Promise<void> {
  await asMember(ctx, orgId, member).inOrg(async (db) => {
    await heldThread(db, threadId);
    await reopenThread(db, threadId);
  });
}

/** Takes care of a conversation, or leaves it to others (null). Refuses with `no-such-conversation`. */
export async function assignThread(
  ctx: BaseCtx,
  { orgId, threadId }: Place,
  to: Pick<DeskMember, 'id' | 'name'> | null,
): Promise<void> {
  const assigned = await ctx.forOrg(orgId).inOrg((db) => assignThreadRow(db, threadId, to));
  if (!assigned) throw new Refusal('no-such-conversation');
}

/** Staff write to an organisation first. @returns the conversation */
export async function writeToOrganization(
  ctx: BaseCtx,
  member: DeskMember,
  {
    orgId,
    subject,
    body,
    context = null,
  }: { orgId: string; subject: string; body: RichText; context?: QuestionContext | null },
): Promise<string> {
  const scope = asMember(ctx, orgId, member);
  return scope.inOrg(async (db) => {
    const threadId = await openThreadRow(db, {
      orgId,
      subject: subjectOf(subject),
      context,
      messageId: null,
      weaknessId: null,
      openedBy: member.id,
      openedByName: member.name,
      now: scope.now(),
    });
    await answer(scope, db, member, threadId, body);
    return threadId;
  });
}
