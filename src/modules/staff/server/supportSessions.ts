import type { staffContract } from '../contract.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import { recordAct, type Actor } from '#platform/server/audit.ts';
import type { OrgScope, StaffCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { createSession, endSupportSession as endBySession, type Session } from '#platform/server/session.ts';
import { describeSession } from '#modules/accounts/server/public.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { supportSessionSeconds } from '../rules.ts';
import { holdMember, type MemberRow } from './members.store.ts';
import { isVisible, memberOf } from './organizations.ts';
import {
  holdAdministrator,
  selectAdministrators,
  selectOrganization,
  type AdministratorRow,
  type OrganizationRow,
} from './organizations.store.ts';
import { queueSupportMail } from './supportMail.ts';
import { selectRunning, takeOwnSession } from './supportSessions.store.ts';

type Calls = Handlers<typeof staffContract>;

type BeginRequest = { orgId: string; cognitoId: string; reason: string };
type Begun = {
  made: { token: string; session: Session };
  sealedRefreshToken: string | null;
  replaced: string | null;
};

/** Who is acted for, if the member may see the organisation. Refuses as the contract says. */
async function find(ctx: StaffCtx, db: OrgDb, member: MemberRow, { orgId, cognitoId }: BeginRequest) {
  const organization = await selectOrganization(db, orgId);
  if (!organization || !isVisible(ctx, member, organization.channelId))
    throw new Refusal('no-such-organization');
  const administrator = await holdAdministrator(db, orgId, cognitoId);
  if (!administrator) throw new Refusal('no-such-administrator');
  return { organization, administrator };
}

async function notifyAdministrators(
  scope: OrgScope,
  db: OrgDb,
  organization: OrganizationRow,
  begun: { member: MemberRow; administrator: AdministratorRow; reason: string; sessionId: string },
) {
  const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), organization.channelId));
  for (const { email, cognitoId } of await selectAdministrators(db, scope.orgId))
    await queueSupportMail(scope, db, {
      brand,
      email,
      companyName: organization.companyName,
      staffName: begun.member.name,
      onBehalfOf: begun.administrator,
      reason: begun.reason,
      at: scope.now(),
      minutes: supportSessionSeconds / 60,
      key: `support:${begun.sessionId}:${cognitoId}`,
    });
}

/**
 * One transaction in the organisation: the member's own session goes, a support session that runs elsewhere ends, the new
 * one begins, the log says so, and the administrators are notified. Of two that begin with the same session one does.
 */
const begin = (
  ctx: StaffCtx,
  scope: OrgScope,
  actor: Omit<Actor, 'at'>,
  request: BeginRequest,
): Promise<Begun> =>
  scope.inOrg(async (db) => {
    const now = ctx.now();
    const member = await holdMember(db, ctx.staff.id);
    const own = member && (await takeOwnSession(db, ctx.session.tokenHash));
    if (!member || !own) throw new Refusal('unauthenticated');
    const { organization, administrator } = await find(ctx, db, member, request);
    const replaced = await selectRunning(db, member.id);
    if (replaced) await endBySession(db, replaced, 'replaced', { ...actor, at: now });
    const made = await createSession(db, now, {
      cognitoId: administrator.cognitoId,
      email: administrator.email,
      orgId: request.orgId,
      newUser: false,
      strong: true,
      staff: { id: member.id, name: member.name },
      support: { staff: member.email, reason: request.reason, seconds: supportSessionSeconds },
      ip: ctx.client.ip,
      userAgent: ctx.client.userAgent,
    });
    await recordAct(db, {
      act: 'support-session-begun',
      subject: 'support_session',
      subjectId: made.session.id,
      subjectName: member.name,
      after: {
        reason: request.reason,
        staffName: member.name,
        onBehalfOf: administrator.email,
        endsAt: made.session.expiresAt.toISOString(),
      },
    });
    await notifyAdministrators(scope, db, organization, {
      member,
      administrator,
      reason: request.reason,
      sessionId: made.session.id,
    });
    return { made, sealedRefreshToken: own.sealedRefreshToken, replaced };
  });

/**
 * Lets a member of staff act as an administrator. The browser gets a new token and the member's own session ends for good:
 * nothing that the customer's pages hold in this browser can lead back to what staff may do.
 * Refuses with `no-such-organization`, `no-such-administrator`.
 */
export const beginSupportSession: Calls['beginSupportSession'] = async (ctx, request) => {
  const member = await memberOf(ctx);
  // the log names the administrator acted for, so their address is read before the transaction that writes
  const { administrator } = await ctx.forOrg(request.orgId).inOrg((db) => find(ctx, db, member, request));
  const actor: Omit<Actor, 'at'> = {
    id: administrator.cognitoId,
    email: administrator.email,
    staff: member.email,
    ip: ctx.client.ip,
    userAgent: ctx.client.userAgent,
    requestId: ctx.requestId,
  };
  const { made, sealedRefreshToken, replaced } = await begin(
    ctx,
    ctx.forOrg(request.orgId, actor),
    actor,
    request,
  );
  if (replaced) ctx.forget('app_session', replaced);
  await ctx.replaceSession(made, sealedRefreshToken);
  return describeSession(ctx, made.session);
};

/** Ends the support session of this browser. Refuses with `no-support-session`. */
export const endSupportSession: Calls['endSupportSession'] = async (ctx) => {
  if (ctx.session.supportStaff === null) throw new Refusal('no-support-session');
  await ctx.endSession('ended');
  return describeSession(ctx, null);
};
