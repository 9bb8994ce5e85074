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

/** The request brings no file, or more than one may weigh. */
export class UploadError extends Error {
  readonly code: 'no-file' | 'too-large';
  constructor(code: UploadError['code']) {
    super(code);
    this.code = code;
  }
}

/** Lets calls take files. Bodies of other calls are untouched: a multipart body that no call asked for is refused. */
export const acceptUploads = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, { limits: { fields: 0, parts: 1, files: 1, headerPairs: 20 }, throwFileSizeLimit: false });
};

/**
 * Writes the file of a multipart request (field "file") to disk, gives it to `work`, and removes it.
 * @param maxBytes what the file may weigh
 * Throws `UploadError`.
 */
export async function withUpload<T>(request: FastifyRequest, maxBytes: number, work: (upload: Upload) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) throw new UploadError('no-file');
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
