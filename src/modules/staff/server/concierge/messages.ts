import type { Handlers } from '#platform/server/http/serve.ts';
import { richToPlain } from '#platform/richText.ts';
import type { BodyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, StaffCtx } from '#platform/server/ctx.ts';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  listDeskMessages,
  messageVersions,
  namedOrganizations,
  reachOf,
  readDeskMessage,
  readersOf,
  saveMessage,
  stageOf,
  starterMessages,
  type DeskMessage,
  type MessageDraft,
  type MessageSaving,
  type Reach,
} from '#modules/concierge/server/public.ts';
import { messageStages } from '../../conciergeRules.ts';
import type { MessageDetail, MessageFields, MessageRow } from '../../conciergeSchemas.ts';
import type { staffConciergeContract } from '../../conciergeContract.ts';
import { pageSize } from '../../rules.ts';
import { pageOf } from '../everyBrand.ts';
import { recordStaffAct } from '../staffActs.ts';
import { allowedAudience, audienceWords } from './audiences.ts';
import { dayBegins, dayEnds, dayOf, instantOf } from './days.ts';
import { deskOf, inOrganization, isoOrNull, placeOf, type Desk } from './scope.ts';

type Calls = Handlers<typeof staffConciergeContract>;

type Contract = typeof staffConciergeContract;
type Body<K extends keyof Contract> = BodyOf<Contract[K]>;

const fieldsOf = ({ publishedOn, expiresOn, audience, actions, ...draft }: MessageDraft): MessageFields => ({
  title: draft.title,
  summary: draft.summary,
  body: draft.body,
  severity: draft.severity,
  category: draft.category,
  minutes: draft.minutes,
  onArrival: draft.onArrival,
  mail: draft.mail,
  audience: { kind: audience.kind, values: [...audience.values], brandId: audience.brandId },
  actions: actions.map(({ label, link }) => ({ label, link })),
  publishOn: dayOf(publishedOn),
  expiresOn: dayOf(expiresOn),
});

const organizationIds = (audiences: readonly MessageDraft['audience'][]): string[] =>
  audiences.flatMap(({ kind, values }) => (kind === 'organization' ? [...values] : []));

type Known = { names: ReadonlyMap<string, string>; reach: Reach; seen: number };
const rowOf = (ctx: BaseCtx, message: DeskMessage, { names, reach, seen }: Known): MessageRow => ({
  conciergeMessageId: message.conciergeMessageId,
  title: message.title,
  summary: message.summary,
  severity: message.severity,
  category: message.category,
  stage: stageOf(message, ctx.now()),
  publishedOn: isoOrNull(message.publishedOn),
  expiresOn: isoOrNull(message.expiresOn),
  audience: audienceWords(ctx, message.audience, names),
  reach,
  // who read it before it was for others alone counts no more than those it is for
  seen: Math.min(seen, reach.people),
  mail: message.mail,
  fromProduct: message.fromProduct,
  editedBy: message.editedBy,
  editedAt: isoOrNull(message.editedAt),
});

export const listMessages: Calls['deskMessages'] = async (ctx, { stage, search, brandId, page }) => {
  const { member, channels } = await deskOf(ctx);
  const stages = stage ? [stage] : messageStages;
  const of = member.brandId ?? (brandId === '' ? null : brandId);
  const found = await pageOf(page, pageSize, async (atMost, skip) => {
    const { messages, total } = await listDeskMessages(ctx, {
      brandId: of,
      stages,
      search,
      page: skip / atMost + 1,
      pageSize: atMost,
    });
    return { rows: messages, total };
  });
  const audiences = found.rows.map(({ audience }) => audience);
  const organizations = await namedOrganizations(ctx, channels, organizationIds(audiences));
  const names = new Map(organizations.map(({ orgId, companyName }) => [orgId, companyName]));
  const reaches = await reachOf(ctx, channels, audiences);
  const ids = found.rows.map(({ conciergeMessageId }) => conciergeMessageId);
  const readers = await readersOf(ctx, channels, ids);
  const rows = found.rows.map((message, i) =>
    rowOf(ctx, message, { names, reach: reaches[i]!, seen: readers.get(message.conciergeMessageId) ?? 0 }),
  );
  return { data: { ...found, rows } };
};

/** What a message was while it was not for their brand is not for staff of one brand. */
const isShown = ({ member }: Desk, { audience }: MessageDraft): boolean =>
  member.brandId === null || audience.brandId === member.brandId;

async function detailOf(ctx: StaffCtx, desk: Desk, message: DeskMessage): Promise<MessageDetail> {
  const { channels } = desk;
  const id = message.conciergeMessageId;
  const versions = (await messageVersions(ctx, id)).filter(({ draft }) => isShown(desk, draft));
  const organizations = await namedOrganizations(ctx, channels, organizationIds([message.audience]));
  const [reach] = await reachOf(ctx, channels, [message.audience]);
  const seen = (await readersOf(ctx, channels, [id])).get(id) ?? 0;
  const names = new Map(organizations.map(({ orgId, companyName }) => [orgId, companyName]));
  return {
    ...rowOf(ctx, message, { names, reach: reach!, seen }),
    version: message.version,
    status: message.status,
    fields: fieldsOf(message),
    organizations: organizations.map((one) => placeOf(ctx, one)),
    mailedAt: isoOrNull(message.mailedAt),
    history: versions.map(({ version, editedBy, editedAt, status, draft }) => ({
      version,
      by: editedBy,
      at: editedAt.toISOString(),
      status,
      fields: fieldsOf(draft),
    })),
  };
}

/** Refuses with `no-such-message`. */
export const readMessage: Calls['deskMessage'] = async (ctx, { conciergeMessageId }) => {
  const desk = await deskOf(ctx);
  const message = await readDeskMessage(ctx, conciergeMessageId, desk.member.brandId);
  if (!message) throw new Refusal('no-such-message');
  return { data: await detailOf(ctx, desk, message) };
};

export const listStarters: Calls['starterMessages'] = async (ctx) => {
  await deskOf(ctx);
  return {
    data: starterMessages().map(({ draft, ...starter }) => ({ ...starter, fields: fieldsOf(draft) })),
  };
};

const loggedFields = ({ body, audience, ...draft }: MessageDraft, status: string) => ({
  ...draft,
  status,
  text: richToPlain(body).slice(0, 4000),
  audience: { ...audience },
});

const verbOf = (before: DeskMessage | null, status: MessageSaving['status']): string => {
  if (status === 'withdrawn') return 'Withdrew';
  if (status === 'draft') return before ? 'Changed the draft of' : 'Drafted';
  return before?.status === 'published' ? 'Changed' : 'Published';
};

/** What one organisation alone is told of stands in its own log too. */
async function recordThere(
  db: Parameters<typeof recordAct>[0],
  { before, after }: { before: DeskMessage | null; after: DeskMessage },
) {
  const named = {
    subject: 'concierge_message',
    subjectId: after.conciergeMessageId,
    subjectName: after.title,
  };
  if (after.status === 'withdrawn') await recordAct(db, { act: 'message-withdrawn', ...named });
  else if (before?.status === 'published') await recordAct(db, { act: 'message-changed', ...named });
  else await recordAct(db, { act: 'message-sent', ...named });
}

/** What is written: days become instants, and what came out at once came out then. */
function draftOf(
  { publishOn, expiresOn, ...rest }: Body<'saveMessage'>['fields'],
  audience: MessageDraft['audience'],
  before: DeskMessage | null,
  now: Date,
): MessageDraft {
  const publishedOn = before?.publishedOn ?? null;
  const isOut = before?.status === 'published' && publishedOn !== null && publishedOn <= now;
  return {
    ...rest,
    audience,
    publishedOn: publishOn === '' && isOut ? publishedOn : instantOf(publishOn, publishedOn, dayBegins),
    expiresOn: instantOf(expiresOn, before?.expiresOn ?? null, dayEnds),
  };
}

/**
 * Writes the next version. Refuses with `no-such-message`, `changed-meanwhile` (naming who saved), `bad-audience`, `bad-days`,
 * `not-your-audience`, `is-published`.
 */
export const saveDeskMessage: Calls['saveMessage'] = async (ctx, asked) => {
  const desk = await deskOf(ctx);
  const { conciergeMessageId: id, version, status, fields } = asked;
  const before = id === null ? null : await readDeskMessage(ctx, id, desk.member.brandId);
  if (id !== null && !before) throw new Refusal('no-such-message');
  const meanwhile = () =>
    new Refusal('changed-meanwhile', before ? { by: before.editedBy, at: isoOrNull(before.editedAt) } : {});
  if (before && before.version !== version) throw meanwhile();
  if (before?.status === 'published' && status === 'draft') throw new Refusal('is-published');
  const audience = await allowedAudience(ctx, desk, fields.audience);
  const draft = draftOf(fields, audience, before, ctx.now());
  const write = async (inside: BaseCtx, db: GlobalDb): Promise<DeskMessage> => {
    const saved = await saveMessage({ ...inside, global: db }, desk.expert, {
      conciergeMessageId: id,
      version,
      draft,
      status,
    });
    await recordStaffAct(db, ctx, {
      kind: 'message',
      subjectId: saved.conciergeMessageId,
      what: `${verbOf(before, status)} the message ${saved.title}`,
      ...(before ? { before: loggedFields(before, before.status) } : {}),
      after: loggedFields(draft, status),
    });
    return saved;
  };
  const only =
    audience.kind === 'organization' && audience.values.length === 1 && status !== 'draft'
      ? audience.values[0]!
      : null;
  const saved = only
    ? await inOrganization(ctx, only, async ({ ctx: inside, db }) => {
        const after = await write(inside, db as unknown as GlobalDb);
        await recordThere(db, { before, after });
        return after;
      })
    : await ctx.global.transaction().execute((db) => write(ctx, db));
  return { data: await detailOf(ctx, desk, saved) };
};
