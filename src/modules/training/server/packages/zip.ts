import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { Refusal } from '#platform/server/refusal.ts';
import { isFileKey } from '#providers/files/port.ts';

export type ZipLimits = {
  entries: number;
  /** Unpacked, in bytes, counted while unpacking. */
  bytes: number;
  /** Unpacked for each packed byte; of a single file from `ratioFrom` bytes on. */
  ratio: number;
  ratioFrom: number;
};
export const packageLimits: ZipLimits = {
  entries: 5000,
  bytes: 200_000_000,
  ratio: 100,
  ratioFrom: 1_000_000,
};

/** A file of a package, unpacked to a place whose name does not come from the package. */
export type UnpackedFile = { path: string; at: string; bytes: number };

const unsafe = (why: string): Refusal => new Refusal('unsafe-package', undefined, new Error(why));
const unreadable = (cause: unknown): Refusal => new Refusal('unreadable-package', undefined, cause);

/** What some systems put beside the files of a folder. */
const isClutter = (name: string) => /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

const encrypted = 0x1 | 0x40 | 0x2000;
/** Folders within folders: each of them is remembered while the names are read. */
const mostFolders = 31;
const fileType = 0o170000;
const regularFile = 0o100000;
const folder = 0o040000;

/** Refuses links, devices and whatever else is neither file nor folder, on systems that tell. */
function refuseLinks(entry: yauzl.Entry): void {
  const mode = (entry.externalFileAttributes >>> 16) & fileType;
  const isFolder = entry.fileName.endsWith('/');
  if (mode !== 0 && mode !== (isFolder ? folder : regularFile)) throw unsafe('link');
  // of Windows: a reparse point, or a device
  if ((entry.externalFileAttributes & 0x440) !== 0 && mode === 0) throw unsafe('reparse point');
}

/** Refuses a name that means a place outside the package on any system, or that the store of files does not take. */
function refuseName(name: string, keyPrefix: string): void {
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw unsafe('absolute path');
  if (/[\\\0]/.test(name)) throw unsafe('character');
  if (name.split('/').length > mostFolders + 1) throw unsafe('nesting');
  if (!isFileKey(`${keyPrefix}${name.replace(/\/$/, '')}`)) throw unsafe('name');
}

function checkEntry(entry: yauzl.Entry, keyPrefix: string, limits: ZipLimits): void {
  refuseName(entry.fileName, keyPrefix);
  refuseLinks(entry);
  if ((entry.generalPurposeBitFlag & encrypted) !== 0) throw unsafe('encrypted');
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > limits.bytes) throw new Refusal('package-too-large');
  if (uncompressedSize >= limits.ratioFrom && uncompressedSize > compressedSize * limits.ratio)
    throw unsafe('ratio');
}

/** Counts what comes out, whatever the headers said, and the checksum of it. */
function meter(most: number, refusal: () => Refusal) {
  const state = { bytes: 0, crc: 0 };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      state.bytes += chunk.length;
      state.crc = crc32(chunk, state.crc);
      if (state.bytes > most) done(refusal());
      else done(null, chunk);
    },
  });
  return { state, stream };
}

async function openZip(file: string): Promise<yauzl.ZipFile> {
  return yauzl
    .openPromise(file, {
      lazyEntries: true,
      decodeStrings: true,
      strictFileNames: true,
      validateEntrySizes: true,
      autoClose: false,
    })
    .catch((error: unknown) => {
      throw unreadable(error);
    });
}

async function listFiles(zip: yauzl.ZipFile, keyPrefix: string, limits: ZipLimits): Promise<yauzl.Entry[]> {
  if (zip.entryCount > limits.entries) throw new Refusal('package-too-large');
  const entries: yauzl.Entry[] = [];
  const names = new Set<string>();
  const folders = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, keyPrefix, limits);
    if (entry.fileName.endsWith('/') || isClutter(entry.fileName)) continue;
    const name = entry.fileName.normalize('NFC').toLowerCase();
    if (names.has(name)) throw unsafe('same name twice');
    names.add(name);
    const parts = name.split('/').slice(0, -1);
    parts.forEach((_part, i) => folders.add(parts.slice(0, i + 1).join('/')));
    entries.push(entry);
  }
  // one that is a file and a folder
  if ([...folders].some((name) => names.has(name))) throw unsafe('same name twice');
  return entries;
}

/** What yauzl says of names in its own words is the same refusal as ours. */
const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : error instanceof Error &&
        /^(absolute path|invalid relative path|invalid characters in fileName)/.test(error.message)
      ? unsafe(error.message)
      : error instanceof Error && /strong encryption|entry is encrypted/.test(error.message)
        ? unsafe('encrypted')
        : unreadable(error);

/**
 * Unpacks a package into a folder, file by file, under numbers.
 * @param keyPrefix what comes before the names in the store of files
 * Refuses with `unreadable-package`, `unsafe-package`, `package-too-large`.
 */
export async function unpack(
  file: { path: string; size: number },
  to: string,
  keyPrefix: string,
  limits: ZipLimits = packageLimits,
): Promise<UnpackedFile[]> {
  const zip = await openZip(file.path);
  try {
    const entries = await listFiles(zip, keyPrefix, limits);
    const files: UnpackedFile[] = [];
    let left = limits.bytes;
    for (const entry of entries) {
      const at = path.join(to, String(files.length));
      const most = Math.max(limits.ratioFrom, entry.compressedSize * limits.ratio);
      const { state, stream } = meter(Math.min(left, most), () =>
        left < most ? new Refusal('package-too-large') : unsafe('ratio'),
      );
      await pipeline(
        await zip.openReadStreamPromise(entry),
        stream,
        createWriteStream(at, { mode: 0o600, flags: 'wx' }),
      );
      if (state.crc !== entry.crc32) throw unreadable(new Error(`checksum of ${entry.fileName}`));
      left -= state.bytes;
      files.push({ path: entry.fileName, at, bytes: state.bytes });
    }
    const total = limits.bytes - left;
    if (total >= limits.ratioFrom && total > file.size * limits.ratio) throw unsafe('ratio');
    return files;
  } catch (error) {
    throw asRefusal(error);
  } finally {
    zip.close();
  }
}
