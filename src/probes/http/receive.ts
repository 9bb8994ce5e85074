import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import zlib from 'node:zlib';

function decoder(encoding: string): zlib.Gunzip | zlib.BrotliDecompress | zlib.InflateRaw | null {
  const lenient = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip(lenient);
  if (encoding === 'deflate') return zlib.createInflate(lenient);
  if (encoding === 'br')
    return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
  return null;
}

/** Reads and decodes a body up to `maxBytes`. Calls back once, also for one that breaks off; `cut` means that more was to come. */
export function receive(
  response: IncomingMessage,
  { method, maxBytes }: { method: string; maxBytes: number },
  onBody: (body: Buffer, cut: boolean) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let rawSize = 0;
  let enough = false;
  let settled = false;
  const done = (cut: boolean) => {
    if (settled) return;
    settled = true;
    onBody(Buffer.concat(chunks), cut);
  };
  const take = (chunk: Buffer) => {
    if (settled) return;
    chunks.push(chunk.length > maxBytes - size ? chunk.subarray(0, maxBytes - size) : chunk);
    size += chunk.length;
    if (size > maxBytes) done(true);
  };
  const unpack =
    method === 'HEAD' ? null : decoder((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  response.on('error', () => done(true));
  response.on('aborted', () => done(true));
  if (!unpack) {
    response.on('data', take);
    response.on('end', () => done(false));
    return;
  }
  unpack.on('data', take);
  unpack.on('end', () => done(enough));
  unpack.on('error', () => done(true));
  response.pipe(unpack);
  response.on('data', (chunk: Buffer) => {
    rawSize += chunk.length;
    if (rawSize <= maxBytes || enough) return;
    // Enough came in: what is there is still unpacked, the rest never read.
    enough = true;
    response.unpipe(unpack);
    unpack.end();
  });
}
