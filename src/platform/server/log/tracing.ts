import { currentScope, inScope } from '../http/callScope.ts';

/** Values of a span: names of what is declared in the source, counts and statuses, never what a person typed or is called. */
export type Attributes = Record<string, string | number | boolean>;

export type Span = {
  /** The W3C `traceparent` of this span. */
  traceparent: string;
  set: (attributes: Attributes) => void;
  /** Marks it as failed; of an error only its kind is written down, because messages may quote values. */
  fail: (error: unknown) => void;
  end: () => void;
};

export type SpanStart = {
  kind: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** A span that this one is part of: an open one, or the `traceparent` of a caller. */
  parent?: Span | string | null | undefined;
  /** The `traceparent` of a span that caused this one and did not wait for it. */
  link?: string | undefined;
};

export type Tracer = {
  start: (name: string, options: SpanStart) => Span;
  /** Sends what was not sent yet. */
  close: () => Promise<void>;
};

let tracer: Tracer | null = null;

/** Where spans go from now on; null, as at the start, for nowhere. */
export const traceWith = (given: Tracer | null): void => {
  tracer = given;
};

/** Begins a span, or nothing where the program is not traced. */
export const startSpan = (name: string, options: SpanStart): Span | null =>
  tracer?.start(name, options) ?? null;

const traceparentShape = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A `traceparent` that came from outside, or undefined where it is none: an all-zero id is none either. */
export const readTraceparent = (value: unknown): string | undefined =>
  typeof value === 'string' && traceparentShape.test(value) && !/-0{32}-|-0{16}-/.test(value)
    ? value
    : undefined;

/** Whether there is a request or job to be part of: a look that nobody asked for is no trace of its own. */
export const isTraced = (): boolean => tracer !== null && Boolean(currentScope()?.span);

/** A part of the current request or job, or nothing where neither is traced. */
export const startPart = (name: string, attributes: Attributes): Span | null =>
  isTraced() ? startSpan(name, { kind: 'client', attributes, parent: currentScope()?.span }) : null;

/** Runs work as a span; whatever it does within is part of it. */
export async function withSpan<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    return await inScope({ ...currentScope(), span }, work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
