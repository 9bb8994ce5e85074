import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span as ApiSpan,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { hostname } from 'node:os';
import { errorKind } from './loggedError.ts';
import type { Span, SpanStart, Tracer } from './tracing.ts';

// Loaded only where a collector is configured (openTracing): the libraries above take time and memory.

export type TraceSettings = {
  /** Base address of a collector that takes OTLP over HTTP; spans go to `/v1/traces` below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  environment: string;
  /** The part of all traces that is kept, from 0 to 1. */
  share: number;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

const contextOf = (traceparent: string): SpanContext => {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
};

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;

/** A tracer that sends spans in batches; what a collector does not take in time is dropped, never waited for. */
export function openTracer(
  program: string,
  { endpoint, headers, serviceName, environment, share }: TraceSettings,
): Tracer {
  const sampler = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `${serviceName}-${program}`,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'deployment.environment.name': environment,
    }),
    // strangers bring a traceparent too: whether a trace is kept is never theirs to say
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: 5000 }),
        scheduledDelayMillis: 2000,
        exportTimeoutMillis: 5000,
      }),
    ],
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 32, linkCountLimit: 8 },
  });
  const tracer = provider.getTracer('portal');
  const open = new WeakMap<Span, ApiSpan>();
  const parentOf = (parent: SpanStart['parent']) => {
    if (!parent) return ROOT_CONTEXT;
    const span = typeof parent === 'string' ? trace.wrapSpanContext(contextOf(parent)) : open.get(parent);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };
  return {
    start: (name, { kind, attributes = {}, parent, link }) => {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, ...(link ? { links: [{ context: contextOf(link) }] } : {}) },
        parentOf(parent),
      );
      const made: Span = {
        traceparent: traceparentOf(span.spanContext()),
        set: (more) => void span.setAttributes(more),
        fail: (error) => {
          span.setAttribute('error.type', errorKind(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
      open.set(made, span);
      return made;
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}
