import { counter, histogram } from '../log/measures.ts';

export type JobOutcome = 'done' | 'retry' | 'failed' | 'handed-back';
const outcomes: JobOutcome[] = ['done', 'retry', 'failed', 'handed-back'];

/** The kinds of work that this program was declared to do. The label `job` belongs to Prometheus itself. */
const names: string[] = [];

const count = counter('jobs_total', 'Runs of background work, by kind and by how they ended', {
  kind: names,
  outcome: outcomes,
});
const observe = histogram(
  'job_seconds',
  'How long a run of background work took',
  [0.01, 0.1, 1, 10, 60, 600, 3600],
  { kind: names },
);
const countTakenUp = counter('jobs_taken_up_total', 'Jobs that began again because their worker was lost');

/** Shows kinds of work among the figures from now on; no other kind gets a series. */
export function declareJobs(declared: readonly string[]): void {
  for (const kind of declared) {
    if (names.includes(kind)) continue;
    names.push(kind);
    for (const outcome of outcomes) count({ kind, outcome }, 0);
  }
}

export function noteJob(kind: string, outcome: JobOutcome, ms: number): void {
  count({ kind, outcome });
  observe({ kind }, ms / 1000);
}

export const noteTakenUp = (jobs: number): void => countTakenUp({}, jobs);
