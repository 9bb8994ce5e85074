import { readFileSync } from 'node:fs';
import { readPeople, type ListRow } from './listColumns.ts';
import { ListError, readText, type ListProblem } from './listText.ts';
import { readWorkbook } from './listWorkbook.ts';

export type ListTask = { path: string; mostRows: number };
export type ListAnswer = { rows: ListRow[] } | { problem: ListProblem; cause: string } | { fault: string };

/** A file's own first bytes say what it is, not its name. */
async function read({ path, mostRows }: ListTask): Promise<ListRow[]> {
  const bytes = readFileSync(path);
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  // workbooks of before 2007, and those behind a password
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw new ListError('unreadable-file');
  return readPeople(isZip ? await readWorkbook(path) : readText(bytes), mostRows);
}

/** The process in which one list is read. What a file breaks that was made to, breaks here. */
const answer = (task: ListTask): Promise<ListAnswer> =>
  read(task).then(
    (rows): ListAnswer => ({ rows }),
    (error: unknown): ListAnswer =>
      error instanceof ListError
        ? { problem: error.problem, cause: String(error.cause ?? '').slice(0, 300) }
        : { fault: String(error).slice(0, 300) },
  );

if (!process.send) {
  process.stderr.write('This program is started by the server.\n');
  process.exit(2);
}
// the server is gone: nobody waits for the answer any more
process.on('disconnect', () => process.exit(1));
process.once('message', (task: ListTask) => void answer(task).then((made) => process.send!(made, () => process.exit(0))));
