import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { excerptOf, plainToRich, readRichText } from '#platform/richText.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { conciergeContract } from '../contract.ts';
import type { QuestionContext, Thread } from '../entities.ts';
import { mostEntriesPerHour, mostWaiting, pageSize, textLimits } from '../rules.ts';
import { queueQuestionMail } from './mails.ts';
import type { Asking } from './messages.store.ts';
import { askingOf, messageTitle } from './messages.ts';
import { readerOf } from './reader.ts';
import {
  countEntriesSince,
  countWaiting,
  holdThread,
  insertEntry,
  lockEntries,
  openThreadRow,
  selectEntries,
  selectPersonName,
  selectThread,
  selectThreads,
  upsertSeen,
  type ThreadRow,
} from './threads.store.ts';
import { selectWeakness } from './weaknesses.store.ts';

type Calls = typeof conciergeContract;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const threadOf = (row: ThreadRow): Thread => ({
  threadId: row.id,
  subject: row.subject,
  state: row.state,
  context: row.context,
  messageId: row.messageId,
  weaknessId: row.weaknessId,
  openedBy: row.openedByName,
  openedOn: row.openedAt.toISOString(),
  lastEntryOn: row.lastEntryAt.toISOString(),
  lastFrom: row.lastFrom,
  excerpt: row.excerpt,
  entries: row.entries,
  unread: row.unread,
});

/** A page past the end is answered with the first. */
export async function listThreads(
  ctx: OrgCtx,
  { page, search, show }: BodyOf<Calls['conversations']>,
): Promise<ReplyOf<Calls['conversations']>> {
  return ctx.inOrg(async (db) => {
    const load = (at: number) => selectThreads(db, ctx.session.cognitoId, { search, show, page: at });
    const asked = await load(page);
    const isPast = asked.rows.length === 0 && page > 1;
    const { rows, total, unread } = isPast ? await load(1) : asked;
    return {
      threads: rows.map(threadOf),
      total,
      unread,
      page: isPast ? 1 : page,
      pages: Math.max(1, Math.ceil(total / pageSize)),
    };
  });
}

/** Refuses with `no-such-conversation`. */
export async function readThread(
  ctx: OrgCtx,
  { threadId }: BodyOf<Calls['conversation']>,
): Promise<ReplyOf<Calls['conversation']>> {
  const { cognitoId } = ctx.session;
  return ctx.inOrg(async (db) => {
    const row = await selectThread(db, cognitoId, threadId);
    if (!row) throw new Refusal('no-such-conversation');
    const entries = await selectEntries(db, threadId);
    return {
      thread: threadOf(row),
      entries: entries.map((entry) => ({
        entryId: entry.id,
        at: entry.at.toISOString(),
        from: entry.fromSide,
        by: entry.authorName,
        mine: entry.fromSide === 'customer' && entry.authorId === cognitoId,
        body: readRichText(entry.body),
        kind: entry.kind,
      })),
    };
  });
}

/** In a support session nothing is saved. A conversation that is not there is none to have seen. */
export async function markThread(
  ctx: OrgCtx,
  { threadId }: BodyOf<Calls['markConversation']>,
): Promise<Record<string, never>> {
  if (ctx.session.supportStaff !== null) return {};
  const { cognitoId } = ctx.session;
  await ctx.inOrg(async (db) => {
    const row = await selectThread(db, cognitoId, threadId);
    if (row?.unread)
      await upsertSeen(db, {
        orgId: ctx.orgId,
        cognitoId,
        threadId,
        entry: row.lastStaffEntry,
        now: ctx.now(),
      });
  });
  return {};
}

/**
 * Slows down whoever writes without end: one entry of an organisation is written at a time, so that many at once are counted
 * too. Comes before anything else is held. Refuses with `too-many-questions`.
 */
export async function admitEntry(ctx: OrgCtx, db: OrgDb): Promise<void> {
  await lockEntries(db, ctx.orgId);
  const since = new Date(ctx.now().getTime() - 3_600_000);
  if ((await countEntriesSince(db, since)) >= mostEntriesPerHour) throw new Refusal('too-many-questions');
}

/** Who writes, as conversations name them. */
export async function writerOf(ctx: OrgCtx, db: OrgDb): Promise<{ id: string; name: string; email: string }> {
  const { cognitoId, email } = ctx.session;
  const person = await selectPersonName(db, cognitoId);
  return { id: cognitoId, name: person?.name ?? email, email };
}

export type Written = {
  subject: string;
  text: string;
  context: QuestionContext | null;
  kind: 'text' | 'check';
};

/** What a message or a weakness is called, if the question is about one that is there. */
async function aboutOf(ctx: OrgCtx, db: OrgDb, asking: Asking, context: QuestionContext | null) {
  if (context?.kind === 'message')
    return {
      title: await messageTitle(ctx, db, asking, context.id),
      messageId: context.id,
      weaknessId: null,
    };
  if (context?.kind === 'weakness') {
    const weakness = uuid.test(context.id) ? await selectWeakness(db, context.id) : undefined;
    if (!weakness) throw new Refusal('no-such-weakness');
    return { title: weakness.title, messageId: null, weaknessId: weakness.id };
  }
  return { title: context?.title ?? '', messageId: null, weaknessId: null };
}

const cut = (text: string) => [...text].slice(0, textLimits.subject - 1).join('');

/** Begins a conversation, or goes on in the one about the same message or weakness, and tells the experts by mail. */
export async function write(
  ctx: OrgCtx,
  db: OrgDb,
  asking: Asking,
  { subject, text, context, kind }: Written,
): Promise<string> {
  await admitEntry(ctx, db);
  if ((await countWaiting(db)) >= mostWaiting) throw new Refusal('too-many-questions');
  const writer = await writerOf(ctx, db);
  const about = await aboutOf(ctx, db, asking, context);
  const body = plainToRich(text);
  const now = ctx.now();
  const { orgId } = ctx;
  const threadId = await openThreadRow(db, {
    orgId,
    subject: cut(subject || about.title || excerptOf(body, 80)),
    context,
    messageId: about.messageId,
    weaknessId: about.weaknessId,
    openedBy: writer.id,
    openedByName: writer.name,
    now,
  });
  const entry = await insertEntry(db, {
    orgId,
    threadId,
    from: 'customer',
    authorId: writer.id,
    authorName: writer.name,
    body,
    kind,
    now,
  });
  await queueQuestionMail(ctx, db, { reader: asking.reader, threadId, entry, writer });
  return threadId;
}

/** Refuses with `too-many-questions`, `no-such-message`, `no-such-weakness`. */
export async function askExpert(
  ctx: OrgCtx,
  { subject, text, context }: BodyOf<Calls['askExpert']>,
): Promise<ReplyOf<Calls['askExpert']>> {
  const asking = await askingOf(ctx);
  return ctx.inOrg(async (db) => ({
    threadId: await write(ctx, db, asking, { subject, text, context, kind: 'text' }),
  }));
}

/** Refuses with `no-such-conversation`, `too-many-questions`. */
export async function answerThread(
  ctx: OrgCtx,
  { threadId, text }: BodyOf<Calls['answerConversation']>,
): Promise<Record<string, never>> {
  const reader = await readerOf(ctx);
  await ctx.inOrg(async (db) => {
    await admitEntry(ctx, db);
    if (!(await holdThread(db, threadId))) throw new Refusal('no-such-conversation');
    const writer = await writerOf(ctx, db);
    const entry = await insertEntry(db, {
      orgId: ctx.orgId,
      threadId,
      from: 'customer',
      authorId: writer.id,
      authorName: writer.name,
      body: plainToRich(text),
      kind: 'text',
      now: ctx.now(),
    });
    await queueQuestionMail(ctx, db, { reader, threadId, entry, writer });
  });
  return {};
}

/** Refuses with `no-such-conversation`. One that is closed stays so. */
export async function closeThread(
  ctx: OrgCtx,
  { threadId }: BodyOf<Calls['closeConversation']>,
): Promise<Record<string, never>> {
  await ctx.inOrg(async (db) => {
    const thread = await holdThread(db, threadId);
    if (!thread) throw new Refusal('no-such-conversation');
    if (thread.state === 'closed') return;
    const writer = await writerOf(ctx, db);
    await insertEntry(db, {
      orgId: ctx.orgId,
      threadId,
      from: 'customer',
      authorId: writer.id,
      authorName: writer.name,
      body: [],
      kind: 'closed',
      now: ctx.now(),
    });
  });
  return {};
}
