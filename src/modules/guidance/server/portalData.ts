import type { guidanceContract } from '../contract.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { Session } from '#platform/server/session.ts';
import type { PortalData } from '../contract.ts';
import { mergePortalData, selectPortalData, type PortalDataRow } from './portalData.store.ts';

type Calls = Handlers<typeof guidanceContract>;

type PortalDataReply = { data: PortalData };

/** A session that began before the introduction was finished is the person's first. */
const isFirst = (introducedAt: string | undefined, session: Session): boolean =>
  introducedAt !== undefined && session.supportStaff === null && session.createdAt <= new Date(introducedAt);

const toReply = (row: PortalDataRow | undefined, session: Session): PortalDataReply => {
  const { introViewed = {}, cybermaturity = {}, introducedAt } = row?.portalData ?? {};
  return {
    data: {
      introViewed,
      welcomeEmailSent: row?.welcomeEmailSent ?? false,
      cybermaturity: {
        hasSeenReleaseNotes: cybermaturity.hasSeenReleaseNotes ?? false,
        dontShowRoadBlock: cybermaturity.dontShowRoadBlock ?? false,
        closedRoadBlock: cybermaturity.closedRoadBlock ?? false,
      },
      firstSession: isFirst(introducedAt, session),
    },
  };
};

const read = async (scope: OrgScope, session: Session): Promise<PortalDataReply> =>
  toReply(await scope.inOrg((db) => selectPortalData(db, scope.orgId, session.cognitoId)), session);

/** Which introductions and notes the signed-in person has seen. */
export const readPortalData: Calls['getCustomerPortalData'] = (ctx) => read(ctx, ctx.session);

/** Notes what was seen beside what is noted already. platform.md 4: nothing is saved while staff act as the person. */
export const updatePortalData: Calls['updateCustomerPortalData'] = async (ctx, change) => {
  const { cognitoId, supportStaff } = ctx.session;
  return ctx.inOrg(async (db) => {
    if (supportStaff === null) await mergePortalData(db, ctx.orgId, cognitoId, change, ctx.now());
    return toReply(await selectPortalData(db, ctx.orgId, cognitoId), ctx.session);
  });
};

/** What `getCustomerPortalData` answers, for the page's first answer; null without organisation. */
export const portalDataAnswer = async (ctx: PublicCtx): Promise<PortalDataReply | null> =>
  ctx.session?.orgId ? read(ctx.forOrg(ctx.session.orgId), ctx.session) : null;
