import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inScope, type CallScope } from './callScope.ts';
import { logOfRequest } from '../log/log.ts';
import { readTraceparent, startSpan } from '../log/tracing.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodOf = ({ method }: FastifyRequest): string => (methods.has(method) ? method : '_OTHER');

/**
 * Lets whatever a request causes name it: lines of every log, jobs, and its span where the program is traced. The span says
 * which declared route was asked for and how it ended, nothing of its address, its sender or its body.
 */
export function followCalls(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, CallScope>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route, logLevel } = request.routeOptions;
    logOfRequest(request.log);
    const span =
      logLevel === 'silent'
        ? null
        : startSpan(`${methodOf(request)} ${route ?? ''}`.trim(), {
            kind: 'server',
            attributes: {
              'http.request.method': methodOf(request),
              'http.route': route ?? 'none',
              'request.id': request.id,
            },
            parent: readTraceparent(request.headers.traceparent),
          });
    const scope: CallScope = { requestId: request.id, span };
    scopes.set(request, scope);
    inScope(scope, done);
  });
  // a body comes with events of its connection, which know nothing of the request
  app.addHook('preValidation', (request, _reply, done) => inScope(scopes.get(request) ?? {}, done));
  app.addHook('onResponse', async (request, reply) => {
    const span = scopes.get(request)?.span;
    if (!span) return;
    span.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
    span.end();
  });
}
