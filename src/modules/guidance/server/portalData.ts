import type { OrgCtx, OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { Session } from '#platform/server/session.ts';
import type { PortalData } from '../contract.ts';
import { mergePortalData, selectPortalData, type KeptPortalData, type PortalDataRow } from './portalData.store.ts';

type PortalDataReply = { data: PortalData };

const toReply = (row: PortalDataRow | undefined): PortalDataReply => ({
  data: {
    introViewed: row?.portal_data.introViewed ?? {},
    welcomeEmailSent: row?.welcome_email_sent ?? false,
    cybermaturity: {
      hasSeenReleaseNotes: row?.portal_data.cybermaturity?.hasSeenReleaseNotes ?? false,
      dontShowRoadBlock: row?.portal_data.cybermaturity?.dontShowRoadBlock ?? false,
    },
  },
});

const read = async (scope: OrgScope, session: Session): Promise<PortalDataReply> =>
  toReply(await scope.inOrg((db) => selectPortalData(db, scope.orgId, session.cognitoId)));

/** Which introductions and notes the signed-in person has seen. */
export const readPortalData = (ctx: OrgCtx): Promise<PortalDataReply> => read(ctx, ctx.session);

/** Notes what was seen beside what is noted already. platform.md 4: nothing is saved while staff act as the person. */
export async function updatePortalData(ctx: OrgCtx, change: KeptPortalData): Promise<PortalDataReply> {
  const { cognitoId, supportStaff } = ctx.session;
  return ctx.inOrg(async (db) => {
    if (supportStaff === null) await mergePortalData(db, ctx.orgId, cognitoId, change, ctx.now());
    return toReply(await selectPortalData(db, ctx.orgId, cognitoId));
  });
}

/** What `getCustomerPortalData` answers, for the page's first answer; null without organisation. */
export const portalDataAnswer = async (ctx: PublicCtx): Promise<PortalDataReply | null> =>
  ctx.session?.orgId ? read(ctx.forOrg(ctx.session.orgId), ctx.session) : null;
