import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { accentOf } from '#platform/server/pdf/brand/brand.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { isThisMachine } from '#probes/net.ts';
import {
  catalogOf,
  fillBrand,
  hostName,
  isOwnHost,
  type CatalogBrand,
} from '#modules/catalog/server/public.ts';
import { incorrectUrl } from './incorrectUrl.ts';

/** Load balancers and monitoring ask by whatever address they know. */
const anyHost = new Set(['/healthz', '/readyz', '/metrics']);

/** PUBLIC_URL's host, those of brands, and outside production this machine. */
const isServed = (settings: Settings, host: string): boolean =>
  isOwnHost(settings, host) || (!settings.production && isThisMachine(hostName(host)));

/** Over HTTP/2 a request names its host twice; both must be ours. */
const hostsOf = (request: FastifyRequest): string[] => {
  const authority = request.headers[':authority'];
  return [
    request.host,
    ...(typeof authority === 'string' && request.host === request.headers.host ? [authority] : []),
  ];
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function page({ wire }: CatalogBrand, address: string, nonce: string, isThere: boolean): string {
  const text = (words: string) => escapeHtml(fillBrand(wire, words));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
${isThere ? '' : `<meta http-equiv="refresh" content="0; url=${incorrectUrl.path}">`}
<title>${text(incorrectUrl.title)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.55 Inter, system-ui, sans-serif; color: light-dark(#1d2433, #e8ebf2); background: light-dark(#f6f7f9, #14171f) }
main { box-sizing: border-box; max-width: 30rem; margin: 1rem; padding: 2.5rem; text-align: center; background: light-dark(#fff, #1c212c); border: 1px solid light-dark(#e3e6ec, #2c3342); border-radius: 12px }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1.75rem; color: light-dark(#515b6f, #aeb7c8) }
a { display: inline-block; padding: .7rem 1.25rem; border-radius: 8px; font-weight: 600; text-decoration: none; color: #fff; background: ${accentOf(wire.accent).accent} }
a:focus-visible { outline: 3px solid light-dark(#1d2433, #fff); outline-offset: 2px }
</style></head>
<body><main><h1>${text(incorrectUrl.title)}</h1><p>${text(incorrectUrl.text)}</p><a href="${escapeHtml(address)}/">${text(incorrectUrl.button)}</a></main></body></html>`;
}

/** The wrong address is answered with 421 everywhere; what a person opens leads to /incorrect-url, which says where to go. */
function sendMisdirected(base: BaseCtx, request: FastifyRequest, reply: FastifyReply) {
  reply.code(421).header('cache-control', 'no-store');
  const [pathname = ''] = request.url.split(/[?#]/, 1);
  const isPage = request.method === 'GET' && !/^\/(api|assets|user-pool)\//.test(pathname);
  if (!isPage) return reply.send({ success: false, error: { code: 'misdirected', requestId: request.id } });
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      page(
        catalogOf(base.settings).defaultBrand,
        base.settings.publicUrl,
        nonce,
        pathname === incorrectUrl.path,
      ),
    );
}

/** Serves the portal at its own addresses alone, so that no page is ever made for a host that a request invented. */
export function refuseForeignHosts(app: FastifyInstance, base: BaseCtx): void {
  app.addHook('onRequest', async (request, reply) => {
    if (
      anyHost.has(request.routeOptions.url ?? '') ||
      hostsOf(request).every((host) => isServed(base.settings, host))
    )
      return;
    return sendMisdirected(base, request, reply);
  });
}
