import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { mostRowsOfList, type trainingContract } from '../contract.ts';
import { admit, foresee } from './addTrainees.ts';
import type { ListAnswer, ListTask } from './list.worker.ts';
import { inLine } from './line.ts';
import type { ListRow } from './listColumns.ts';
import { addedMessage } from './wording.ts';

type Calls = typeof trainingContract;

/** Lists read at the same time, by one program: each has a thread of its own, so that no other call waits for them. */
const mostAtOnce = 2;
const longestMs = 30_000;
const mostMegabytes = 512;

/** Takes a file apart in a thread that ends when it takes too long or too much; a file that makes it do so is none of ours. */
const readInThread = (task: ListTask): Promise<ListAnswer> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(path.join(import.meta.dirname, 'list.worker.ts'), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    // whatever comes first counts: a thread that has answered ends too
    const end = (settle: () => void) => {
      clearTimeout(late);
      settle();
      void thread.terminate();
    };
    const refuse = (cause: string) => end(() => resolve({ problem: 'unreadable-file', cause }));
    const late = setTimeout(() => refuse('took too long'), longestMs);
    thread.once('message', (answer: ListAnswer) => end(() => resolve(answer)));
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse('took too much memory') : end(() => reject(error)),
    );
    thread.once('exit', () => refuse('ended without an answer'));
  });

/** Refuses with what is wrong with the file. */
async function rowsOf(ctx: OrgCtx): Promise<ListRow[]> {
  const read = () => readInThread({ path: ctx.upload!.path, mostRows: mostRowsOfList });
  // one at a time of each organisation, so that files made to take long hold up nobody else's
  const answer = await inLine(`lists of ${ctx.orgId}`, 1, () => inLine('lists of trainees', mostAtOnce, read));
  if ('rows' in answer) return answer.rows;
  throw new Refusal(answer.problem, answer.problem === 'too-many-rows' ? { most: mostRowsOfList } : undefined, answer.cause);
}

export const previewBulk = async (ctx: OrgCtx): Promise<ReplyOf<Calls['previewTrainees']>> => ({
  data: await foresee(ctx, await rowsOf(ctx)),
});

export async function saveBulk(ctx: OrgCtx): Promise<ReplyOf<Calls['saveTraineesBulk']>> {
  const data = await admit(ctx, await rowsOf(ctx));
  return { data, message: addedMessage(data.counts) };
}
