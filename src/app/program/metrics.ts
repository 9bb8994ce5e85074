import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isForwarded } from '#platform/server/http/http.ts';
import { measures } from '#platform/server/log/measures.ts';
import { isLoopback } from '#platform/server/http/networks.ts';
import { noteLimitRefusal } from '#platform/server/http/rateLimit.ts';
import { sameText } from '#platform/server/secrets/secrets.ts';
import type { Settings } from '#platform/server/settings/settings.ts';

type Access = Pick<Settings, 'metricsToken' | 'production'>;

/** With METRICS_TOKEN its bearer; without one a program on this machine, and in production nobody. */
function mayRead(request: FastifyRequest, { metricsToken, production }: Access): boolean {
  if (metricsToken) return sameText(String(request.headers.authorization ?? ''), `Bearer ${metricsToken}`);
  return !production && isLoopback(request.socket.remoteAddress ?? '') && !isForwarded(request);
}

/**
 * Prometheus figures at `/metrics`: those of the process, and of `more` registries of this program. A label is declared in the
 * source, never what a request brought, so the page does not grow with what is asked.
 */
export function addMetrics(app: FastifyInstance, settings: Access, more: readonly Registry[] = []): void {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const page = Registry.merge([own, measures, ...more]);
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, settings))
      return reply.code(404).send({ success: false, error: { code: 'not-found' } });
    return reply.header('content-type', page.contentType).send(await page.metrics());
  });
}

/**
 * Times the requests of a server.
 * @returns the registry that tells of them: at most five series per declared route, however many addresses are tried
 */
export function timeRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by declared route and class of status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // statuses have three digits, whatever a handler answers
    const status = `${Math.min(5, Math.max(1, Math.floor(reply.statusCode / 100)))}xx`;
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ route, status }, reply.elapsedTime / 1000);
    if (reply.statusCode === 429) noteLimitRefusal(route);
  });
  return registry;
}
