import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { sameText } from '#platform/server/secrets.ts';
import type { Settings } from '#platform/server/settings.ts';

/** Prometheus figures at `/metrics`; in production only for who sends METRICS_TOKEN as bearer. */
export function addMetrics(app: FastifyInstance, settings: Pick<Settings, 'metricsToken' | 'production'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const given = String(request.headers.authorization ?? '').replace(/^Bearer /, '');
    const open = settings.metricsToken ? sameText(given, settings.metricsToken) : !settings.production;
    if (!open) return reply.code(404).send({ success: false, error: { code: 'not-found' } });
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
