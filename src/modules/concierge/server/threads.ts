import { excerptOf, plainToRich, readRichText } from '#platform/richText.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import type { conciergeContract } from '../contract.ts';
import type { QuestionContext, Thread } from '../entities.ts';
import { mostEntriesPerHour, mostWaiting, textLimits } from '../rules.ts';
import { queueQuestionMail } from './mails.ts';
import type { Asking } from './messages.store.ts';
import { askingOf, messageTitle } from './messages.ts';
import { pageOf } from './pageOf.ts';
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
  type NewEntry,
  type ThreadRow,
} from './threads.store.ts';
import { selectWeakness } from './weaknesses/weaknesses.store.ts';

type Calls = typeof conciergeContract;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const threadOf = ({ openedOn, lastEntryOn, ...row }: ThreadRow): Thread => ({
  ...row,
  openedOn: openedOn.toISOString(),
  lastEntryOn: lastEntryOn.toISOString(),
});

export const listThreads: Handler<Calls['conversations']> = (ctx, { page, ...filter }) =>
  ctx.inOrg(async (db) => {
    const { rows, ...rest } = await pageOf(page, (at) =>
      selectThreads(db, ctx.session.cognitoId, filter, at),
    );
    return { threads: rows.map(threadOf), ...rest };
  });

/** Refuses with `no-such-conversation`. */
export const readThread: Handler<Calls['conversation']> = (ctx, { threadId }) =>
  ctx.inOrg(async (db) => {
    const { cognitoId } = ctx.session;
    const row = await selectThread(db, cognitoId, threadId);
    if (!row) throw new Refusal('no-such-conversation');
    const entries = await selectEntries(db, threadId);
    return {
      thread: threadOf(row),
      entries: entries.map(({ authorId, ...entry }) => ({
        ...entry,
        at: entry.at.toISOString(),
        mine: entry.from === 'customer' && authorId === cognitoId,
        body: readRichText(entry.body),
      })),
    };
  });

/** In a support session nothing is saved. A conversation that is not there is none to have seen. */
export const markThread: Handler<Calls['markConversation']> = async (ctx, { threadId }) => {
  if (ctx.session.supportStaff !== null) return {};
  const { orgId, session } = ctx;
  const { cognitoId } = session;
  await ctx.inOrg(async (db) => {
    const row = await selectThread(db, cognitoId, threadId);
    if (row?.unread)
      await upsertSeen(db, { orgId, cognitoId, threadId, entry: row.lastStaffEntry, now: ctx.now() });
  });
  return {};
};

/** A conversation, held until the transaction ends. Refuses with `no-such-conversation`. */
export async function heldThread(db: OrgDb, threadId: string) {
  const thread = await holdThread(db, threadId);
  if (!thread) throw new Refusal('no-such-conversation');
  return thread;
}

/**
 * Slows down whoever writes without end: one entry of an organisation is written at a time, so that many at once are counted
 * too. Comes before anything else is held. Refuses with `too-many-questions`.
 */
export async function limitEntries(ctx: OrgCtx, db: OrgDb): Promise<void> {
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
  const about = { title: context?.title ?? '', messageId: null, weaknessId: null };
  if (context?.kind === 'message')
    return { ...about, title: await messageTitle(ctx, db, asking, context.id), messageId: context.id };
  if (context?.kind !== 'weakness') return about;
  const weakness = uuid.test(context.id) ? await selectWeakness(db, context.id) : undefined;
  if (!weakness) throw new Refusal('no-such-weakness');
  return { ...about, title: weakness.title, weaknessId: weakness.weaknessId };
}

/** A subject within its limit. */
export const subjectOf = (text: string): string => [...text].slice(0, textLimits.subject - 1).join('');

/** An entry of the customer's. @returns its number */
const insertOwnEntry = (
  ctx: OrgCtx,
  db: OrgDb,
  writer: { id: string; name: string },
  entry: Pick<NewEntry, 'threadId' | 'body' | 'kind'>,
): Promise<number> =>
  insertEntry(db, {
    ...entry,
    orgId: ctx.orgId,
    from: 'customer',
    authorId: writer.id,
    authorName: writer.name,
    now: ctx.now(),
  });

/** Begins a conversation, or goes on in the one about the same message or weakness, and notifies the experts by mail. */
export async function write(
  ctx: OrgCtx,
  db: OrgDb,
  asking: Asking,
  { subject, text, context, kind }: Written,
): Promise<string> {
  await limitEntries(ctx, db);
  if ((await countWaiting(db)) >= mostWaiting) throw new Refusal('too-many-questions');
  const writer = await writerOf(ctx, db);
  const { title, ...about } = await aboutOf(ctx, db, asking, context);
  const body = plainToRich(text);
  const threadId = await openThreadRow(db, {
    ...about,
    orgId: ctx.orgId,
    subject: subjectOf(subject || title || excerptOf(body, 80)),
    context,
    openedBy: writer.id,
    openedByName: writer.name,
    now: ctx.now(),
  });
  const entry = await insertOwnEntry(ctx, db, writer, { threadId, body, kind });
  await queueQuestionMail(ctx, db, { reader: asking.reader, threadId, entry, writer });
  return threadId;
}

/** Refuses with `too-many-questions`, `no-such-message`, `no-such-weakness`. */
export const askExpert: Handler<Calls['askExpert']> = async (ctx, asked) => {
  const asking = await askingOf(ctx);
  return ctx.inOrg(async (db) => ({ threadId: await write(ctx, db, asking, { ...asked, kind: 'text' }) }));
};

/** Refuses with `no-such-conversation`, `too-many-questions`. */
export const answerThread: Handler<Calls['answerConversation']> = async (ctx, { threadId, text }) => {
  const reader = await readerOf(ctx);
  await ctx.inOrg(async (db) => {
    await limitEntries(ctx, db);
    await heldThread(db, threadId);
    const writer = await writerOf(ctx, db);
    const entry = await insertOwnEntry(ctx, db, writer, { threadId, body: plainToRich(text), kind: 'text' });
    await queueQuestionMail(ctx, db, { reader, threadId, entry, writer });
  });
  return {};
};

/** Refuses with `no-such-conversation`. One that is closed stays so. */
export const closeThread: Handler<Calls['closeConversation']> = async (ctx, { threadId }) => {
  await ctx.inOrg(async (db) => {
    if ((await heldThread(db, threadId)).state === 'closed') return;
    await insertOwnEntry(ctx, db, await writerOf(ctx, db), { threadId, body: [], kind: 'closed' });
  });
  return {};
};
