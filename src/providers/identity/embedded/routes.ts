import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { randomToken } from '#platform/server/secrets/secrets.ts';
import { deviceDays } from './signIn/devices.store.ts';
import { poolPath } from './pool.ts';
import { PoolError, refusals } from './poolError.ts';
import type { EmbeddedIdentity } from './identity.ts';

const contentType = 'application/x-amz-json-1.1';
const targetPrefix = 'AWSCognitoIdentityProviderService.';
const bodyLimitBytes = 64 * 1024;

const allowedHeaders =
  'content-type, x-amz-target, x-amz-user-agent, x-amzn-trace-id, cache-control, amz-sdk-invocation-id, amz-sdk-request, authorization';
const exposedHeaders = 'x-amzn-requestid, x-amzn-errortype, x-amzn-errormessage, date';

function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]) {
  reply.header('vary', 'origin');
  const { origin } = request.headers;
  if (!origin || !origins.includes(origin)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', exposedHeaders);
}

// bytes: to text the framework would add a charset that the protocol does not have
const asBytes = (answer: object) => Buffer.from(JSON.stringify(answer));

// a header holds ASCII on one line; the body says it all
const headerText = (message: string) => message.replace(/[^\x20-\x7e]/g, '?').slice(0, 1024);

function refuse(reply: FastifyReply, error: PoolError) {
  return reply
    .code(error.status)
    .type(contentType)
    .header('x-amzn-errortype', `${error.name}:`)
    .header('x-amzn-errormessage', headerText(error.message))
    .send(asBytes({ __type: error.name, message: error.message }));
}

const parsed = (body: unknown): unknown => {
  try {
    const value: unknown = JSON.parse(String(body ?? ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw new PoolError('SerializationException', 'The request body is not a JSON object.');
};

function fromFastify(error: unknown): PoolError | null {
  const { statusCode: status, code } = error as { statusCode?: number; code?: string };
  if (error instanceof PoolError) return error;
  if (status === 503 || isDatabaseAway(error))
    return new PoolError(
      'ServiceUnavailableException',
      'The service is busy. Please try again in a moment.',
      503,
    );
  if (status === 413)
    return new PoolError(
      'RequestEntityTooLargeException',
      `The request is larger than ${bodyLimitBytes} bytes.`,
      413,
    );
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new PoolError('UnsupportedMediaTypeException', `The content type must be ${contentType}.`, 415);
  if (status && status >= 400 && status < 500)
    return new PoolError('SerializationException', 'The request could not be read.', status);
  return null;
}

/** A browser that signed in before is known again by this cookie, so that strangers' wrong passwords do not lock it out. */
function deviceOf(request: FastifyRequest, secure: boolean): { token: string; cookie: string } {
  const name = secure ? '__Host-known-device' : 'known-device';
  const sent = (request.headers.cookie ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  const given = sent?.slice(name.length + 1) ?? '';
  const token = /^[\w-]{43}$/.test(given) ? given : randomToken();
  const flags = `Path=/; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { token, cookie: `${name}=${token}; ${flags}` };
}

/** Serves the user pool at `/user-pool`: the Cognito protocol for browsers, and the public keys of its tokens. */
export async function registerUserPool(app: FastifyInstance, pool: EmbeddedIdentity): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      contentType,
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      allowOrigin(request, reply, pool.allowedOrigins);
      reply.header('x-amzn-requestid', randomUUID());
      reply.header('cache-control', 'no-store');
      reply.type(contentType);
    });
    scope.setErrorHandler((error, request, reply) => {
      const refusal = fromFastify(error);
      if (!refusal || refusal.status >= 500) request.log.error({ err: error }, 'user pool');
      return refuse(reply, refusal ?? refusals.internal());
    });
    for (const url of [poolPath, `${poolPath}/`]) {
      scope.options(url, async (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'POST')
          .header('access-control-allow-headers', allowedHeaders)
          .header('access-control-max-age', '7200')
          .send(),
      );
      scope.post(url, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
        const target = String(request.headers['x-amz-target'] ?? '');
        const name = target.startsWith(targetPrefix) ? target.slice(targetPrefix.length) : '';
        const { token: device, cookie } = deviceOf(request, pool.issuer.startsWith('https:'));
        const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 400);
        const answer = await pool.handle(name, parsed(request.body), {
          ip: request.ip,
          host: request.hostname,
          userAgent,
          device,
        });
        if (name === 'ConfirmForgotPassword' || (answer && 'AuthenticationResult' in answer))
          reply.header('set-cookie', cookie);
        return reply.send(answer === null ? Buffer.alloc(0) : asBytes(answer));
      });
    }
    scope.get(`${poolPath}/${pool.poolId}/.well-known/jwks.json`, async (_request, reply) =>
      reply
        .type('application/json')
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=300')
        .send(JSON.stringify(await pool.jwks())),
    );
  });
}
