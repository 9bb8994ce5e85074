import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { networkOf } from '#platform/server/http/networks.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { randomToken, sameText } from '#platform/server/secrets/secrets.ts';
import type { BillingBrand } from '../../port.ts';
import type { CardInput } from '../cards.ts';
import type { SandboxParts } from '../parts.ts';
import { plainPage } from './layout.ts';
import { webAddress } from './look.ts';

const root = '/billing-sandbox';
const cookieName = 'billing-sandbox';
const bodyLimitBytes = 16 * 1024;
/** Forms that one network may send in a minute. */
const mostForms = 120;
/** Documents likewise: each takes a while to write. */
const mostDocuments = 30;

const asset = (name: string) => readFileSync(path.join(import.meta.dirname, name));

/** What every answer below `/billing-sandbox` carries: our own pages may frame it, nobody else's, and nothing keeps it. */
function protect(reply: FastifyReply, nonce: string, pictures: readonly string[]): FastifyReply {
  return (
    reply
      .header(
        'content-security-policy',
        [
          "default-src 'none'",
          "script-src 'self'",
          `style-src 'self' 'nonce-${nonce}'`,
          ["img-src 'self' data:", ...pictures].join(' '),
          "font-src 'self'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'self'",
        ].join('; '),
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .header('x-content-type-options', 'nosniff')
      // addresses of these pages open them: they are told to nobody
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
  );
}

/** Sends a page, made with the one-time value that allows its style. */
export function sendPage(
  parts: SandboxParts,
  reply: FastifyReply,
  status: number,
  brand: BillingBrand | null,
  make: (nonce: string) => string,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const pictures = [brand?.logo, brand?.logoDark]
    .filter((address) => address)
    .map((address) => webAddress(address!, parts.publicUrl).origin);
  return protect(reply, nonce, [...new Set(pictures)])
    .code(status)
    .type('text/html; charset=utf-8')
    .send(make(nonce));
}

export const sendMissing = (parts: SandboxParts, reply: FastifyReply, line: string): FastifyReply =>
  sendPage(parts, reply, 404, null, (nonce) => plainPage(nonce, 'There is no such page', line));

/** What a form sent; a field that is missing is empty. */
export type Form = (name: string) => string;
export const formOf = (request: FastifyRequest): Form => {
  const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  return (name) => sent.get(name) ?? '';
};
export const cardIn = (form: Form): CardInput => ({
  name: form('name'),
  number: form('number'),
  expiry: form('expiry'),
  cvc: form('cvc'),
  country: form('country'),
  postcode: form('postcode'),
});

/** Good for one page in one browser; the first is of the current key. */
const tokensFor = ({ secrets }: SandboxParts, pageId: string, browser: string): string[] =>
  secrets
    .keys('billing-sandbox-forms')
    .map((key) => createHmac('sha256', key).update(`${browser} ${pageId}`).digest('base64url'));

/** A token for the forms of one page in one browser, which gets a cookie where it has none. */
export function formToken(
  parts: SandboxParts,
  request: FastifyRequest,
  reply: FastifyReply,
  pageId: string,
): string {
  let browser = request.cookies[cookieName];
  if (!browser || browser.length > 100) {
    browser = randomToken();
    reply.setCookie(cookieName, browser, {
      path: root,
      httpOnly: true,
      sameSite: 'lax',
      secure: parts.publicUrl.startsWith('https:'),
    });
  }
  return tokensFor(parts, pageId, browser)[0]!;
}

/** True for a form that this page gave to this browser. */
export function isOwnForm(parts: SandboxParts, request: FastifyRequest, pageId: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = request.headers;
  const hosts = [request.host, new URL(parts.publicUrl).host];
  if (
    site === undefined &&
    origin !== undefined &&
    !(URL.canParse(origin) && hosts.includes(new URL(origin).host))
  )
    return false;
  const browser = request.cookies[cookieName];
  if (browser === undefined) return false;
  const given = formOf(request)('token');
  return tokensFor(parts, pageId, browser).some((token) => sameText(token, given));
}

/** Counts what one network asks for; answers in its place, and is not null, where it was too often. */
async function refuseTooMany(
  parts: SandboxParts,
  request: FastifyRequest,
  reply: FastifyReply,
  what: 'form' | 'document',
) {
  const [key, most] =
    what === 'form' ? ['billing-sandbox', mostForms] : ['billing-sandbox-document', mostDocuments];
  const wait = await countUse(parts.db, `${key}:${networkOf(request.ip)}`, most, 60, parts.now());
  if (wait === null) return null;
  reply.header('retry-after', wait);
  return sendPage(parts, reply, 429, null, (nonce) =>
    plainPage(nonce, 'Too many attempts', `Please wait ${wait} seconds, then go back and try again.`),
  );
}

/** For routes that write a document. */
export const fewDocuments = (parts: SandboxParts) => async (request: FastifyRequest, reply: FastifyReply) =>
  (await refuseTooMany(parts, request, reply, 'document')) ?? undefined;

/** Adds the routes of the sandbox's pages in a scope of their own: forms as browsers send them, refusals as pages. */
export async function servePages(
  app: FastifyInstance,
  parts: SandboxParts,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  const files = {
    'sandbox.css': { type: 'text/css; charset=utf-8', bytes: asset('sandbox.css') },
    'sandbox.js': { type: 'text/javascript; charset=utf-8', bytes: asset('sandbox.browser.js') },
    'inter.woff2': {
      type: 'font/woff2',
      bytes: readFileSync(
        createRequire(import.meta.url).resolve(
          '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
        ),
      ),
    },
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.addHook('preHandler', async (request, reply) => {
      if (request.method !== 'POST') return;
      return (await refuseTooMany(parts, request, reply, 'form')) ?? undefined;
    });
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const status = isDatabaseAway(error) ? 503 : (error.statusCode ?? 500);
      if (status >= 500) request.log.error({ err: error }, 'billing sandbox');
      const line =
        status === 413
          ? 'The form is too large. Go back and shorten what you typed.'
          : status < 500
            ? 'The form could not be read. Go back and try again.'
            : 'Nothing was paid that you have not been told of. Go back and try again in a moment.';
      return sendPage(parts, reply, status, null, (nonce) => plainPage(nonce, 'Something went wrong', line));
    });
    for (const [name, { type, bytes }] of Object.entries(files))
      scope.get(`${root}/${name}`, { logLevel: 'silent' }, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=3600')
          .header('x-content-type-options', 'nosniff')
          .type(type)
          .send(bytes),
      );
    add(scope);
  });
}
