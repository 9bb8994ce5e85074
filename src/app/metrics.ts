import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isForwarded } from '#platform/server/http.ts';
import { isLoopback } from '#platform/server/networks.ts';
import { sameText } from '#platform/server/secrets.ts';
import type { Settings } from '#platform/server/settings.ts';

/** With METRICS_TOKEN its bearer; without one a program on this machine, and in production nobody. */
function mayRead(request: FastifyRequest, { metricsToken, production }: Pick<Settings, 'metricsToken' | 'production'>): boolean {
  if (metricsToken) return sameText(String(request.headers.authorization ?? ''), `Bearer ${metricsToken}`);
  return !production && isLoopback(request.socket.remoteAddress ?? '') && !isForwarded(request);
}

/**
 * Prometheus figures at `/metrics`. A label is a declared route or a class of statuses, never what a request brought: however
 * many addresses are tried, the page has at most five series per route.
 */
export function addMetrics(app: FastifyInstance, settings: Pick<Settings, 'metricsToken' | 'production'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    duration.observe({ route: request.routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, settings)) return reply.code(404).send({ success: false, error: { code: 'not-found' } });
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
