import type { PublicCtx } from '#platform/server/ctx.ts';
import { secondsLeft, type Session } from '#platform/server/session.ts';
import type { SessionState } from '../contract.ts';

/** What the browser is told about a session, or about nobody being signed in. */
export function describeSession(ctx: Pick<PublicCtx, 'settings' | 'now'>, session: Session | null): SessionState {
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
    heapKey: settings.heapAppId ?? '',
  };
}
