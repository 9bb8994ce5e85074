import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file that came with a request; its bytes are on disk and are removed once the call is answered. */
export type Upload = {
  /** As the sender calls it: for showing, never for a path. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
};

/** The request brings no file, or more than one may weigh, or its organisation brings too many at once. */
export class UploadError extends Error {
  readonly code: 'no-file' | 'too-large' | 'too-many';
  constructor(code: UploadError['code']) {
    super(code);
    this.code = code;
  }
}

/** Lets calls take files. Bodies of other calls are untouched: a multipart body that no call asked for is refused. */
export const acceptUploads = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    limits: { fields: 0, parts: 1, files: 1, headerPairs: 20 },
    throwFileSizeLimit: false,
  });
};

/** Disk that files of one organisation may hold at once, in one program; each counts with all that it may weigh. */
export const mostBytesAtOnce = 600_000_000;
const held = new Map<string, number>();

async function holding<T>(whose: string, bytes: number, work: () => Promise<T>): Promise<T> {
  const before = held.get(whose) ?? 0;
  if (before + bytes > mostBytesAtOnce) throw new UploadError('too-many');
  held.set(whose, before + bytes);
  try {
    return await work();
  } finally {
    const left = held.get(whose)! - bytes;
    if (left > 0) held.set(whose, left);
    else held.delete(whose);
  }
}

/**
 * Writes the file of a multipart request (field "file") to disk, gives it to `work`, and removes it.
 * @param limits `maxBytes` is what the file may weigh, `whose` the organisation that it counts for
 * Throws `UploadError`.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  { maxBytes, whose }: { maxBytes: number; whose: string },
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new UploadError('no-file');
  return holding(whose, maxBytes, () => keepFile(request, maxBytes, work));
}

async function keepFile<T>(
  request: FastifyRequest,
  maxBytes: number,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const part = await request.file({ limits: { fileSize: maxBytes } }).catch(() => undefined);
  if (part?.fieldname !== 'file' || !part.filename) {
    part?.file.resume();
    throw new UploadError('no-file');
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-upload-'));
  try {
    const to = path.join(folder, 'file');
    await pipeline(part.file, createWriteStream(to, { mode: 0o600 })).catch((error: unknown) => {
      // the sender stopped in the middle; a disk that is full is our own trouble
      throw part.file.errored === error ? new UploadError('no-file') : error;
    });
    if (part.file.truncated) throw new UploadError('too-large');
    return await work({ name: part.filename.slice(0, 255), path: to, size: part.file.bytesRead });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
