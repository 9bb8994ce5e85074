import { readRichText } from '#platform/richText.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import type { CatalogBrand } from '#modules/catalog/server/public.ts';
import type { conciergeContract } from '../contract.ts';
import type { Alert } from '../entities.ts';
import { conciergeContent } from './content.ts';
import {
  deleteMarks,
  insertMarks,
  selectMessage,
  selectMessages,
  type Asking,
  type MessageRow,
} from './messages.store.ts';
import { pageOf } from './pageOf.ts';
import { brandOf, filled, filledText, readerOf } from './reader.ts';

type Calls = typeof conciergeContract;

/** What decides which messages a person reads. */
export const askingFor = async (ctx: OrgScope, cognitoId: string): Promise<Asking> => ({
  reader: await readerOf(ctx),
  cognitoId,
  now: ctx.now(),
  letters: [...conciergeContent().letters.values()],
});
export const askingOf = (ctx: OrgCtx): Promise<Asking> => askingFor(ctx, ctx.session.cognitoId);

const alertOf = (brand: CatalogBrand, row: Omit<MessageRow, 'minutes' | 'actions'>): Alert => ({
  ...row,
  title: filled(brand, row.title),
  summary: filled(brand, row.summary),
  publishedOn: row.publishedOn.toISOString(),
  expiresOn: row.expiresOn?.toISOString() ?? null,
  readOn: row.readOn?.toISOString() ?? null,
});

export const listMessages: Handler<Calls['cyberConciergeAlerts']> = async (ctx, { page, search, show }) => {
  const asking = await askingOf(ctx);
  const brand = brandOf(ctx, asking.reader);
  return ctx.inOrg(async (db) => {
    const { rows, ...rest } = await pageOf(page, (at) =>
      selectMessages(db, asking, { search, unreadOnly: show === 'unread' }, at),
    );
    return { alerts: rows.map((row) => alertOf(brand, row)), ...rest };
  });
};

/** A message that the organisation may read. Refuses with `no-such-message`, also for a draft, and one that has expired. */
async function readable(db: OrgDb, asking: Asking, id: string) {
  const row = await selectMessage(db, asking, id);
  if (!row) throw new Refusal('no-such-message');
  return row;
}

/** Refuses with `no-such-message`. */
export const readMessage: Handler<Calls['cyberConciergeAlert']> = async (ctx, { conciergeMessageId: id }) => {
  const asking = await askingOf(ctx);
  const brand = brandOf(ctx, asking.reader);
  const { body, minutes, actions, ...row } = await ctx.inOrg((db) => readable(db, asking, id));
  const text = body === null ? (conciergeContent().letters.get(id)?.body ?? []) : readRichText(body);
  return { alert: { ...alertOf(brand, row), body: filledText(brand, text), actions, minutes } };
};

/** The title of a message that the organisation may read. Refuses with `no-such-message`. */
export const messageTitle = async (ctx: OrgCtx, db: OrgDb, asking: Asking, id: string): Promise<string> =>
  filled(brandOf(ctx, asking.reader), (await readable(db, asking, id)).title);

/** In a support session nothing is saved: whether a person has read something is theirs to say. */
export const markMessages: Handler<Calls['markAlerts']> = async (ctx, { conciergeMessageIds: ids, read }) => {
  const asking = await askingOf(ctx);
  return ctx.inOrg(async (db) => {
    if (ctx.session.supportStaff === null) {
      if (read) await insertMarks(db, asking, ids);
      else await deleteMarks(db, asking.cognitoId, ids);
    }
    const { unread } = await selectMessages(db, asking, { search: '', unreadOnly: true }, 1);
    return { unread };
  });
};
