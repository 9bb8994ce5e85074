import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { Session } from '#platform/server/session.ts';
import { secondFactorRequired } from '#modules/catalog/server/public.ts';

/** Whether an organisation demands a second factor of every administrator; remembered until its row changes. */
export const demandsSecondFactor: (ctx: OrgScope) => Promise<boolean> = secondFactorRequired;

/** True when the sign-in of a session passed a second factor. */
export const sessionIsStrong = (session: Pick<Session, 'strong'> | null): boolean => session?.strong === true;

/** True while a session waits for the second factor that its organisation demands. */
export const lacksSecondFactor = async (
  ctx: Pick<BaseCtx, 'forOrg'>,
  session: Session | null,
): Promise<boolean> =>
  session !== null &&
  session.orgId !== null &&
  !session.strong &&
  demandsSecondFactor(ctx.forOrg(session.orgId));
