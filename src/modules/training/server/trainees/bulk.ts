import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReplyOf } from '#platform/endpoint.ts';
import {
  confinedFolder,
  forkConfined,
  handOver,
  killTree,
} from '#platform/server/process/confinedProcess.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { fairSemaphore } from '#platform/server/jobs/fairSemaphore.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { mostRowsOfList, type trainingContract } from '../../contract.ts';
import { importRows, previewRows } from './addTrainees.ts';
import type { ListAnswer, ListTask } from '../lists/list.child.ts';
import type { ListRow } from '../lists/listColumns.ts';
import { addedMessage } from '../wording.ts';

type Calls = typeof trainingContract;

/**
 * Lists are read in processes of their own, so that no other call waits for them. One at a time for each organization, so that
 * files made to take long delay no other organization.
 */
const reading = fairSemaphore({ slots: 2, slotsPerKey: 1 });
const longestMs = 30_000;
const mostMegabytes = 512;

/**
 * Takes a file apart in a process that ends when it takes too long or too much; a file that makes it do so is none of ours. A
 * thread is not enough: where its memory ends in one large piece, the whole program ends with it.
 */
const readIn = (folder: string, task: ListTask): Promise<ListAnswer> =>
  new Promise((resolve, reject) => {
    const child = forkConfined(path.join(import.meta.dirname, '../lists/list.child.ts'), {
      folder,
      flags: [`--max-old-space-size=${mostMegabytes}`],
    });
    // whatever comes first counts: one that has answered ends too
    const end = (settle: () => void) => {
      clearTimeout(late);
      settle();
      killTree(child);
    };
    const refuse = (cause: string) => end(() => resolve({ problem: 'unreadable-file', cause }));
    const late = setTimeout(() => refuse('took too long'), longestMs);
    child.once('message', (answer: ListAnswer) => end(() => resolve(answer)));
    child.once('error', (error) =>
      end(() => reject(new Error('The process that reads lists could not be started.', { cause: error }))),
    );
    child.once('exit', (code, signal) => refuse(`ended without an answer (${signal ?? code})`));
    child.send(task, () => undefined);
  });

/** The process may read a copy of the file and nothing else of the server's. */
async function readApart(file: string): Promise<ListAnswer> {
  const folder = confinedFolder('list-');
  try {
    const copy = path.join(folder, 'list');
    await copyFile(file, copy);
    handOver(copy);
    return await readIn(folder, { path: copy, mostRows: mostRowsOfList });
  } finally {
    void rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }).catch(() => undefined);
  }
}

async function rowsOf(ctx: OrgCtx): Promise<ListRow[]> {
  const answer = await reading.run(ctx.orgId, () => readApart(ctx.upload!.path));
  if ('rows' in answer) return answer.rows;
  if ('fault' in answer) throw new Error(`A list could not be read: ${answer.fault}`);
  throw new Refusal(
    answer.problem,
    answer.problem === 'too-many-rows' ? { most: mostRowsOfList } : undefined,
    answer.cause,
  );
}

export const previewBulk = async (ctx: OrgCtx): Promise<ReplyOf<Calls['previewTrainees']>> => ({
  data: await previewRows(ctx, await rowsOf(ctx)),
});

export async function saveBulk(ctx: OrgCtx): Promise<ReplyOf<Calls['saveTraineesBulk']>> {
  const data = await importRows(ctx, await rowsOf(ctx));
  return { data, message: addedMessage(data.counts) };
}
