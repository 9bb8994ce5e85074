import path from 'node:path';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { readRichText } from '#platform/richText.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { drawn } from '#platform/server/pdf/drawing.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/serve.ts';
import { toPdfBrand } from '#modules/catalog/server/public.ts';
import type { conciergeContract } from '../contract.ts';
import type { Weakness, WeaknessDetails } from '../entities.ts';
import { pageSize, severities, weaknessPdfName, weaknessStatuses } from '../rules.ts';
import { askingOf } from './messages.ts';
import { brandOf, filledText, readerOf } from './reader.ts';
import { admitEntry, write } from './threads.ts';
import { selectPersonName } from './threads.store.ts';
import { standsOn } from './standsOn.ts';
import { renderWeakness } from './weaknessPdf.ts';
import {
  countWeaknesses,
  holdWeakness,
  insertEvent,
  selectEvents,
  selectWeakness,
  selectWeaknesses,
  type WeaknessRow,
} from './weaknesses.store.ts';

type Calls = typeof conciergeContract;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const weaknessOf = (row: WeaknessRow): Weakness => ({
  weaknessId: row.id,
  title: row.title,
  reportedOn: row.reportedOn.toISOString(),
  severity: row.severity,
  status: row.status,
  statusUpdatedOn: row.statusUpdatedOn.toISOString(),
  asset: row.asset,
  source: row.source,
  thread:
    row.threadId === null
      ? null
      : {
          threadId: row.threadId,
          state: row.threadState!,
          entries: row.threadEntries!,
          unread: row.threadUnread,
        },
});

/** A page past the end is answered with the first. */
export async function listWeaknesses(
  ctx: OrgCtx,
  request: BodyOf<Calls['cyberConciergeWeaknesses']>,
): Promise<ReplyOf<Calls['cyberConciergeWeaknesses']>> {
  return ctx.inOrg(async (db) => {
    const load = (page: number) => selectWeaknesses(db, ctx.session.cognitoId, { ...request, page });
    const asked = await load(request.page);
    const isPast = asked.rows.length === 0 && request.page > 1;
    const { rows, total } = isPast ? await load(1) : asked;
    const counted = await countWeaknesses(db);
    const sum = (of: typeof counted) => of.reduce((all, { n }) => all + n, 0);
    return {
      weaknesses: rows.map(weaknessOf),
      total,
      page: isPast ? 1 : request.page,
      pages: Math.max(1, Math.ceil(total / pageSize)),
      counts: Object.fromEntries(
        weaknessStatuses.map((status) => [status, sum(counted.filter((one) => one.status === status))]),
      ) as never,
      open: Object.fromEntries(
        severities.map((severity) => [
          severity,
          sum(counted.filter((one) => one.status === 'Open' && one.severity === severity)),
        ]),
      ) as never,
    };
  });
}

/** Refuses with `no-such-weakness`. */
export async function readWeakness(
  ctx: OrgCtx,
  { weaknessId }: { weaknessId: string },
): Promise<{ weakness: WeaknessDetails }> {
  if (!uuid.test(weaknessId)) throw new Refusal('no-such-weakness');
  const brand = brandOf(ctx, await readerOf(ctx));
  const { row, events } = await ctx.inOrg(async (db) => {
    const found = await selectWeakness(db, weaknessId, ctx.session.cognitoId);
    if (!found) throw new Refusal('no-such-weakness');
    return { row: found, events: await selectEvents(db, weaknessId) };
  });
  const shown = weaknessOf(row);
  return {
    weakness: {
      ...shown,
      body: filledText(brand, readRichText(row.body)),
      evidence: row.evidence,
      history: events.map(({ at, act, status, note, byName: by }) => ({
        at: at.toISOString(),
        act,
        status,
        note,
        by,
      })),
      pdfName: weaknessPdfName(shown),
      ...(await standsOn(ctx, row)),
    },
  };
}

const drawWeakness = drawn(path.join(import.meta.dirname, 'weaknessPdf.ts'), renderWeakness);

/** Refuses with `no-such-weakness`. */
export async function printWeakness(ctx: OrgCtx, { weaknessId }: { weaknessId: string }): Promise<FileReply> {
  const { weakness } = await readWeakness(ctx, { weaknessId });
  const reader = await readerOf(ctx);
  const brand = brandOf(ctx, reader);
  const bytes = await drawWeakness(ctx, ctx.orgId, {
    brand: toPdfBrand(brand),
    webAddress: brand.wire.webAddress,
    companyName: reader.companyName,
    weakness,
    now: ctx.now(),
  });
  return { bytes, type: 'application/pdf', name: weakness.pdfName, inline: true };
}

/**
 * The customer says that a weakness is fixed. The status stays what it is: it is the experts' to set.
 * Refuses with `no-such-weakness`, `not-open`, `already-asked`, `too-many-questions`.
 */
export async function askToCheck(
  ctx: OrgCtx,
  { weaknessId, note }: BodyOf<Calls['checkWeakness']>,
): Promise<ReplyOf<Calls['checkWeakness']>> {
  const asking = await askingOf(ctx);
  return ctx.inOrg(async (db) => {
    await admitEntry(ctx, db);
    const held = await holdWeakness(db, weaknessId);
    if (!held) throw new Refusal('no-such-weakness');
    if (held.status !== 'Open') throw new Refusal('not-open');
    const [last] = await selectEvents(db, weaknessId);
    if (last?.act === 'check-asked') throw new Refusal('already-asked');
    const threadId = await write(ctx, db, asking, {
      subject: held.title,
      text: note || 'We fixed it, please check.',
      context: { kind: 'weakness', id: weaknessId, title: held.title, route: null, facts: [] },
      kind: 'check',
    });
    const byName = (await selectPersonName(db, ctx.session.cognitoId))?.name ?? ctx.session.email;
    await insertEvent(db, ctx.orgId, weaknessId, {
      at: ctx.now(),
      act: 'check-asked',
      status: 'Open',
      note,
      byName,
      byStaff: false,
    });
    return { threadId };
  });
}
