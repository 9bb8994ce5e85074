import type { PublicCtx } from '#platform/server/ctx.ts';
import { secondsLeft, type Session } from '#platform/server/session.ts';
import type { SessionState } from '../contract.ts';
import { lacksSecondFactor } from './secondFactorDemand.ts';

/** What the browser is told about a session, or about nobody being signed in. */
export async function describeSession(ctx: Pick<PublicCtx, 'settings' | 'now' | 'forOrg'>, session: Session | null): Promise<SessionState> {
  const { settings } = ctx;
  return {
    authenticated: session !== null,
    expires: session ? Math.max(0, secondsLeft(session, settings.sessionInactivitySeconds, ctx.now())) : 0,
    username: session?.email ?? '',
    email: session?.email ?? '',
    cognitoId: session?.cognitoId ?? '',
    isProduction: settings.environmentName === 'production',
    productionMode: settings.production,
    newUser: session !== null && session.orgId === null,
    isZeguroServiceSession: Boolean(session?.supportStaff),
    secondFactorNeeded: await lacksSecondFactor(ctx, session),
    heapKey: settings.heapAppId ?? '',
  };
}
