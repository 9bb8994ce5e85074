import type { Handlers } from '#platform/server/http/serve.ts';
import { catalogOf, planOf } from '#modules/catalog/server/public.ts';
import {
  aboutWords,
  decideSender as saveDecision,
  listSenders as selectSenders,
  readSender as selectSender,
} from '#modules/sending/server/public.ts';
import { pageSize } from '../rules.ts';
import type { staffSendersContract } from '../sendersContract.ts';
import { brandName, deskOf, inOrganization, isoOrNull } from './concierge/scope.ts';
import { pageOf } from './everyBrand.ts';
import { recordStaffAct } from './staffActs.ts';

type Calls = Handlers<typeof staffSendersContract>;

export const listSenders: Calls['staffSenders'] = async (ctx, asked) => {
  const { channels } = await deskOf(ctx);
  const { rows, ...place } = await pageOf(asked.page, pageSize, (atMost, skip) =>
    selectSenders(ctx, { channels, onlyOpen: asked.open === 'true', atMost, skip }),
  );
  const senders = rows.map(({ channelId, planId, lastReport, decidedAt, ...row }) => ({
    ...row,
    brand: brandName(ctx, channelId),
    planName: planOf(catalogOf(ctx.settings), planId, channelId).planName,
    lastReport: isoOrNull(lastReport),
    decidedAt: isoOrNull(decidedAt),
  }));
  return { data: { senders, ...place } };
};

export const readSender: Calls['staffSender'] = (ctx, { orgId }) =>
  inOrganization(ctx, orgId, async ({ db, companyName, brand }) => {
    const { decision, reports, ...details } = await selectSender(ctx, db);
    return {
      data: {
        orgId,
        companyName,
        brand,
        ...details,
        decision: decision && { ...decision, at: decision.at.toISOString() },
        reports: reports.map(({ at, about, ...report }) => ({
          ...report,
          about: aboutWords[about],
          at: at.toISOString(),
        })),
      },
    };
  });

/** Stops or allows a sender, in one transaction with its entries in both logs. */
export const decideSender: Calls['decideSender'] = (ctx, { orgId, stop, reason }) =>
  inOrganization(ctx, orgId, async ({ db, companyName, expert }) => {
    const { before } = await saveDecision(ctx, db, { orgId, stop, reason, decidedBy: expert.name });
    await recordStaffAct(db, ctx, {
      kind: 'sender',
      subjectId: orgId,
      what: `${stop ? 'Stopped' : 'Allowed'} email to third parties of ${companyName}: ${reason}`,
      before: { stopped: before },
      after: { stopped: stop },
    });
    return {};
  });
