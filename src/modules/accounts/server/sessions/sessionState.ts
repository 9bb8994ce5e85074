import type { PublicCtx } from '#platform/server/ctx.ts';
import { isStaffSession, secondsLeft, type Session } from '#platform/server/session.ts';
import type { SessionState } from '../../contract.ts';
import { lacksSecondFactor } from '../secondFactor/secondFactorDemand.ts';

const supportOf = ({ staff, supportStaff, expiresAt }: Session, now: Date) => ({
  staffName: staff?.name ?? supportStaff ?? '',
  endsIn: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)),
});

/** What the browser is told about a session, or about nobody being signed in. */
export async function describeSession(
  ctx: Pick<PublicCtx, 'settings' | 'now' | 'forOrg'>,
  session: Session | null,
): Promise<SessionState> {
  const { settings } = ctx;
  const isStaff = isStaffSession(session);
  const isSupport = Boolean(session?.supportStaff);
  return {
    authenticated: session !== null,
    expires: session ? Math.max(0, secondsLeft(session, settings.sessionInactivitySeconds, ctx.now())) : 0,
    username: session?.email ?? '',
    email: session?.email ?? '',
    cognitoId: session?.cognitoId ?? '',
    isProduction: settings.environmentName === 'production',
    productionMode: settings.production,
    newUser: session !== null && session.orgId === null && !isStaff,
    isZeguroServiceSession: isSupport,
    isStaff,
    support: session && isSupport ? supportOf(session, ctx.now()) : null,
    // every call of staff needs one
    secondFactorNeeded: isStaff ? !session!.strong : await lacksSecondFactor(ctx, session),
    // what staff do is no behaviour of the customer
    heapKey: isSupport || isStaff ? '' : (settings.heapAppId ?? ''),
  };
}
