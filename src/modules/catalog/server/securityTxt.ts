import type { FastifyInstance } from 'fastify';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { isSecure } from '#platform/server/http/http.ts';
import { chooseBrand, isOwnHost } from './catalog.ts';
import { toMailBrand } from './documents.ts';
import { catalogOf } from './liveCatalog.ts';

const securityTxtPath = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year; a copy that someone kept goes stale after these days. */
const validDays = 180;

/** Serves where to report a vulnerability of this installation (RFC 9116), in the brand of the host that was asked. */
export function registerSecurityTxt(app: FastifyInstance, base: Pick<BaseCtx, 'settings' | 'now'>): void {
  app.get(securityTxtPath, async (request, reply) => {
    const { settings } = base;
    const brand = chooseBrand(catalogOf(settings), { host: request.hostname });
    // a host that is not ours is only a claim of the caller: the file names the brand's own address instead
    const origin = isOwnHost(settings, request.hostname)
      ? `${isSecure({ settings }) ? 'https' : 'http'}://${request.host}`
      : brand.wire.webAddress;
    const expires = new Date(base.now().getTime() + validDays * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    return reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'host')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${toMailBrand(brand).supportAddress}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${origin}${securityTxtPath}`,
          '',
        ].join('\r\n'),
      );
  });
}
