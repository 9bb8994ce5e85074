import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import type { QuestionContext } from '../entities.ts';
import type { Asking } from './messages.store.ts';
import { askingOf } from './messages.ts';
import { write } from './threads.ts';

/** What another module asks the experts for, in the name of the person whose request it is. */
export type Opening = { subject: string; text: string; context: QuestionContext | null };

/**
 * Begins a conversation as part of a transaction: give `await prepareThread(ctx)` from before it began.
 * Refuses with `too-many-questions`.
 * @returns the id of the conversation
 */
export const openThread = (ctx: OrgCtx, db: OrgDb, prepared: Asking, opening: Opening): Promise<string> =>
  write(ctx, db, prepared, { ...opening, kind: 'text' });

export const prepareThread = (ctx: OrgCtx): Promise<Asking> => askingOf(ctx);
