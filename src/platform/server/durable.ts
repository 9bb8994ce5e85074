import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Keeps the name of a file that was just written, linked, renamed or made in a folder: without it a crash may lose the name though not the bytes. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
