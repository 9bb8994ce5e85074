import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { networkOf } from '#platform/server/http/networks.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { notifyPaths } from '../paths.ts';
import { chooseByLink } from './choices.ts';

const mostBytes = 16 * 1024;
const mostPerMinute = 120;

type OneClick = FastifyRequest<{ Params: { token: string }; Body: string }>;

/**
 * What mail programs do when somebody presses their own Unsubscribe (RFC 8058): a POST to the address of the header, without
 * cookie or page, of a form that says `List-Unsubscribe=One-Click`. Again and again is the same as once. A GET of that address
 * opens the page, which only asks: programs that look through links change nothing.
 */
export function registerOneClick(app: FastifyInstance, base: BaseCtx): void {
  app.register(async (scope) => {
    // a form in either of its shapes, read as text: nothing of it counts but that sentence
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(notifyPaths.unsubscribePattern, { bodyLimit: mostBytes }, async (request: OneClick, reply) => {
      const refuse = (status: number, code: string) =>
        reply.code(status).send({ success: false, error: { code, requestId: request.id } });
      const wait = await countUse(
        base.global,
        `one-click:${networkOf(request.ip)}`,
        mostPerMinute,
        60,
        base.now(),
      );
      if (wait !== null) return refuse(429, 'too-many-requests').header('retry-after', wait);
      const body = request.body ?? '';
      if (!/List-Unsubscribe/i.test(body) || !/One-Click/i.test(body)) return refuse(400, 'invalid');
      try {
        await chooseByLink(base, request.params.token, false);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'link-invalid') return refuse(404, 'link-invalid');
        throw error;
      }
      return reply.send({ success: true });
    });
  });
}
