import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

export type Program = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** One of the portal's programs in a process of its own, under the same Node. */
export function startProgram(
  name: string,
  env: Record<string, string | undefined>,
  args: string[] = [],
): Program {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'src/app', `${name}.ts`), ...args],
    {
      cwd: root,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        TZ: 'UTC',
        SCAN_BROWSER: 'off',
        SCAN_RATE_LOCAL: '200',
        ...env,
      } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, output: () => output, ended };
}

/** One of an operator's commands beside a running portal, such as `npm run invite`; gives what it printed. */
export async function operate(
  { url, dataDir }: Pick<RunningPortal, 'url' | 'dataDir'>,
  name: string,
  args: string[],
): Promise<string> {
  const program = startProgram(name, { PORT: new URL(url).port, DATA_DIR: dataDir }, args);
  if ((await program.ended) !== 0) throw new Error(program.output());
  return program.output();
}

/** A message of the mailbox, with the code and the links that it carries. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  from: { name: string; address: string };
  code: string | null;
  links: string[];
};

export type RunningPortal = {
  url: string;
  dataDir: string;
  output: () => string;
  child: ChildProcess;
  /** Messages of the mailbox to an address, newest first. */
  mails: (to: string) => Promise<Mail[]>;
  /** Waits for an email whose subject fits, 60 seconds unless told otherwise. */
  mail: (to: string, subject: RegExp, seconds?: number) => Promise<Mail>;
  stop: () => Promise<number | null>;
};

/** Looks again until there is something, or fails after `seconds`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  seconds = 60,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > end) throw error;
      return null;
    });
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await pause(100);
  }
}

/** Starts the product as `npm start` does, on an empty data folder. */
export async function startPortal(
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<RunningPortal> {
  const port = await freePort();
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), 'portal-journey-'));
  const url = `http://localhost:${port}`;
  const program = startProgram(
    'start',
    { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    args,
  );
  const gone = program.ended.then((code) => {
    throw new Error(`The portal ended with code ${code}:\n${program.output()}`);
  });
  gone.catch(() => {});
  await Promise.race([
    until(
      'the portal',
      async () => (await fetch(`${url}/readyz`)).ok && /The portal is ready/.test(program.output()),
      420,
    ),
    gone,
  ]);
  const mails: RunningPortal['mails'] = async (to) =>
    (
      (await (await fetch(`${url}/mailbox/messages.json?to=${encodeURIComponent(to)}`)).json()) as {
        messages: Awaited<ReturnType<RunningPortal['mails']>>;
      }
    ).messages;
  return {
    url,
    dataDir,
    output: program.output,
    child: program.child,
    mails,
    mail: (to, subject, seconds) =>
      until(
        `an email to ${to} about ${subject}`,
        async () => (await mails(to)).find((mail) => subject.test(mail.subject)),
        seconds,
      ),
    stop: async () => {
      program.child.kill('SIGTERM');
      const code = await program.ended;
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
