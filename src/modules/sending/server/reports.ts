import type { Handlers } from '#platform/server/http/serve.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { sendingContract } from '../contract.ts';
import { abouts, reportsThatStop, type About } from '../rules.ts';
import * as store from './sending.store.ts';

type Calls = Handlers<typeof sendingContract>;

type Opened = { scope: OrgScope; recipient: string; about: About };

/** What a link names; a forged one is answered like that of an organization that is gone. */
function openLink(ctx: BaseCtx, token: string): Opened {
  const place = openLinkToken(ctx, 'third-party-report', token);
  const about = place && abouts[place.round];
  if (!place || !about) throw new Refusal('link-invalid');
  return { scope: ctx.forOrg(place.orgId), recipient: place.id, about };
}

export const openReport: Calls['openEmailReport'] = async (ctx, { token }) => {
  const { scope, recipient, about } = openLink(ctx, token);
  const found = await scope.inOrg((db) => store.selectReport(db, recipient));
  if (!found) throw new Refusal('link-invalid');
  return { data: { ...found, about } };
};

/**
 * Ends the emails of an organization to one mailbox, for good. Reports of several strangers stop all its emails until staff
 * decide; a colleague's counts for staff alone, so that no quarrel within a company silences it. Nothing tells the organization
 * who it was.
 */
export const report: Calls['reportEmail'] = async (ctx, { token, comment }) => {
  const { scope, recipient, about } = openLink(ctx, token);
  await scope.inOrg(async (db) => {
    await store.lockSender(db);
    if (!(await store.selectReport(db, recipient))) throw new Refusal('link-invalid');
    const colleague = (await store.selectColleague(db, recipient)) ?? false;
    const at = scope.now();
    if (!(await store.insertReport(db, { orgId: scope.orgId, recipient, at, about, comment, colleague })))
      return;
    const state = await store.selectStopped(db);
    if (state || (await store.countOpenReports(db)) < reportsThatStop) return;
    const reason = `${reportsThatStop} recipients reported emails that they did not expect.`;
    await store.saveDecision(db, { orgId: scope.orgId, stopped: true, reason, decidedBy: null, at });
    await recordAct(db, {
      act: 'third-party-email-stopped',
      subject: 'third_party_sender',
      subjectName: reason,
    });
  });
  return {};
};
