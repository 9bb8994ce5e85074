import type { SessionCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { refreshTokenPurpose, secondsLeft } from '#platform/server/session.ts';
import type { OwnSession } from '../../securityContract.ts';
import { describeDevice } from '../secondFactor/devices.ts';
import { asRefusal } from '../identityRefusal.ts';
import * as store from './ownSessions.store.ts';
import { keepOnlyThisSession, noteOwnAct } from './sessions.ts';

/** Where the person is signed in now, the asking session first. */
export async function listOwnSessions(ctx: SessionCtx): Promise<{ data: OwnSession[] }> {
  const { sessionInactivitySeconds } = ctx.settings;
  const now = ctx.now();
  const rows = await store.selectSessionsOf(ctx.global, ctx.session.cognitoId);
  const data = rows
    .filter((row) => secondsLeft(row, sessionInactivitySeconds, now) > 0)
    .map((row): OwnSession => {
      const { words, kind } = describeDevice(row.userAgent);
      return {
        id: row.id,
        device: words,
        kind,
        address: row.ip ?? '',
        sameAddress: row.ip === ctx.client.ip,
        signedIn: row.createdAt.toISOString(),
        lastActive: row.touchedAt.toISOString(),
        current: row.tokenHash === ctx.session.tokenHash,
        strong: row.strong,
        staffName: row.staffName,
      };
    });
  return { data: [...data.filter((one) => one.current), ...data.filter((one) => !one.current)] };
}

const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ends one other session and its refresh token. Refuses with `no-such-session`, for somebody else's too. */
export async function endOwnSession(ctx: SessionCtx, { id }: { id: string }): Promise<Record<string, never>> {
  const { cognitoId, tokenHash } = ctx.session;
  const ended = idShape.test(id) ? await store.deleteSessionById(ctx.global, cognitoId, id, tokenHash) : null;
  if (!ended) throw new Refusal('no-such-session');
  ctx.forget('app_session', ended.tokenHash);
  const refreshToken =
    ended.sealedRefreshToken && ctx.secrets.open(refreshTokenPurpose, ended.sealedRefreshToken);
  if (refreshToken)
    await ctx.providers.identity
      .revoke(refreshToken)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'revoke'));
  await noteOwnAct(ctx, ctx.session, 'session-ended');
  return {};
}

/** Ends every other session and every token of the pool; this one goes on under a new cookie. */
export async function endOtherSessions(ctx: SessionCtx): Promise<Record<string, never>> {
  await keepOnlyThisSession(ctx, ctx.session.strong).catch(asRefusal);
  await noteOwnAct(ctx, ctx.session, 'other-sessions-ended');
  return {};
}
