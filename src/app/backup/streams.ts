import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** A stream that hands bytes on as they are and hashes them. */
export function hashing(): { stream: Transform; sha256: () => string; bytes: () => number } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest('hex'), bytes: () => bytes };
}

const newline = 10;

/** Counts the rows of PostgreSQL's text format, one a line, and sums their hashes up whatever their order. */
export function tallying(): { stream: Transform; tally: () => { rows: number; content: string } } {
  const sum = new Uint32Array(8);
  let rows = 0;
  let hash = createHash('sha256');
  const endRow = () => {
    const digest = hash.digest();
    for (let i = 0; i < sum.length; i++) sum[i]! += digest.readUInt32BE(i * 4);
    rows++;
    hash = createHash('sha256');
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        hash.update(chunk.subarray(start, end));
        endRow();
        start = end + 1;
      }
      if (start < chunk.length) hash.update(chunk.subarray(start));
      done(null, chunk);
    },
  });
  return {
    stream,
    tally: () => ({ rows, content: [...sum].map((word) => word.toString(16).padStart(8, '0')).join('') }),
  };
}

/** A new file that its owner alone reads, on the disk when the stream ends. */
export const newFile = (file: string): Writable =>
  createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });

/** Writes rows into a compressed file. */
export async function writeRows(
  rows: Readable,
  file: string,
): Promise<{ rows: number; content: string; sha256: string }> {
  const [counted, hashed] = [tallying(), hashing()];
  await pipeline(rows, counted.stream, createGzip(), hashed.stream, newFile(file));
  return { ...counted.tally(), sha256: hashed.sha256() };
}

/** Rows of a compressed file, as they were written. */
export const readRows = (file: string, into: Writable): Promise<void> =>
  pipeline(createReadStream(file), createGunzip(), into);

/** Counts and hashes rows, and keeps nothing of them. */
export async function tallyRows(rows: Readable): Promise<{ rows: number; content: string }> {
  const counted = tallying();
  await pipeline(rows, counted.stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return counted.tally();
}

/** SHA-256 of a file. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
