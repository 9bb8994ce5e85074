import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { StartError } from './startError.ts';

/** Makes a folder one segment at a time: the recursive call of Node does not return below /proc. */
function makeFolder(dir: string) {
  if (existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  mkdirSync(dir);
}

/** Makes the data folder, and fails with one sentence when it cannot be written. */
export function requireDataDir(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(
      `The data folder ${dir} cannot be written: choose another one with DATA_DIR or change its permissions.`,
    );
  }
  closeToOthers(dir);
}

/** Scans run as another user of this machine where they can: keys, emails and files are closed to it. */
function closeToOthers(dir: string): void {
  const { mode } = statSync(dir);
  const isShared = (mode & 0o1000) !== 0;
  if (isShared || (mode & 0o007) === 0) return;
  try {
    chmodSync(dir, mode & 0o770);
  } catch {
    // It belongs to someone else, who decides.
  }
}

/**
 * Fails with one sentence when the address is taken.
 * @param names the variables of the environment that say which
 */
export async function requireFreePort(
  { port, host }: { port: number; host: string },
  names = { port: 'PORT', host: 'HOST' },
): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use: stop the other program or choose another port, for example ${names.port}=${port + 1}.`
            : `The portal cannot listen on ${host}:${port} (${error.code ?? error.message}): choose another ${names.host} or ${names.port}.`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
