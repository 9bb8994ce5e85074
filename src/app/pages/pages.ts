import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { ViteDevServer } from 'vite';
import type { BaseCtx, PublicCtx } from '#platform/server/ctx.ts';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { csrfTokenFor } from '#platform/server/http/antiForgery.ts';
import { isSecure, requestCtx } from '#platform/server/http/http.ts';
import { signUpCodeIn } from '#modules/accounts/paths.ts';
import { sessionState } from '#modules/accounts/server/public.ts';
import { bootConfig } from '#modules/catalog/server/public.ts';
import { modules } from '../modules.ts';
import { readPreloads } from './preloads.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
/** The path of a request as it was sent; `//name` is a path here and no other host. */
const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!;

const secretPages = modules
  .flatMap((module) => module.secretPages ?? [])
  .map((pattern) => pattern.slice(0, pattern.indexOf(':')));
/** Pages whose address is a secret: no page that they lead to learns it. */
const hasSecretAddress = (pathname: string) => secretPages.some((start) => pathname.startsWith(start));

/** JSON that cannot end the script element it stands in. */
const jsonBlock = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What the first signed-in screen would ask for, so that it need not, by call name. An answer that fails is left to its call. */
async function firstAnswers(
  ctx: PublicCtx,
  pathname: string,
  isStaff: boolean,
): Promise<Record<string, unknown>> {
  const asked = modules
    .flatMap((module) => module.firstAnswers ?? [])
    .filter(({ to, pages }) => to === (isStaff ? 'staff' : 'members') && (pages?.test(pathname) ?? true));
  const answers = await Promise.all(
    asked.map(
      async ({ call, answer }) =>
        [
          call,
          await answer(ctx).catch(
            (error: unknown) => void ctx.log.warn({ err: error, call }, 'first answer'),
          ),
        ] as const,
    ),
  );
  return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined && answer !== null));
}

/** The page with its first answers inside (design: the wire). */
async function fillPage(
  base: BaseCtx,
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  preloads: ReturnType<typeof readPreloads> = () => '',
): Promise<string> {
  const pathname = pathOf(request.url);
  if (hasSecretAddress(pathname)) reply.header('referrer-policy', 'no-referrer');
  const ctx = await requestCtx(base, request, reply, { background: true, reads: true });
  const [config, session] = await Promise.all([bootConfig(ctx, signUpCodeIn(pathname)), sessionState(ctx)]);
  // nothing is told before the second factor
  const answers =
    session.authenticated && !session.secondFactorNeeded
      ? await firstAnswers(ctx, pathname, session.isStaff)
      : {};
  const boot = { config, session, csrfToken: csrfTokenFor(request, reply, isSecure(base)), answers };
  const { brand } = config;
  const head = [
    preloads(pathname, !session.authenticated ? 'signedOut' : session.isStaff ? 'staff' : 'signedIn'),
    `<meta name="csp-nonce" content="${reply.allowPage()}">`,
    `<meta name="theme-color" content="${escapeHtml(brand.accent)}">`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(brand.brandMark)}">`,
    `<script type="application/json" id="boot">${jsonBlock(boot)}</script>`,
  ].join('');
  return html
    .replace('<!--title-->', () => escapeHtml(brand.brandNameLong))
    .replace('<!--boot-->', () => head);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(html);
  const bytes = Buffer.from(html);
  return reply
    .header('content-encoding', 'br')
    .send(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
}

const comingBack = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>One moment</title></head>
<body><h1>One moment, please</h1><p>The portal is starting again. This page tries by itself every few seconds.</p></body></html>`;

/** The page, or a plain one that tries again while the database is away. */
async function answerPage(request: FastifyRequest, reply: FastifyReply, fill: () => Promise<string>) {
  try {
    return sendPage(request, reply, await fill());
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    request.log.error({ err: error }, 'database away');
    return sendPage(request, reply.code(503).header('retry-after', 3), comingBack);
  }
}

/** Addresses of calls and of files are never answered with the page. */
const isPageAddress = (url: string): boolean => {
  const pathname = pathOf(url);
  return (
    !pathname.startsWith('/api/') &&
    !pathname.startsWith('/assets/') &&
    !/\.(js|css|map|png|svg|ico|woff2|json|txt|tsx?)$/.test(pathname)
  );
};

/** Where a browser looks for the icon of something that names none, as a PDF that it shows: the mark of the brand. */
async function sendIcon(base: BaseCtx, request: FastifyRequest, reply: FastifyReply) {
  const { brand } = await bootConfig(await requestCtx(base, request, reply, { background: true }));
  return reply.header('cache-control', 'public, max-age=300').redirect(brand.brandMark);
}

const oneYear = 31_536_000;

/** Serves the built browser part: hashed assets for ever, every other address the page. */
export async function addPages(app: FastifyInstance, base: BaseCtx, webDir: string): Promise<void> {
  const template = readFileSync(path.join(webDir, 'index.html'), 'utf8');
  const preloads = readPreloads(webDir);
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.vite/**'],
    cacheControl: false,
    setHeaders: (response, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'cache-control',
        hashed ? `public, max-age=${oneYear}, immutable` : 'public, max-age=300',
      );
    },
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) =>
    isPageAddress(request.url)
      ? answerPage(request, reply, () => fillPage(base, request, reply, template, preloads))
      : reply.callNotFound();
  app.get('/favicon.ico', (request, reply) => sendIcon(base, request, reply));
  app.get('/', page);
  app.get('/*', page);
}

/** Serves the browser part from its sources, through the development server. */
export async function addDevPages(app: FastifyInstance, base: BaseCtx, vite: ViteDevServer): Promise<void> {
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (
      !isPageAddress(request.url) ||
      request.url.startsWith('/@') ||
      request.url.startsWith('/node_modules')
    ) {
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404;
        reply.raw.end();
      });
      return reply;
    }
    const source = readFileSync(path.join(vite.config.root, 'index.html'), 'utf8');
    const html = await vite.transformIndexHtml(request.url, source);
    const filled = await fillPage(base, request, reply, html);
    reply.removeHeader('content-security-policy');
    return sendPage(request, reply, filled);
  };
  app.get('/favicon.ico', (request, reply) => sendIcon(base, request, reply));
  app.get('/', page);
  app.get('/*', page);
}
