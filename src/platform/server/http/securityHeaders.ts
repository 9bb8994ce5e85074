import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Policy of everything that is not a page: it loads nothing and stands in no frame. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const permissions = 'camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()';

/** `hstsSubdomains`: hosts below the portal's own are encrypted as well. */
type Transport = { secure: boolean; hstsSubdomains: boolean };

/** What every answer carries; made once. */
const fixedHeaders = ({ secure, hstsSubdomains }: Transport): Record<string, string> => ({
  'content-security-policy': closedPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions,
  'x-permitted-cross-domain-policies': 'none',
  ...(secure
    ? { 'strict-transport-security': `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}` }
    : {}),
});

/** Origins beside our own that pages may load scripts and pictures from, connect to and show in a frame, by what for. */
export type PageOrigins = {
  script?: string[];
  style?: string[];
  connect?: string[];
  img?: string[];
  frame?: string[];
};

/** One set of origins out of many. */
export const joinOrigins = (...all: PageOrigins[]): Required<PageOrigins> => {
  const of = (what: keyof PageOrigins) => [...new Set(all.flatMap((origins) => origins[what] ?? []))];
  return {
    script: of('script'),
    style: of('style'),
    connect: of('connect'),
    img: of('img'),
    frame: of('frame'),
  };
};

const pagePolicy = (
  nonce: string,
  secure: boolean,
  { script, style, connect, img, frame }: Required<PageOrigins>,
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    [`style-src 'self' 'nonce-${nonce}'`, ...style].join(' '),
    // positions computed by the component library are style attributes
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...img].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    ["frame-src 'self'", ...frame].join(' '),
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
export function addSecurityHeaders(app: FastifyInstance, transport: Transport, origins: PageOrigins): void {
  const { secure } = transport;
  const fixed = fixedHeaders(transport);
  const all = joinOrigins(origins);
  app.decorateReply('allowPage', function allowPage(this: FastifyReply) {
    const nonce = randomBytes(16).toString('base64');
    this.header('content-security-policy', pagePolicy(nonce, secure, all));
    return nonce;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed);
    done();
  });
}
