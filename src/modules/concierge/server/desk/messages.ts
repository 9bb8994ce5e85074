import { randomUUID } from 'node:crypto';
import { readRichText } from '#platform/richText.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { organizations } from '#platform/server/database/organizations.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { isFor, isOut, type Audience } from '../../rules.ts';
import { conciergeContent, type Letter } from '../content.ts';
import type {
  DeskMember,
  DeskMessage,
  MessageDraft,
  MessageStage,
  MessageStatus,
  StarterMessage,
} from './desk.ts';
import {
  saveMessageRow,
  selectAddressees,
  selectDeskMessage,
  selectDeskMessages,
  selectMessageIds,
  selectVersions,
  type DeskMessageRow,
  type MessageFilter,
} from './messages.store.ts';
import { placeOf } from '../reader.ts';
import { notifyOfMessagesSpec } from '../notifyOfMessages.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const everybody: Audience = { kind: 'all', values: [], brandId: null };

const draftOf = ({
  title,
  summary,
  body,
  severity,
  category,
  minutes,
  actions,
  send,
}: Letter): MessageDraft => ({
  title,
  summary,
  body,
  severity,
  category,
  minutes,
  actions,
  publishedOn: send?.from ?? null,
  expiresOn: send?.until ?? null,
  onArrival: send?.onArrival ?? false,
  audience: everybody,
  mail: false,
});

const ofProduct = (letter: Letter): DeskMessage => ({
  ...draftOf(letter),
  conciergeMessageId: letter.id,
  version: 0,
  status: 'published',
  fromProduct: true,
  mailedAt: null,
  editedBy: '',
  editedAt: null,
});

export const audienceOf = ({ audienceKind, audienceValues, brandId }: DeskMessageRow): Audience => ({
  kind: audienceKind,
  values: audienceValues,
  brandId,
});

const ofRow = (row: DeskMessageRow): DeskMessage => ({
  ...row,
  conciergeMessageId: row.id,
  fromProduct: conciergeContent().letters.get(row.id)?.send !== undefined,
  body: readRichText(row.body),
  audience: audienceOf(row),
});

/** Letters that staff may begin from; those with blanks are templates. */
export const starterMessages = (): StarterMessage[] =>
  [...conciergeContent().letters.values()].map((letter) => ({
    id: letter.id,
    title: letter.title,
    template: letter.template,
    draft: { ...draftOf(letter), publishedOn: null, expiresOn: null, onArrival: false },
  }));

/** Where a message stands today. */
export function stageOf(
  { status, publishedOn, expiresOn }: Pick<DeskMessage, 'status' | 'publishedOn' | 'expiresOn'>,
  now: Date,
): MessageStage {
  if (status !== 'published') return status;
  if (expiresOn !== null && expiresOn <= now) return 'expired';
  return publishedOn !== null && publishedOn > now ? 'scheduled' : 'out';
}

/**
 * Messages that staff of a brand wrote (null: of every brand), what was edited last first. Letters of the product that nobody
 * changed come after them, for whoever asks for every brand alone.
 */
export async function listDeskMessages(
  ctx: BaseCtx,
  {
    page,
    pageSize,
    ...filter
  }: Pick<MessageFilter, 'brandId' | 'stages' | 'search'> & { page: number; pageSize: number },
): Promise<{ messages: DeskMessage[]; total: number }> {
  const now = ctx.now();
  const { brandId, stages, search } = filter;
  const edited = new Set(await selectMessageIds(ctx.global));
  const matches = ({ title, summary }: DeskMessage) =>
    `${title} ${summary}`.toLowerCase().includes(search.toLowerCase());
  const own =
    brandId === null
      ? [...conciergeContent().letters.values()]
          .filter((letter) => letter.send && !edited.has(letter.id))
          .map(ofProduct)
          .filter((message) => matches(message) && stages.includes(stageOf(message, now)))
      : [];
  const skip = (page - 1) * pageSize;
  const { rows, total } = await selectDeskMessages(ctx.global, { ...filter, now, atMost: pageSize, skip });
  const first = Math.max(0, skip - total);
  return {
    messages: [...rows.map(ofRow), ...own.slice(first, first + pageSize - rows.length)],
    total: total + own.length,
  };
}

/** Null where there is none, or none of this brand (null: of every brand). */
export async function readDeskMessage(
  ctx: BaseCtx,
  id: string,
  brandId: string | null,
): Promise<DeskMessage | null> {
  const row = await selectDeskMessage(ctx.global, id);
  const letter = conciergeContent().letters.get(id);
  const message = row ? ofRow(row) : letter?.send ? ofProduct(letter) : null;
  return message && (brandId === null || message.audience.brandId === brandId) ? message : null;
}

export type MessageVersion = {
  version: number;
  editedBy: string;
  editedAt: Date;
  status: MessageStatus;
  draft: MessageDraft;
};
type Kept = Omit<MessageDraft, 'publishedOn' | 'expiresOn'> & {
  publishedOn: string | null;
  expiresOn: string | null;
  status: MessageStatus;
};

/** Every version that staff wrote, newest first. */
export const messageVersions = async (ctx: BaseCtx, id: string): Promise<MessageVersion[]> =>
  (await selectVersions(ctx.global, id)).map(({ version, editedBy, editedAt, document }) => {
    const { status, publishedOn, expiresOn, ...kept } = document as Kept;
    const day = (text: string | null) => (text === null ? null : new Date(text));
    const draft = {
      ...kept,
      body: readRichText(kept.body),
      publishedOn: day(publishedOn),
      expiresOn: day(expiresOn),
    };
    return { version, editedBy, editedAt, status, draft };
  });

export type MessageSaving = {
  /** Null makes a new one. */
  conciergeMessageId: string | null;
  /** The version that was edited; 0 for a new one, and for a letter of the product that nobody changed. */
  version: number;
  draft: MessageDraft;
  status: MessageStatus;
};

/** Ids of organisations, in the spelling that the database compares. */
const spelled = (audience: Audience): Audience =>
  audience.kind === 'organization'
    ? { ...audience, values: audience.values.map((id) => id.toLowerCase()) }
    : audience;

/**
 * Writes the next version of a message. Published without a day, it comes out now. Whoever may write for which brand is the
 * caller's to decide. Refuses with `no-such-message`, `changed-meanwhile`, `bad-audience`, `bad-days`.
 */
export async function saveMessage(
  ctx: BaseCtx,
  member: DeskMember,
  saving: MessageSaving,
): Promise<DeskMessage> {
  const now = ctx.now();
  const audience = spelled(saving.draft.audience);
  if ((audience.kind === 'all') !== (audience.values.length === 0)) throw new Refusal('bad-audience');
  if (audience.kind === 'organization' && !audience.values.every((id) => uuid.test(id)))
    throw new Refusal('bad-audience');
  const publishedOn =
    saving.status === 'published' ? (saving.draft.publishedOn ?? now) : saving.draft.publishedOn;
  const { expiresOn } = saving.draft;
  if (expiresOn !== null && publishedOn !== null && expiresOn <= publishedOn) throw new Refusal('bad-days');
  const id = saving.conciergeMessageId ?? randomUUID();
  const known = saving.conciergeMessageId !== null && (await readDeskMessage(ctx, id, null));
  if (saving.conciergeMessageId !== null && !known) throw new Refusal('no-such-message');
  const draft = { ...saving.draft, body: readRichText(saving.draft.body), audience, publishedOn };
  const saved = await saveMessageRow(ctx.global, {
    id,
    before: saving.version,
    draft,
    status: saving.status,
    by: member.name,
    now,
  });
  if (!saved) throw new Refusal('changed-meanwhile');
  const message = ofRow((await selectDeskMessage(ctx.global, id))!);
  if (message.mail && message.mailedAt === null && isOut(message, now))
    await ctx.jobs.enqueue(ctx.global, notifyOfMessagesSpec, {});
  return message;
}

/** What is asked of the database, to find the organisations of an audience among few. */
export function narrowed(ctx: Pick<BaseCtx, 'settings'>, audience: Audience) {
  const { channels } = catalogOf(ctx.settings);
  const brands = audience.kind === 'brand' ? audience.values : null;
  const inBrands = (brandId: string) =>
    (brands === null || brands.includes(brandId)) &&
    (audience.brandId === null || audience.brandId === brandId);
  // a channel that the catalogue no longer has counts as the default brand's
  const known = [...channels.values()];
  const all = known.every(({ brand }) => inBrands(brand.wire.brandId));
  const isDefault = inBrands(catalogOf(ctx.settings).defaultBrand.wire.brandId);
  return {
    channels:
      all || isDefault
        ? null
        : known.filter(({ brand }) => inBrands(brand.wire.brandId)).map(({ channelId }) => channelId),
    industries: audience.kind === 'industry' ? audience.values : null,
    orgIds: audience.kind === 'organization' ? audience.values : null,
  };
}

/** Goes through the organisations that a message is for, in the order of their ids. */
export async function forEachAddressee(
  ctx: BaseCtx,
  audience: Audience,
  work: (orgId: string) => Promise<void>,
): Promise<number> {
  const narrow = narrowed(ctx, audience);
  const addressees = organizations(async (after, atMost) =>
    (await selectAddressees(ctx.global, narrow, after, atMost)).map((row) => ({
      orgId: row.orgId,
      industry: row.industry,
      ...placeOf(ctx, { channelId: row.channelId, planId: row.planId }),
    })),
  );
  let count = 0;
  for await (const reader of addressees) {
    if (!isFor(audience, reader)) continue;
    count++;
    await work(reader.orgId);
  }
  return count;
}
