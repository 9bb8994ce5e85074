import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '#platform/server/settings/settings.ts';
import { partnersOf } from './partners.ts';

type LogoRequest = FastifyRequest<{ Params: { file: string }; Querystring: { v?: string } }>;

/** Serves the pictures of partners at `/api/marketplace/logo/:file`. */
export function registerPartnerLogos(
  app: FastifyInstance,
  settings: Pick<Settings, 'configDir' | 'publicUrl'>,
): void {
  const { pictures } = partnersOf(settings);
  app.get('/api/marketplace/logo/:file', async (request: LogoRequest, reply) => {
    const picture = pictures.get(request.params.file);
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
  });
}
