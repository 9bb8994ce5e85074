import type { CookieSerializeOptions } from '@fastify/cookie';
import { Tokens } from '@fastify/csrf';
import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { csrfHeader } from '../../endpoint.ts';
import type { BaseCtx } from '../ctx.ts';
import { hashToken } from '../secrets/secrets.ts';
import { sessionCookie } from '../session.ts';

/** Anti-forgery tokens: a change must bring one that was made for its browser and session. */
export async function addAntiForgery(
  app: FastifyInstance,
  secrets: BaseCtx['secrets'],
  cookieOpts: CookieSerializeOptions & { secure: boolean },
): Promise<void> {
  const { secure } = cookieOpts;
  await app.register(csrf, {
    cookieKey: csrfCookie(secure),
    cookieOpts,
    getToken: (request: FastifyRequest) => String(request.headers[csrfHeader] ?? ''),
    // a token made for one session is worthless in another
    getUserInfo: (request: FastifyRequest) => sessionUser(request, secure),
    csrfOpts: { hmacKey: csrfKey(secrets.key('csrf')), userInfo: true },
  });
  acceptEarlierTokens(app, secrets, secure);
}

const csrfKey = (key: Buffer): string => key.toString('hex');

/** A page that was opened before a rotation goes on with its token. */
function acceptEarlierTokens(app: FastifyInstance, secrets: BaseCtx['secrets'], secure: boolean) {
  const earlier = secrets
    .keys('csrf')
    .slice(1)
    .map((key) => new Tokens({ hmacKey: csrfKey(key), userInfo: true }));
  if (earlier.length === 0) return;
  const current = app.csrfProtection;
  app.csrfProtection = (request, reply, done) => {
    const secret = request.cookies[csrfCookie(secure)];
    const token = String(request.headers[csrfHeader] ?? '');
    if (secret && earlier.some((tokens) => tokens.verify(secret, token, sessionUser(request, secure))))
      done();
    else current.call(app, request, reply, done);
  };
}

const csrfCookie = (secure: boolean): string => (secure ? '__Host-csrf' : 'csrf');

const sessionUser = (request: FastifyRequest, secure: boolean): string => {
  const token = request.cookies[sessionCookie(secure)];
  return token ? hashToken(token) : 'nobody';
};

/** The anti-forgery token of this browser and session, setting its cookie when it has none. */
export const csrfTokenFor = (
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
  userInfo = sessionUser(request, secure),
): string =>
  // user information is mixed into the token; the plugin's types name only cookie options
  reply.generateCsrf({ userInfo } as object);
