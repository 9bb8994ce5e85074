import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isRoot } from './debian.ts';
import { debianPostgres } from './postgresql.ts';

/** PostgreSQL does not run as root; none of its processes outlives the test. */
const asPostgres = [
  'setpriv',
  ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []),
  '--pdeathsig=QUIT',
];

export type PairedServer = {
  port: number;
  start: () => Promise<void>;
  /** fast: clients are sent away. immediate: as after a crash. */
  stop: (how: 'fast' | 'immediate') => Promise<void>;
  promote: () => void;
};

type Place = {
  /** An empty folder that user postgres may enter. */
  folder: string;
  host: string;
  ports: readonly [number, number];
  /** Before each command, where servers run in a network of their own. */
  inside?: readonly string[];
};

/** A primary and its streaming standby, which has each commit before it is acknowledged: no promotion may lose one. */
export async function openPostgresPair({
  folder,
  host,
  ports,
  inside = [],
}: Place): Promise<[PairedServer, PairedServer]> {
  const bin = debianPostgres();
  const command = (program: string, args: string[]) => {
    const [first = '', ...rest] = [...inside, ...asPostgres, path.join(bin, program), ...args];
    return [first, rest] as const;
  };
  const run = (program: string, ...args: string[]) =>
    execFileSync(...command(program, args), { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = (port: number, data: string, settings: Record<string, string>): PairedServer => {
    let child: ChildProcess | null = null;
    let said = '';
    return {
      port,
      start: async () => {
        const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
        const started = spawn(
          ...command('postgres', ['-D', data, '-h', host, '-p', String(port), '-k', '', ...more]),
          {
            stdio: ['ignore', 'ignore', 'pipe'],
          },
        );
        child = started;
        started.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)));
        while (!(await answers(host, port))) {
          if (started.exitCode !== null) throw new Error(`PostgreSQL does not start: ${said}`);
          await pause(20);
        }
      },
      stop: async (how) => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
        await once(child, 'exit');
      },
      promote: () => void run('pg_ctl', '-D', data, '--no-wait', 'promote'),
    };
  };
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const data = [1, 2].map((number) => path.join(folder, `data${number}`));
  run('initdb', '-D', data[0]!, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8');
  appendFileSync(
    path.join(data[0]!, 'pg_hba.conf'),
    'host all all all trust\nhost replication all all trust\n',
  );
  appendFileSync(
    path.join(data[0]!, 'postgresql.conf'),
    `max_connections = 120\nshared_buffers = 64MB\njit = off\nwal_retrieve_retry_interval = 200ms\nlog_min_messages = warning\n`,
  );
  const name = 'standby';
  const primary = server(ports[0], data[0]!, { synchronous_standby_names: name });
  await primary.start();
  run(
    'pg_basebackup',
    '-D',
    data[1]!,
    '-d',
    `host=${host} port=${ports[0]} user=postgres application_name=${name}`,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  );
  // alone after its promotion, it waits for no other
  const standby = server(ports[1], data[1]!, {});
  await standby.start();
  return [primary, standby];
}

async function answers(host: string, port: number): Promise<boolean> {
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 1000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => {});
  }
}
