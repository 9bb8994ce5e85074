import { inScope } from '../http/callScope.ts';
import { noteJob } from './jobMeasures.ts';
import { readOrigin } from './jobOrigin.ts';
import type { JobHandler } from './jobs.ts';
import type { Logger } from '../log/log.ts';
import { startSpan, withSpan } from '../log/tracing.ts';

export type FetchedJob = {
  id: string;
  name: string;
  data: unknown;
  retryCount: number;
  retryLimit: number;
  groupId?: string | null;
  signal: AbortSignal;
};

/**
 * Runs one job once. Its lines in the log carry its own id and that of the request that asked for it; its span is linked to
 * that request's, since it may begin long after the answer.
 * @param stopping aborts when the worker stops
 */
export async function runJob<Ctx>(
  { spec, run }: JobHandler<Ctx>,
  job: FetchedJob,
  { ctx, log, stopping }: { ctx: Ctx; log: Logger; stopping: AbortSignal },
): Promise<void> {
  const started = performance.now();
  const { data, origin } = readOrigin(job.data);
  const lastAttempt = job.retryCount >= job.retryLimit;
  const scope = { requestId: origin.requestId, job: { name: job.name, id: job.id, attempt: job.retryCount } };
  await inScope(scope, async () => {
    const span = startSpan(`job ${spec.name}`, {
      kind: 'consumer',
      attributes: {
        'messaging.operation.type': 'process',
        'job.name': spec.name,
        'job.id': job.id,
        'job.attempt': job.retryCount,
      },
      link: origin.traceparent,
    });
    try {
      const signal = AbortSignal.any([job.signal, stopping]);
      await withSpan(span, async () =>
        run(ctx, spec.data.parse(data), { id: job.id, attempt: job.retryCount, lastAttempt, signal }),
      );
      const ms = performance.now() - started;
      noteJob(spec.name, 'done', ms);
      log.info({ ms: Math.round(ms) }, 'job done');
    } catch (error) {
      const ms = performance.now() - started;
      noteJob(spec.name, stopping.aborted ? 'handed-back' : lastAttempt ? 'failed' : 'retry', ms);
      log.warn({ err: error, ms: Math.round(ms) }, 'job failed');
      throw error;
    }
  });
}
