import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Policy of everything that is not a page: it loads nothing and stands in no frame. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const permissions = 'camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()';

/** What every answer carries; made once. */
const fixedHeaders = (secure: boolean): Record<string, string> => ({
  'content-security-policy': closedPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions,
  'x-permitted-cross-domain-policies': 'none',
  ...(secure ? { 'strict-transport-security': 'max-age=63072000' } : {}),
});

const pagePolicy = (nonce: string, secure: boolean, connectOrigins: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // positions computed by the component library are style attributes
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connectOrigins].join(' ')}`,
    "manifest-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the policy of a page of ours and gives the one-time value that allows its own style elements. */
    allowPage: () => string;
  }
}

/** Security headers on every answer; a page of ours opens its own policy by `reply.allowPage()`. */
export function addSecurityHeaders(app: FastifyInstance, secure: boolean, connectOrigins: string[]): void {
  const fixed = fixedHeaders(secure);
  app.decorateReply('allowPage', function allowPage(this: FastifyReply) {
    const nonce = randomBytes(16).toString('base64');
    this.header('content-security-policy', pagePolicy(nonce, secure, connectOrigins));
    return nonce;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed);
    done();
  });
}
