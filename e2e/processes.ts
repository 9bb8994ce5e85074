import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type ProcessRow = { pid: number; parent: number; command: string };

const listProcesses = (): ProcessRow[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command: command! }));

/** A process and everything that it started, itself first. */
export function familyOf(pid: number): ProcessRow[] {
  const all = listProcesses();
  const family = all.filter((row) => row.pid === pid);
  // the list grows while it is walked: children of children come too
  for (const { pid: parent } of family)
    family.push(...all.filter((row) => row.parent === parent && row.pid !== parent));
  return family;
}

/** The server process of the database in a data folder. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Ends processes as a power cut does: nothing is asked, nothing is tidied up. */
export function cutOff(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // went along with its parent
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
