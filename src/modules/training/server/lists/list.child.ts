import { readFileSync } from 'node:fs';
import { readPeople, type ListRow } from './listColumns.ts';
import { ListError, readText, type ListProblem } from './listText.ts';
import { readWorkbook } from './listWorkbook.ts';

export type ListTask = { path: string; mostRows: number };
export type ListAnswer = { rows: ListRow[] } | { problem: ListProblem; cause: string } | { fault: string };

/** How pictures that phones, scanners and screenshots make begin: PNG, JPEG, GIF, BMP, TIFF; WebP and HEIC name themselves later. */
const pictureStarts = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [...Buffer.from('GIF8')],
  [...Buffer.from('II*\0')],
  [...Buffer.from('MM\0*')],
];

function refuseOtherKinds(bytes: Buffer): void {
  const word = (from: number, to: number) => bytes.subarray(from, to).toString('latin1');
  const isNamed =
    (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') ||
    (word(4, 8) === 'ftyp' && /^(heic|heix|hevc|mif1|avif)/.test(word(8, 12)));
  // two letters are no proof: what follows them in a bitmap is its length
  const isBitmap = word(0, 2) === 'BM' && bytes.length >= 14 && bytes.readUInt32LE(2) === bytes.length;
  if (
    isNamed ||
    isBitmap ||
    pictureStarts.some((start) => bytes.subarray(0, start.length).equals(Buffer.from(start)))
  )
    throw new ListError('file-is-picture');
  if (word(0, 5) === '%PDF-') throw new ListError('file-is-pdf');
}

/** A file's own first bytes say what it is, not its name. */
async function read({ path, mostRows }: ListTask): Promise<ListRow[]> {
  const bytes = readFileSync(path);
  refuseOtherKinds(bytes);
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  // workbooks of before 2007, and those behind a password
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new ListError('unreadable-file');
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
process.once(
  'message',
  (task: ListTask) => void answer(task).then((made) => process.send!(made, () => process.exit(0))),
);
