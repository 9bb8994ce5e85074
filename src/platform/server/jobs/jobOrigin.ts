import { currentScope } from '../http/callScope.ts';
import { readTraceparent } from '../log/tracing.ts';

/** Where a job notes who asked for it, beside its own data. */
const place = '$askedBy';

/** Which request asked for a job, however many jobs lie between, and in which span it did so. */
export type JobOrigin = { requestId?: string | undefined; traceparent?: string | undefined };

/** The data of a job with a note of the request or job that enqueues it now. */
export function withOrigin(data: object): object {
  const scope = currentScope();
  const origin = {
    ...(scope?.requestId === undefined ? {} : { requestId: scope.requestId }),
    ...(scope?.span ? { traceparent: scope.span.traceparent } : {}),
  };
  return Object.keys(origin).length === 0 ? data : { ...data, [place]: origin };
}

const idShape = /^[\w-]{1,64}$/;

/** The data of a job as its spec knows it, and the note. */
export function readOrigin(given: unknown): { data: unknown; origin: JobOrigin } {
  if (typeof given !== 'object' || given === null || !(place in given))
    return { data: given ?? {}, origin: {} };
  const { [place]: noted, ...data } = given as Record<string, unknown>;
  const { requestId, traceparent } = (noted ?? {}) as Record<string, unknown>;
  return {
    data,
    origin: {
      requestId: typeof requestId === 'string' && idShape.test(requestId) ? requestId : undefined,
      traceparent: readTraceparent(traceparent),
    },
  };
}
