import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** What /proc says of a process; null when it is gone. */
function inspect(pid: number): { state: string; command: string[] } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return {
      state: stat.slice(stat.lastIndexOf(')') + 2)[0]!,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'),
    };
  } catch {
    return null;
  }
}

const exists = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** True while the process runs; a zombie does not count. */
export const isRunning = (pid: number): boolean => {
  if (process.platform !== 'linux') return exists(pid);
  const found = inspect(pid);
  return found !== null && found.state !== 'Z';
};

/** True when the pid is a postmaster of this data directory: a pid of a stale file may belong to anyone by now. */
export const isPostmasterOf = (pid: number, dir: string): boolean => {
  if (process.platform !== 'linux') return exists(pid);
  const found = inspect(pid);
  return (
    found !== null &&
    found.state !== 'Z' &&
    Boolean(found.command[0]?.includes('postgres')) &&
    found.command.includes(dir)
  );
};

/** Every PostgreSQL process has its data directory as working directory; backends may outlive a killed postmaster for a moment. */
export const postgresProcessesIn = (dir: string): number[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === dir &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') &&
          isRunning(pid)
        );
      } catch {
        return false;
      }
    });
};
