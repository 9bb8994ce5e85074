import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '#platform/server/settings/settings.ts';
import { catalogOf } from './liveCatalog.ts';

type PictureRequest = FastifyRequest<{
  Params: { brandId: string; file?: string };
  Querystring: { v?: string };
}>;

/** Serves the pictures of every brand at `/api/brand/logo/:brandId/:file`; without a file, the logo. */
export function registerBrandPictures(
  app: FastifyInstance,
  settings: Pick<Settings, 'configDir' | 'publicUrl'>,
): void {
  const send = async (request: PictureRequest, reply: FastifyReply) => {
    const { brandId, file } = request.params;
    const brand = catalogOf(settings).brands.get(brandId);
    const picture = brand?.pictures.get(file ?? brand.entry.brandLogo);
    if (!picture) return reply.callNotFound();
    const tag = `"${picture.version}"`;
    reply
      .header('etag', tag)
      .header(
        'cache-control',
        request.query.v === picture.version ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      // opened by itself, a drawing may run nothing and load nothing
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(picture.svg);
  };
  app.get('/api/brand/logo/:brandId', send);
  app.get('/api/brand/logo/:brandId/:file', send);
}
