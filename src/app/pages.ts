import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { cspNonce, csrfTokenFor, isSecure, requestCtx } from '#platform/server/http.ts';
import { bootConfig, pageBrand } from '#modules/brand/server/public.ts';
import { sessionState } from '#modules/accounts/server/public.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
/** JSON that cannot end the script element it stands in. */
const jsonBlock = (value: unknown) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

const oneYear = 31_536_000;

/** Serves the browser part: hashed assets for ever, every other address the page with its first answers inside. */
export async function addPages(
  app: FastifyInstance,
  base: BaseCtx,
  webDir: string,
  transform: (url: string, html: string) => Promise<string> = async (_url, html) => html,
): Promise<void> {
  const template = () => readFileSync(path.join(webDir, 'index.html'), 'utf8');
  const kept = base.settings.production || existsSync(path.join(webDir, 'assets')) ? template() : null;
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.vite/**'],
    cacheControl: false,
    setHeaders: (response, file) => {
      response.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? `public, max-age=${oneYear}, immutable` : 'public, max-age=300',
      );
    },
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await requestCtx(base, request, reply, { background: true });
    const brand = await pageBrand(ctx);
    const boot = {
      config: await bootConfig(ctx),
      session: await sessionState(ctx),
      csrfToken: csrfTokenFor(request, reply, isSecure(base)),
    };
    const html = (kept ?? (await transform(request.url, template())))
      .replace('<!--title-->', escapeHtml(brand.brandNameLong))
      .replace(
        '<!--boot-->',
        () =>
          `<meta name="csp-nonce" content="${cspNonce(request)}"><meta name="theme-color" content="${escapeHtml(brand.accent)}"><link rel="icon" type="image/svg+xml" href="${escapeHtml(brand.brandMark)}"><script type="application/json" id="boot">${jsonBlock(boot)}</script>`,
      );
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  };
  app.get('/', page);
  app.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://x');
    if (pathname.startsWith('/api/') || pathname.startsWith('/assets/') || /\.(js|css|map|png|svg|ico|woff2|json|txt)$/.test(pathname))
      return reply.callNotFound();
    return page(request, reply);
  });
}
