import { fastify, type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Settings } from '#platform/server/settings/settings.ts';
import { pulseMeasures, type Pulse } from '#platform/server/jobs/workerPulse.ts';
import { addMetrics } from './metrics.ts';

export type StatusOptions = {
  settings: Pick<Settings, 'metricsToken' | 'production'>;
  pulse: () => Pulse;
  /** Whether the database takes writes. */
  isReady: () => Promise<boolean>;
  registries: readonly Registry[];
};

/**
 * What a worker answers about itself, at a port of its own. `/healthz` fails where a new process would help: a loop that asks
 * for jobs stands still. `/readyz` fails where jobs wait: the queue or the database does not answer.
 */
export function workerStatus({ settings, pulse, isReady, registries }: StatusOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    requestTimeout: 10_000,
    bodyLimit: 1024,
  });
  const nothingHere = { success: false, error: { code: 'not-found' } };
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.get('/healthz', async (_request, reply) => {
    const { turns, loops } = pulse();
    return reply.code(turns ? 200 : 503).send({ status: turns ? 'ok' : 'a loop stands still', loops });
  });
  app.get('/readyz', async (_request, reply) => {
    const { works, silentSeconds } = pulse();
    const ready = works && (await isReady().catch(() => false));
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'the queue does not answer',
      silentSeconds: Math.round(silentSeconds),
    });
  });
  addMetrics(app, settings, [pulseMeasures(pulse), ...registries]);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(nothingHere));
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(500).send({ success: false, error: { code: 'internal' } }),
  );
  return app;
}
