import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { readRichText } from '#platform/richText.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { CatalogBrand } from '#modules/catalog/server/public.ts';
import type { conciergeContract } from '../contract.ts';
import type { Alert } from '../entities.ts';
import { pageSize } from '../rules.ts';
import { conciergeContent } from './content.ts';
import {
  deleteMarks,
  insertMarks,
  selectMessage,
  selectMessages,
  type Asking,
  type MessageRow,
} from './messages.store.ts';
import { brandOf, filled, filledText, readerOf } from './reader.ts';

type Calls = typeof conciergeContract;

/** What decides which messages the person who asks reads. */
export const askingOf = async (ctx: OrgCtx): Promise<Asking> => ({
  reader: await readerOf(ctx),
  cognitoId: ctx.session.cognitoId,
  now: ctx.now(),
  letters: [...conciergeContent().letters.values()],
});

function alertOf(brand: CatalogBrand, row: MessageRow): Alert {
  return {
    conciergeMessageId: row.id,
    title: filled(brand, row.title),
    summary: filled(brand, row.summary),
    severity: row.severity,
    category: row.category,
    publishedOn: row.publishedOn.toISOString(),
    expiresOn: row.expiresOn?.toISOString() ?? null,
    readOn: row.readAt?.toISOString() ?? null,
    thread:
      row.threadId === null
        ? null
        : {
            threadId: row.threadId,
            state: row.threadState!,
            entries: row.threadEntries!,
            unread: row.threadUnread,
          },
  };
}

/** A page past the end is answered with the first. */
export async function listMessages(
  ctx: OrgCtx,
  { page, search, show }: BodyOf<Calls['cyberConciergeAlerts']>,
): Promise<ReplyOf<Calls['cyberConciergeAlerts']>> {
  const asking = await askingOf(ctx);
  const brand = brandOf(ctx, asking.reader);
  return ctx.inOrg(async (db) => {
    const load = (at: number) =>
      selectMessages(db, asking, { search, unreadOnly: show === 'unread', page: at });
    const asked = await load(page);
    const isPast = asked.rows.length === 0 && page > 1;
    const { rows, total, unread } = isPast ? await load(1) : asked;
    return {
      alerts: rows.map((row) => alertOf(brand, row)),
      total,
      unread,
      page: isPast ? 1 : page,
      pages: Math.max(1, Math.ceil(total / pageSize)),
    };
  });
}

/** Refuses with `no-such-message`, also for a message to somebody else, a draft, and one that has expired. */
export async function readMessage(
  ctx: OrgCtx,
  { conciergeMessageId }: BodyOf<Calls['cyberConciergeAlert']>,
): Promise<ReplyOf<Calls['cyberConciergeAlert']>> {
  const asking = await askingOf(ctx);
  const brand = brandOf(ctx, asking.reader);
  const row = await ctx.inOrg((db) => selectMessage(db, asking, conciergeMessageId));
  if (!row) throw new Refusal('no-such-message');
  const body =
    row.body === null ? (conciergeContent().letters.get(row.id)?.body ?? []) : readRichText(row.body);
  return {
    alert: {
      ...alertOf(brand, row),
      body: filledText(brand, body),
      actions: row.actions,
      minutes: row.minutes,
    },
  };
}

/** The title of a message that the organisation may read. Refuses with `no-such-message`. */
export async function messageTitle(ctx: OrgCtx, db: OrgDb, asking: Asking, id: string): Promise<string> {
  const row = await selectMessage(db, asking, id);
  if (!row) throw new Refusal('no-such-message');
  return filled(brandOf(ctx, asking.reader), row.title);
}

/** In a support session nothing is saved: whether a person has read something is theirs to say. */
export async function markMessages(
  ctx: OrgCtx,
  { conciergeMessageIds: ids, read }: BodyOf<Calls['markAlerts']>,
): Promise<ReplyOf<Calls['markAlerts']>> {
  const asking = await askingOf(ctx);
  return ctx.inOrg(async (db) => {
    if (ctx.session.supportStaff === null) {
      if (read) await insertMarks(db, asking, ids);
      else await deleteMarks(db, asking.cognitoId, ids);
    }
    const { unread } = await selectMessages(db, asking, { search: '', unreadOnly: true, page: 1 });
    return { unread };
  });
}
