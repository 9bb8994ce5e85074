import JSZip from 'jszip';
import { readSheet } from 'read-excel-file/node';
import yauzl from 'yauzl';
import { ListError } from './listText.ts';

/** What a workbook may hold: no list needs more, and what unpacks to more was made to. */
const mostEntries = 2000;
const mostUnpacked = 60_000_000;
const mostRatio = 100;
/** Small parts may be all the same. */
const ratioFrom = 1_000_000;

const isLink = (entry: yauzl.Entry): boolean =>
  ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/**
 * Unpacks a workbook within limits and packs the same parts without compression, so that what is read next is what was
 * counted, whatever the sizes in the file claim.
 */
async function checkedParts(path: string): Promise<Buffer> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true });
  const parts = new JSZip();
  let [entries, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    if (++entries > mostEntries) throw new ListError('file-too-large');
    if (isLink(entry) || entry.isEncrypted()) throw new ListError('unreadable-file');
    if (entry.fileName.endsWith('/')) continue;
    if (unpacked + entry.uncompressedSize > mostUnpacked) throw new ListError('file-too-large');
    if (entry.uncompressedSize > ratioFrom && entry.uncompressedSize > entry.compressedSize * mostRatio)
      throw new ListError('file-too-large');
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > mostUnpacked) throw new ListError('file-too-large');
      chunks.push(chunk as Buffer);
    }
    // only texts are read; pictures and programs stay behind
    if (/\.(xml|rels)$/i.test(entry.fileName)) parts.file(entry.fileName, Buffer.concat(chunks));
  }
  return parts.generateAsync({ type: 'nodebuffer', compression: 'STORE' });
}

const cellText = (cell: unknown): string => {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
};

/** Cells of the first sheet of a workbook; of formulas their last result. Throws `ListError`. */
export async function readWorkbook(path: string): Promise<string[][]> {
  try {
    const rows = await readSheet(await checkedParts(path));
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    throw error instanceof ListError ? error : new ListError('unreadable-file', error);
  }
}
