import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Processes that read what strangers made: another user of the machine where this one is root, Node's permission model,
 * and limits from the system's own tools. Whatever the machine does not offer is left out; nothing fails for its lack.
 */

type Account = { name: string; uid: number; gid: number };

export type Confinement = {
  /** Whom the process runs as; null where it runs as the user of this process. */
  account: Account | null;
  /** Whether the system limits files and processes and ends the process with this one. */
  limits: boolean;
  /** Whether no program that it starts can gain rights. */
  noNewPrivileges: boolean;
  /** Whether it is in a user namespace of its own, from which it cannot read what this process has in memory or environment. */
  ownNamespace: boolean;
  /** One sentence for the log. */
  summary: string;
};

export type ConfinedOptions = {
  /** Readable and writable for the process, as `confinedFolder` makes it; its home, and gone with it. */
  folder: string;
  env?: NodeJS.ProcessEnv;
  /** Switches of the runtime. */
  flags?: string[];
  /** Files that it may read besides the program; `*` for all that its user may. */
  read?: string[];
  /** Whether it may start programs. */
  mayStart?: boolean;
  /** Whether its standard error can be read. */
  stderr?: boolean;
};

const root = path.resolve(import.meta.dirname, '../../../..');
const program = ['src/*', 'node_modules/*', 'content/*', 'package.json'].map((name) => path.join(root, name));
const prlimit = '/usr/bin/prlimit';
const setpriv = '/usr/bin/setpriv';
const unshare = '/usr/bin/unshare';

const isRoot = () => process.getuid?.() === 0;

function accountOf(name: string): Account | null {
  const ids = ['-u', '-g'].map((which) => {
    const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' });
    // A number without a name is a user as well.
    return status === 0 ? Number(stdout) : /^\d{1,9}$/.test(name) ? Number(name) : null;
  });
  const [uid, gid] = ids;
  return typeof uid !== 'number' || typeof gid !== 'number' || uid === 0 ? null : { name, uid, gid };
}

const permissions = ({
  folder,
  read = [],
  mayStart = false,
}: Pick<ConfinedOptions, 'folder' | 'read' | 'mayStart'>): string[] => [
  '--permission',
  ...(read.includes('*') ? ['*'] : [...program, path.join(folder, '*'), ...read]).map(
    (name) => `--allow-fs-read=${name}`,
  ),
  `--allow-fs-write=${path.join(folder, '*')}`,
  ...(mayStart ? ['--allow-child-process'] : []),
  // The runtime warns that child processes inherit nothing; ours is Chromium with a sandbox of its own.
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
];

/** The command in front of the runtime. */
const wrapper = ({
  account,
  limits,
  noNewPrivileges,
  ownNamespace,
}: Omit<Confinement, 'summary'>): string[] =>
  limits
    ? [
        prlimit,
        '--core=0',
        '--nofile=4096',
        // Counted per user: of use only for one that does nothing else.
        ...(account ? ['--nproc=4096'] : []),
        // Before the signal of a dead parent is asked for: a new namespace forgets it.
        ...(ownNamespace ? [unshare, '--user', '--map-current-user', '--'] : []),
        setpriv,
        ...(noNewPrivileges ? ['--no-new-privs'] : []),
        '--pdeathsig=KILL',
        '--',
      ]
    : [];

function works(tried: Omit<Confinement, 'summary'>): boolean {
  const folder = folderFor(tried.account, 'confined-');
  const probe = path.join(import.meta.dirname, 'confinedProbe.ts');
  const [command, ...args] = [...wrapper(tried), process.execPath, ...permissions({ folder }), probe, folder];
  const { account } = tried;
  const done = spawnSync(command!, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: 'ignore',
    timeout: 20_000,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  rmSync(folder, { recursive: true, force: true });
  return done.status === 0;
}

/** Chromium's sandbox needs either namespaces of users or a program that gains rights. */
const hasUserNamespaces = (account: Account | null): boolean =>
  spawnSync('unshare', ['--user', 'true'], {
    stdio: 'ignore',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  }).status === 0;

function summaryOf(
  { account, limits, noNewPrivileges, ownNamespace }: Omit<Confinement, 'summary'>,
  refused: string | null,
): string {
  const parts = [
    account ? `the user ${account.name}` : null,
    "Node's permission model",
    ownNamespace ? 'a user namespace of their own' : null,
    limits ? "the system's limits" : null,
    noNewPrivileges ? 'no new privileges' : null,
  ].filter((part) => part !== null);
  const weaker =
    isRoot() && !account ? ` They keep the rights of root: ${refused ?? 'SCAN_USER asks for it'}.` : '';
  return `Processes that read files and websites of others are confined by ${parts.join(', ')}.${weaker}`;
}

function tryOut(wanted: string): Confinement {
  const tools = process.platform === 'linux' && existsSync(prlimit) && existsSync(setpriv);
  const account = isRoot() ? accountOf(wanted) : null;
  const noNewPrivileges = tools && hasUserNamespaces(account);
  const bare = { limits: false, noNewPrivileges: false, ownNamespace: false };
  const limited = { limits: tools, noNewPrivileges, ownNamespace: false };
  const choices = [
    // A process of another user is kept out without a namespace.
    ...(noNewPrivileges && !account ? [{ ...limited, account, ownNamespace: true }] : []),
    { ...limited, account },
    { ...bare, account },
    ...(account
      ? [
          { ...limited, account: null },
          { ...bare, account: null },
        ]
      : []),
  ];
  const chosen = choices.find(works) ?? choices.at(-1)!;
  const refused = account
    ? `the user ${account.name} cannot read the program in ${root} or write to ${os.tmpdir()}`
    : wanted === 'root' || wanted === '0'
      ? null
      : `there is no user ${wanted}; name one with SCAN_USER`;
  return { ...chosen, summary: summaryOf(chosen, refused) };
}

const tried = new Map<string, Confinement>();

/** What this machine offers, tried once. `user` is a name or number; `root` keeps the rights of root. */
export function confinement(user = process.env.SCAN_USER || 'nobody'): Confinement {
  const known = tried.get(user) ?? tryOut(user);
  tried.set(user, known);
  return known;
}

function folderFor(account: Account | null, prefix: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** A new empty folder that only the confined process and root can open. */
export const confinedFolder = (prefix: string): string => folderFor(confinement().account, prefix);

/** Gives a file in such a folder to the confined process. */
export function handOver(file: string): void {
  const { account } = confinement();
  if (account) chownSync(file, account.uid, account.gid);
}

/** Starts one of our programs, confined as far as the machine allows. Messages pass structured clones. */
export function forkConfined(file: string, options: ConfinedOptions): ChildProcess {
  const chosen = confinement();
  const [command, ...args] = [
    ...wrapper(chosen),
    process.execPath,
    ...(options.flags ?? []),
    ...permissions(options),
  ];
  return fork(file, {
    execPath: command!,
    execArgv: args,
    cwd: options.folder,
    // None of the portal's secrets.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      TZ: 'UTC',
      HOME: options.folder,
      TMPDIR: options.folder,
      TEMP: options.folder,
      ...options.env,
    },
    stdio: ['ignore', 'ignore', options.stderr ? 'pipe' : 'ignore', 'ipc'],
    serialization: 'advanced',
    ...(chosen.account ? { uid: chosen.account.uid, gid: chosen.account.gid } : {}),
  });
}

/** Processes below `pid` on Linux; none elsewhere. */
function below(pid: number): number[] {
  const children = new Map<number, number[]>();
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  for (const name of names) {
    try {
      // The name of the program is in parentheses and may hold anything.
      const parent = Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found.slice(1);
}

/** Kills a process and all that it started, so that a browser does not outlive a probe that hangs. */
export function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const descendants = below(child.pid);
  child.kill('SIGKILL');
  for (const pid of descendants)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
}
