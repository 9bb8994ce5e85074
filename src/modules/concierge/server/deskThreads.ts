import { sql } from 'kysely';
import { excerptOf, readRichText, type RichText } from '#platform/richText.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { notify } from '#modules/notify/server/public.ts';
import { conciergePaths } from '../paths.ts';
import { textLimits } from '../rules.ts';
import type { QuestionContext } from '../entities.ts';
import type { DeskEntry, DeskMember, DeskThreadRow } from './desk.ts';
import { asMember } from './deskWeaknesses.ts';
import { holdThread, insertEntry, openThreadRow, selectEntries } from './threads.store.ts';

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
    const person = await db
      .selectFrom('admin')
      .select('email')
      .where('cognitoId', '=', row.openedBy)
      .executeTakeFirst();
    return {
      orgId,
      threadId,
      subject: row.subject,
      state: row.state as DeskThreadRow['state'],
      context: row.context as QuestionContext | null,
      messageId: row.messageId,
      weaknessId: row.weaknessId,
      openedBy: row.openedByName,
      openedByEmail: person?.email ?? null,
      openedAt: row.openedAt,
      lastEntryAt: row.lastEntryAt,
      lastFrom: row.lastFrom as 'customer' | 'staff',
      entries: row.entries,
      excerpt: row.excerpt,
      unseen: row.lastCustomerEntry > row.staffSeenEntry,
      assignedTo: row.assignedTo,
      assignedName: row.assignedName,
      thread: entries.map(({ id: entryId, at, fromSide: from, authorName: by, body, kind }) => ({
        entryId,
        at,
        from,
        by,
        body: readRichText(body),
        kind,
      })),
    };
  });
}

/** Notes that somebody of the staff has seen what the customer wrote. */
export async function markDeskThread(ctx: BaseCtx, { orgId, threadId }: Place): Promise<void> {
  await ctx
    .forOrg(orgId)
    .inOrg((db) =>
      sql`update concierge_thread set staff_seen_entry = last_customer_entry where id = ${threadId} and staff_seen_entry < last_customer_entry`.execute(
        db,
      ),
    );
}

/** Tells by mail whoever asked; where they administer no longer, everybody who does. */
async function tellAnswer(
  scope: OrgScope,
  db: OrgDb,
  threadId: string,
  entry: number,
  body: RichText,
): Promise<void> {
  const row = (await holdThread(db, threadId))!;
  const asker = await db
    .selectFrom('admin')
    .select('cognitoId')
    .where('cognitoId', '=', row.openedBy)
    .executeTakeFirst();
  await notify(scope, db, {
    event: 'concierge-answer',
    facts: {
      subject: row.subject,
      excerpt: excerptOf(body, 500),
      path: conciergePaths.conversation(threadId),
    },
    orgId: scope.orgId,
    key: `${threadId}:${entry}`,
    ...(asker ? { only: [asker.cognitoId] } : {}),
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
    if (!(await holdThread(db, threadId))) throw new Refusal('no-such-conversation');
    const written = {
      orgId,
      threadId,
      from: 'staff' as const,
      authorId: member.id,
      authorName: member.name,
      now: ctx.now(),
    };
    const text = readRichText(body);
    const entry = await insertEntry(db, { ...written, body: text, kind: 'text' });
    await tellAnswer(scope, db, threadId, entry, text);
    if (close) await insertEntry(db, { ...written, body: [], kind: 'closed' });
  });
}

/** Closes a conversation without a word. Refuses with `no-such-conversation`. */
export async function closeAsStaff(
  ctx: BaseCtx,
  member: DeskMember,
  { orgId, threadId }: Place,
): Promise<void> {
  await asMember(ctx, orgId, member).inOrg(async (db) => {
    const held = await holdThread(db, threadId);
    if (!held) throw new Refusal('no-such-conversation');
    if (held.state === 'closed') return;
    const now = ctx.now();
    await insertEntry(db, {
      orgId,
      threadId,
      from: 'staff',
      authorId: member.id,
      authorName: member.name,
      body: [],
      kind: 'closed',
      now,
    });
  });
}

/** Opens a closed conversation again: it waits for the experts. Refuses with `no-such-conversation`. */
export async function reopenAsStaff(
  ctx: BaseCtx,
  member: DeskMember,
  { orgId, threadId }: Place,
): Promise<void> {
  await asMember(ctx, orgId, member).inOrg(async (db) => {
    if (!(await holdThread(db, threadId))) throw new Refusal('no-such-conversation');
    await db
      .updateTable('conciergeThread')
      .set({ state: 'waiting' })
      .where('id', '=', threadId)
      .where('state', '=', 'closed')
      .execute();
  });
}

/** Takes care of a conversation, or leaves it to others (null). Refuses with `no-such-conversation`. */
export async function assignThread(
  ctx: BaseCtx,
  { orgId, threadId }: Place,
  to: Pick<DeskMember, 'id' | 'name'> | null,
): Promise<void> {
  await ctx.forOrg(orgId).inOrg(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('conciergeThread')
      .set({ assignedTo: to?.id ?? null, assignedName: to?.name ?? '' })
      .where('id', '=', threadId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('no-such-conversation');
  });
}

const cut = (text: string) => [...text].slice(0, textLimits.subject - 1).join('');

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
  const now = ctx.now();
  return scope.inOrg(async (db) => {
    const opened = { messageId: null, weaknessId: null, openedBy: member.id, openedByName: member.name, now };
    const threadId = await openThreadRow(db, { orgId, subject: cut(subject), context, ...opened });
    const text = readRichText(body);
    const entry = await insertEntry(db, {
      orgId,
      threadId,
      from: 'staff',
      authorId: member.id,
      authorName: member.name,
      body: text,
      kind: 'text',
      now,
    });
    await tellAnswer(scope, db, threadId, entry, text);
    return threadId;
  });
}
