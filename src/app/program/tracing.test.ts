import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { inScope } from '#platform/server/http/callScope.ts';
import { openTracer } from '#platform/server/log/exportTraces.ts';
import { handles, jobSpec, migrateJobs, openQueue, startWorker } from '#platform/server/jobs/jobs.ts';
import { openLog } from '#platform/server/log/log.ts';
import { readTraceparent, startSpan, traceWith } from '#platform/server/log/tracing.ts';
import { vendorFetch } from '#platform/server/log/vendorCalls.ts';
import { openTestDatabase, testPortal } from '../testing/portal.ts';

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};
type Batch = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** A collector of OTLP over HTTP, as far as it takes traces; and whatever else is sent to it. */
async function startCollector() {
  const bodies: string[] = [];
  const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    requests.push({ url: request.url!, headers: request.headers });
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString());
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    said: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Batch).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  };
}

/** Traces this process until `end`, which sends what is left. */
function traceTo(endpoint: string, share = 1): () => Promise<void> {
  const headers = { authorization: 'Bearer collector' };
  const tracer = openTracer('test', { endpoint, headers, serviceName: 'portal', environment: 'test', share });
  traceWith(tracer);
  onTestFinished(() => traceWith(null));
  return async () => {
    traceWith(null);
    await tracer.close();
  };
}

const attribute = (span: Span, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
const remote = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });

test(
  'a request is a span of the caller’s trace with its statements as parts, and says nothing of anyone',
  { timeout: 60_000 },
  async () => {
    const collector = await startCollector();
    const portal = await testPortal();
    const end = traceTo(collector.endpoint);
    const ada = await portal.member('ada.vance@acme-widgets.com', 'Acme Widgets Inc.');
    const caller = remote();
    const answer = await ada.send('GET', '/api/audit/entries?search=ada.vance', undefined, {
      traceparent: `00-${caller.traceId}-${caller.spanId}-00`,
      'user-agent': 'TellTale/1.0',
    });
    expect(answer.statusCode).toBe(200);
    await end();
    const spans = collector.spans();
    const request = spans.find(({ name, traceId }) => traceId === caller.traceId && name.startsWith('GET '))!;
    expect(request).toMatchObject({ name: 'GET /api/audit/entries', parentSpanId: caller.spanId, kind: 2 });
    expect(attribute(request, 'http.route')).toBe('/api/audit/entries');
    expect(attribute(request, 'http.response.status_code')).toBe(200);
    const statements = spans.filter(({ traceId, kind }) => traceId === caller.traceId && kind === 3);
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
    expect(statements.map((span) => attribute(span, 'db.system.name'))).not.toContain(undefined);
    // a body comes by events of the connection, and its request keeps its statements all the same
    const save = spans.find(({ name }) => name === 'POST /api/profile/profileSave')!;
    expect(
      spans.filter(
        ({ parentSpanId, name }) => parentSpanId === save.spanId && name === 'INSERT organization',
      ),
    ).toHaveLength(1);
    for (const personal of [
      'ada.vance',
      'Vance',
      'Acme',
      '203.0.113.7',
      'TellTale',
      'Correct-horse',
      ada.orgId,
      ada.cognitoId,
    ])
      expect([personal, collector.said().includes(personal)]).toEqual([personal, false]);
    expect(collector.requests[0]!.headers.authorization).toBe('Bearer collector');
    expect(collector.said()).toContain('"portal-test"');
  },
);

test('a traceparent that is none begins a trace of its own', () => {
  const good = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  expect(readTraceparent(good)).toBe(good);
  for (const bad of [
    '',
    good.toUpperCase(),
    `${good}-x`,
    good.replaceAll('a', '0'),
    good.replaceAll('b', '0'),
    `01${good.slice(2)}`,
    [good],
  ])
    expect(readTraceparent(bad)).toBeUndefined();
});

test('whether a trace is kept is never the caller’s to say', async () => {
  const collector = await startCollector();
  const end = traceTo(collector.endpoint, 0);
  startSpan('GET /', { kind: 'server', parent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })!.end();
  await end();
  expect(collector.spans()).toEqual([]);
});

test('a job is linked to the request that asked for it, names it in its log, and so do the jobs that it asks for', async () => {
  const collector = await startCollector();
  const { database, connections } = await openTestDatabase();
  const data = z.object({ note: z.string() });
  const [first, second] = ['first-of-two', 'second-of-two'].map((name) =>
    jobSpec({ name, data, retries: 0, timeLimitSeconds: 30 }),
  );
  await migrateJobs(connections.owner, [first!, second!]);
  const lines: string[] = [];
  const log = openLog('test', 'info', { write: (line) => void lines.push(line) });
  const queue = openQueue(connections.app, log);
  await queue.start();
  onTestFinished(() => queue.close());
  const end = traceTo(collector.endpoint);
  const span = startSpan('POST /api/x', { kind: 'server' })!;
  await inScope({ requestId: 'request-1', span }, () =>
    queue.enqueue(database.global, first!, { note: 'private words' }),
  );
  span.end();
  const told: unknown[] = [];
  const worker = await startWorker(
    connections.app,
    [
      handles(first!, async (_ctx: object, given) => {
        told.push(given);
        await vendorFetch('heap', `${collector.endpoint}/vendor/private-path`, {});
        await queue.enqueue(database.global, second!, { note: 'again' });
      }),
      handles(second!, async (_ctx: object, given) => {
        told.push(given);
        log.info('within');
      }),
    ],
    () => ({}),
    log,
  );
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(lines.filter((line) => line.includes('job done'))).toHaveLength(2), {
    timeout: 20_000,
    interval: 50,
  });
  await end();
  // the note of who asked is not part of what a job is told
  expect(told).toEqual([{ note: 'private words' }, { note: 'again' }]);
  const within = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'job done' || msg === 'within');
  expect(within.map(({ reqId, job }) => [reqId, job])).toEqual([
    ['request-1', 'first-of-two'],
    ['request-1', 'second-of-two'],
    ['request-1', 'second-of-two'],
  ]);
  expect(within.every(({ jobId }) => typeof jobId === 'string')).toBe(true);
  const spans = collector.spans();
  const [requested, run, vendor, next] = [
    'POST /api/x',
    'job first-of-two',
    'call heap',
    'job second-of-two',
  ].map((name) => spans.find((one) => one.name === name)!);
  expect(run!.traceId).not.toBe(requested!.traceId);
  expect(run!.links).toMatchObject([{ traceId: requested!.traceId, spanId: requested!.spanId }]);
  expect(vendor).toMatchObject({ traceId: run!.traceId, parentSpanId: run!.spanId });
  expect(next!.links).toMatchObject([{ traceId: run!.traceId, spanId: run!.spanId }]);
  expect(collector.said()).not.toMatch(/private/);
  // an outside system learns nothing of our traces
  expect(
    collector.requests.find(({ url }) => url.startsWith('/vendor/'))!.headers.traceparent,
  ).toBeUndefined();
});

test('a collector that takes nothing holds nothing up', { timeout: 60_000 }, async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const end = traceTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  for (let count = 0; count < 5000; count++) startSpan('GET /', { kind: 'server' })!.end();
  await end();
});

test('nothing of OpenTelemetry is loaded where no collector is configured', { timeout: 180_000 }, () => {
  const loadedBy = (file: string) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { registerHooks } from 'node:module';
        registerHooks({ resolve: (name, context, next) => {
          // prom-client loads the API, which does nothing by itself
          if (name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api') console.log(name);
          return next(name, context);
        } });
        await import(${JSON.stringify(path.resolve(file))});
        process.exit();`,
      ],
      { encoding: 'utf8' },
    ).stdout;
  expect(loadedBy('src/app/server.ts')).toBe('');
  expect(loadedBy('src/platform/server/log/exportTraces.ts')).toContain('@opentelemetry/sdk-trace');
});
