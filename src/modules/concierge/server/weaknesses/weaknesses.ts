import path from 'node:path';
import { readRichText } from '#platform/richText.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { toPdfBrand } from '#modules/catalog/server/public.ts';
import type { conciergeContract } from '../../contract.ts';
import type { Weakness } from '../../entities.ts';
import { severities, weaknessPdfName, weaknessStatuses } from '../../rules.ts';
import { askingOf } from '../messages.ts';
import { pageOf } from '../pageOf.ts';
import { brandOf, filledText, readerOf } from '../reader.ts';
import { limitEntries, write, writerOf } from '../threads.ts';
import { findingsBehind } from './findingsBehind.ts';
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

const weaknessOf = ({ reportedOn, statusUpdatedOn, ...row }: WeaknessRow): Weakness => ({
  ...row,
  reportedOn: reportedOn.toISOString(),
  statusUpdatedOn: statusUpdatedOn.toISOString(),
});

export const listWeaknesses: Handler<Calls['cyberConciergeWeaknesses']> = (ctx, { page, ...filter }) =>
  ctx.inOrg(async (db) => {
    const { rows, ...rest } = await pageOf(page, (at) =>
      selectWeaknesses(db, ctx.session.cognitoId, filter, at),
    );
    const counted = await countWeaknesses(db);
    const sum = (of: typeof counted) => of.reduce((all, { n }) => all + n, 0);
    return {
      weaknesses: rows.map(weaknessOf),
      ...rest,
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

/** Refuses with `no-such-weakness`. */
export const readWeakness: Handler<Calls['weakness']> = async (ctx, { weaknessId }) => {
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
      history: events.map((event) => ({ ...event, at: event.at.toISOString() })),
      pdfName: weaknessPdfName(shown),
      ...(await findingsBehind(ctx, row)),
    },
  };
};

const drawWeakness = drawn(path.join(import.meta.dirname, 'weaknessPdf.ts'), renderWeakness);

/** Refuses with `no-such-weakness`. */
export const printWeakness: Handler<Calls['weaknessPdf']> = async (ctx, { weaknessId }) => {
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
};

/**
 * The customer says that a weakness is fixed. The status stays what it is: it is the experts' to set.
 * Refuses with `no-such-weakness`, `not-open`, `already-asked`, `too-many-questions`.
 */
export const askToCheck: Handler<Calls['checkWeakness']> = async (ctx, { weaknessId, note }) => {
  const asking = await askingOf(ctx);
  return ctx.inOrg(async (db) => {
    await limitEntries(ctx, db);
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
    await insertEvent(db, ctx.orgId, weaknessId, {
      at: ctx.now(),
      act: 'check-asked',
      status: 'Open',
      note,
      by: (await writerOf(ctx, db)).name,
      byStaff: false,
    });
    return { threadId };
  });
};
