import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import { randomUUID } from 'node:crypto';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { csrfHeader, transactionHeader } from '../../endpoint.ts';
import { addAntiForgery, csrfTokenFor } from './antiForgery.ts';
import type { Actor } from '../audit.ts';
import { followCalls } from './callHooks.ts';
import type { BaseCtx, PublicCtx } from '../ctx.ts';
import { isDatabaseAway, type Database } from '../database/database.ts';
import { rememberOnce } from '../memory/memory.ts';
import { proxyTrust } from './networks.ts';
import { hashToken } from '../secrets/secrets.ts';
import { addSecurityHeaders, type PageOrigins } from './securityHeaders.ts';
import {
  createSession,
  deleteSession,
  endSupportSession,
  livingSession,
  refreshTokenPurpose,
  sessionCookie,
  touchSession,
  type Session,
} from '../session.ts';
import { readTls } from '../settings/settings.ts';
import { acceptUploads } from './uploads.ts';

export type HttpOptions = {
  base: BaseCtx;
  database: Database;
  /** Further origins that pages may use (an outside user pool, say). */
  origins: PageOrigins;
  /** Refuses calls for a moment when the program cannot keep up; false where it shares its process with other work. */
  shedsLoad?: boolean | undefined;
};

/** A POST body larger than this is refused; calls that take files say so themselves. */
const bodyLimitBytes = 256 * 1024;

const listenOptions = (base: BaseCtx) => {
  const { settings } = base;
  return {
    loggerInstance: base.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: proxyTrust(settings.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle' as const,
    // an address that cannot be decoded is a page that is not there
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      request.raw.url?.startsWith('/api/')
        ? reply.code(400).send({ success: false, error: { code: 'invalid', requestId: request.id } })
        : reply.redirect('/404', 302),
    // a large file on a slow line takes minutes; headers have to come within Node's own sixty seconds
    requestTimeout: 300_000,
    ...(settings.tls ? { http2: true, https: { allowHTTP1: true, ...readTls(settings.tls) } } : {}),
  };
};

export const isSecure = (base: Pick<BaseCtx, 'settings'>): boolean =>
  base.settings.publicUrl.startsWith('https:');
const cookieFlags = (base: BaseCtx) => ({
  path: '/',
  httpOnly: true,
  secure: isSecure(base),
  sameSite: 'lax' as const,
});

/** A server with everything that any call or page needs; calls and pages are added by the caller. */
export async function buildHttp({
  base,
  database,
  origins,
  shedsLoad = true,
}: HttpOptions): Promise<FastifyInstance> {
  const app = fastify(listenOptions(base) as object) as unknown as FastifyInstance;
  const secure = isSecure(base);
  followCalls(app);
  await app.register(cookie);
  await addAntiForgery(app, base.secrets, { ...cookieFlags(base), sameSite: 'strict' });
  addSecurityHeaders(app, { secure, hstsSubdomains: base.settings.hstsSubdomains }, origins);
  await acceptUploads(app);
  await app.register(underPressure, {
    maxEventLoopDelay: shedsLoad ? 2000 : 0,
    // a mean over one second is that of a single long turn, which is over when the next request comes
    sampleInterval: 5000,
    retryAfter: 5,
    exposeStatusRoute: false,
  });
  addHealth(app, database);
  closeConnectionsAtTheEnd(app);
  warnOfUntrustedProxy(app);
  addRequestLog(app);
  app.get('/api/getCSRFToken', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ success: true, CSRFToken: csrfTokenFor(request, reply, secure) }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const status = error.code?.startsWith('FST_CSRF')
      ? 403
      : isDatabaseAway(error)
        ? 503
        : (error.statusCode ?? 500);
    if (status === 503) reply.header('retry-after', 2);
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'fault');
    const code = error.code?.startsWith('FST_CSRF')
      ? 'csrf'
      : status === 413
        ? 'too-large'
        : status === 415 || status === 400
          ? 'invalid'
          : status === 503
            ? 'unavailable'
            : 'internal';
    return reply.code(status).send({ success: false, error: { code, requestId: request.id } });
  });
  return app;
}

/** Once the server is stopping, an answer is the last of its connection: a browser that keeps it open holds nothing up. */
function closeConnectionsAtTheEnd(app: FastifyInstance) {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (request, reply) => {
    if (stopping && request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
  });
}

const forwardingHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];
const forwardingHeaderOf = (request: FastifyRequest) =>
  forwardingHeaders.find((name) => request.headers[name] !== undefined);

/** True where a proxy says that it passes on the request of another. */
export const isForwarded = (request: FastifyRequest): boolean => forwardingHeaderOf(request) !== undefined;

/** Says once that a proxy in front is not believed: all its customers would share one address in limits and logs. */
function warnOfUntrustedProxy(app: FastifyInstance) {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || request.ips?.[1] !== undefined) return;
    const header = forwardingHeaderOf(request);
    if (!header) return;
    warned = true;
    request.log.warn(
      { header, from: request.socket.remoteAddress },
      'a request came with a forwarding header from a sender that TRUST_PROXY does not name: if that is your load balancer, name it',
    );
  });
}

function addHealth(app: FastifyInstance, database: Database) {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = await database.isReady().catch(() => false);
    return ready ? { status: 'ready' } : reply.code(503).send({ status: 'database away' });
  });
}

const transactionShape = /^[\w-]{8,64}$/;

function addRequestLog(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    const transaction = request.headers[transactionHeader];
    if (typeof transaction === 'string' && transactionShape.test(transaction)) {
      reply.header(transactionHeader, transaction);
      request.log = request.log.child({ transaction });
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.logLevel === 'silent') return;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // the address is logged without its query, which may hold a code
    if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.debug(line, 'request');
  });
}

const actorOf = (
  session: Session | null,
  { ip, userAgent }: PublicCtx['client'],
  requestId: string,
): Omit<Actor, 'at'> => ({
  ...(session ? { id: session.cognitoId, email: session.email } : {}),
  ...(session?.supportStaff ? { staff: session.supportStaff } : {}),
  ip,
  userAgent,
  requestId,
});

/** Makes the context of a request: its client, its living session, and how to begin or end one. `reads`: it changes nothing. */
export async function requestCtx(
  base: BaseCtx,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { background: boolean; machine?: boolean; reads?: boolean },
): Promise<PublicCtx> {
  const secure = isSecure(base);
  const name = sessionCookie(secure);
  // without an anti-forgery token a cookie proves nothing
  const token = options.machine ? undefined : request.cookies[name];
  const now = base.now();
  let session = token ? await livingSession(base, token, now) : null;
  if (session && !options.background) session = await touchSession(base.global, session, now);
  const client: PublicCtx['client'] = {
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    host: request.hostname,
    origin: `${secure ? 'https' : 'http'}://${request.host}`,
    authorization: request.headers.authorization ?? '',
  };
  const carry = (made: { token: string; session: Session }) => {
    reply.setCookie(name, made.token, cookieFlags(base));
    reply.header(csrfHeader, csrfTokenFor(request, reply, secure, made.session.tokenHash));
  };
  const revoke = async (sealed: string | null) => {
    const refreshToken = sealed ? base.secrets.open(refreshTokenPurpose, sealed) : null;
    if (refreshToken)
      await base.providers.identity
        .revoke(refreshToken)
        .catch((error: unknown) => base.log.warn({ err: error }, 'revoke'));
  };
  const remember = options.reads ? rememberOnce(base.remember) : base.remember;
  return {
    ...base,
    remember,
    // whatever a request changes is written down as its person's
    forOrg: (orgId, actor) => ({
      ...base.forOrg(orgId, actor ?? actorOf(session, client, request.id)),
      remember,
    }),
    log: request.log as PublicCtx['log'],
    requestId: request.id,
    client,
    session,
    upload: null,
    beginSession: async (start) => {
      const { refreshToken, ...rest } = start;
      const made = await createSession(base.global, base.now(), {
        ...rest,
        ip: client.ip,
        userAgent: client.userAgent,
        sealedRefreshToken: refreshToken ? base.secrets.seal(refreshTokenPurpose, refreshToken) : null,
      });
      carry(made);
      return made.session;
    },
    replaceSession: async (made, sealedRefreshToken) => {
      carry(made);
      if (session) base.forget('app_session', session.tokenHash);
      await revoke(sealedRefreshToken);
    },
    endSession: async (how) => {
      reply.clearCookie(name, cookieFlags(base));
      reply.header(csrfHeader, csrfTokenFor(request, reply, secure, 'nobody'));
      // one that has expired still has a refresh token to revoke
      const tokenHash = session?.tokenHash ?? (token ? hashToken(token) : null);
      if (!tokenHash) return;
      const actor = { ...(session ? actorOf(session, client, request.id) : {}), at: base.now() };
      const wasSupport = await endSupportSession(
        base.global,
        tokenHash,
        session ? (how ?? 'signed-out') : 'expired',
        actor,
      );
      const sealed = wasSupport ? null : await deleteSession(base.global, tokenHash);
      base.forget('app_session', tokenHash);
      await revoke(sealed);
    },
  };
}
