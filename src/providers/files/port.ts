import type { Readable } from 'node:stream';

export type StoredFile = {
  key: string;
  /** MIME type as it was stored. */
  type: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
};

export type ByteRange = { first: number; last: number };

/** Where files are kept. Keys are paths such as `organizations/<id>/reports/march.pdf`; see `isFileKey`. */
export type Files = {
  kind: 'folder' | 's3';
  /** Stores bytes under a key, replacing what was there as one step. Throws `FilesError`. */
  put: (key: string, bytes: Buffer | Readable, type: string) => Promise<StoredFile>;
  /**
   * Null where there is no such file. The caller reads the bytes to their end or destroys them.
   * @param range first and last byte to give, both inside the file; `size` stays that of the whole
   */
  open: (key: string, range?: ByteRange) => Promise<(StoredFile & { bytes: Readable }) | null>;
  /** A file that is not there is no error. */
  remove: (key: string) => Promise<void>;
  /** Files whose keys begin with `prefix`, in the order of their keys, after the key `after`; at most `limit`, and at most 1000. */
  list: (prefix: string, options?: { after?: string; limit?: number }) => Promise<Omit<StoredFile, 'type'>[]>;
  /** Removes bytes that no key names any more, where the store is ours to tidy. */
  sweep?: () => Promise<void>;
};

/** The store says no: the key is none, it has no room or cannot be reached. */
export class FilesError extends Error {
  readonly code: 'bad-key' | 'unavailable';
  /** What a call answers that says nothing better of it. */
  readonly statusCode: 400 | 503;
  constructor(code: FilesError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.statusCode = code === 'unavailable' ? 503 : 400;
  }
}

const longestKey = 800;

/**
 * Whether a text can be a key in every store: segments parted by single slashes, none of them empty or made of dots, no
 * backslash, no control character, at most 800 bytes.
 */
export const isFileKey = (key: string): boolean =>
  key.isWellFormed() &&
  Buffer.byteLength(key) <= longestKey &&
  !/[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(key) &&
  key.split('/').every((segment) => segment !== '' && !/^\.+$/.test(segment));

/** Throws `bad-key` for a text that is no key. */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new FilesError('bad-key', 'This is no name of a file.');
  return key;
}
