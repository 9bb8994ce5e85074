import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readPeople, type ListRow } from './listColumns.ts';
import { ListError, readText, type ListProblem } from './listText.ts';
import { readWorkbook } from './listWorkbook.ts';

export type ListTask = { path: string; mostRows: number };
export type ListAnswer = { rows: ListRow[] } | { problem: ListProblem; cause: string };

/** A file's own first bytes say what it is, not its name. */
async function read({ path, mostRows }: ListTask): Promise<ListRow[]> {
  const bytes = readFileSync(path);
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  // workbooks of before 2007, and those behind a password
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw new ListError('unreadable-file');
  return readPeople(isZip ? await readWorkbook(path) : readText(bytes), mostRows);
}

const answer = await read(workerData as ListTask).then(
  (rows): ListAnswer => ({ rows }),
  (error: unknown): ListAnswer => {
    if (!(error instanceof ListError)) throw error;
    return { problem: error.problem, cause: String(error.cause ?? '').slice(0, 300) };
  },
);
parentPort!.postMessage(answer, []);
