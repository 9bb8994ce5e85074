import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { buildWeb } from '#app/build/webBuild.ts';
import { startBalancer } from '../../checks/servers/haproxy.ts';
import { lossyNetwork, type LossyNetwork, type NetworkNames } from '../../checks/servers/network.ts';
import { openPostgresPair, type PairedServer } from '../../checks/servers/postgresPair.ts';
import type { ReachablePortal } from '../calls.ts';
import { freePort, startProgram, until, type Program } from '../world.ts';
import { codeIn, openMailCatcher, type MailCatcher } from './mailCatcher.ts';

/** A place for one program, which may be filled again after its program ended. */
export type Slot = {
  program: () => Program;
  start: () => Promise<void>;
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

export type Layout = ReachablePortal & {
  certificate: string;
  databaseHosts: { host: string; port: number }[];
  primary: PairedServer;
  standby: PairedServer;
  servers: Slot[];
  workers: Slot[];
  mails: MailCatcher;
  /** Null where this machine does not let us make one. */
  network: LossyNetwork | null;
  migrate: () => Program;
  /** Runs a statement on the primary as its superuser. */
  sql: <Row = object>(text: string, values?: unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
};

async function asSuperuser<Row>(
  place: { host: string; port: number },
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...place, user: 'postgres', database });
  await client.connect();
  return client
    .query(text, values)
    .then(({ rows }) => rows as Row[])
    .finally(() => client.end());
}

const outputs: (() => string)[] = [];
/** What all programs have written so far. */
export const everythingLogged = (): string => outputs.map((output) => output()).join('');

function openSlot(
  name: string,
  env: Record<string, string>,
  isReady: (program: Program) => Promise<boolean>,
): Slot {
  let program: Program;
  return {
    program: () => program,
    start: async () => {
      program = startProgram(name, env);
      outputs.push(program.output);
      const ended = program.ended.then((code) =>
        Promise.reject(new Error(`The ${name} ended with code ${code}: ${program.output()}`)),
      );
      ended.catch(() => {});
      await Promise.race([until(`the ${name}`, () => isReady(program).catch(() => false), 150), ended]);
    },
    stop: async (signal) => {
      program.child.kill(signal);
      return program.ended;
    },
  };
}

/** The repository's own configuration, with seats for everyone that the writers of a test put down. */
function writeConfig(folder: string): string {
  cpSync(path.resolve(import.meta.dirname, '../../config'), folder, { recursive: true });
  const plans = path.join(folder, 'plans.yaml');
  writeFileSync(
    plans,
    readFileSync(plans, 'utf8').replaceAll(/trainingNumberOfSeats: \d+/g, 'trainingNumberOfSeats: 100000'),
  );
  return folder;
}

/**
 * Two servers and two workers behind HAProxy, on a PostgreSQL with a synchronous standby: as production has it.
 * @param names the network that the database runs in, where there is one
 */
export async function openLayout(names: NetworkNames | null): Promise<Layout> {
  buildWeb();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-production-'));
  chmodSync(folder, 0o755);
  const inFolder = (name: string) => {
    mkdirSync(path.join(folder, name));
    return path.join(folder, name);
  };
  const closers = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })];
  const close = async () => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    const network = names && lossyNetwork(names);
    const host = network?.host ?? '127.0.0.1';
    const ports = [await freePort(), await freePort()] as const;
    const [primary, standby] = await openPostgresPair({
      folder: inFolder('postgres'),
      host,
      ports,
      inside: network?.inside ?? [],
    });
    for (const server of [standby, primary]) closers.push(() => server.stop('immediate'));
    const writable = { host, port: ports[0] };
    // an owner as a managed PostgreSQL gives one
    await asSuperuser(writable, 'postgres', 'create role keeper login createrole');
    await asSuperuser(writable, 'postgres', 'create database portal owner keeper');
    const databaseHosts = ports.map((port) => ({ host, port }));
    const addressFor = (login: string) =>
      `postgres://${login}@${databaseHosts.map((one) => `${one.host}:${one.port}`).join(',')}/portal?target_session_attrs=read-write`;

    const mails = await openMailCatcher();
    closers.push(mails.close);
    const [port, ...targets] = [await freePort(), await freePort(), await freePort()] as const;
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '1',
      DATABASE_URL: addressFor('programs'),
      DATABASE_OWNER_URL: addressFor('keeper'),
      SECRET_KEY: randomBytes(36).toString('base64url'),
      DATA_DIR: inFolder('data'),
      CONFIG_DIR: writeConfig(inFolder('config')),
      SMTP_URL: mails.url,
      MAIL_FROM: 'Portal <portal@harbor-lamps.com>',
      BILLING: 'sandbox',
      // accounts are made by calls, which draw no conclusion from a puzzle
      SIGNUP_CAPTCHA: 'suspicious',
    };
    const migrate = () => startProgram('migrate', env);
    const first = migrate();
    if ((await first.ended) !== 0) throw new Error(first.output());
    await asSuperuser(writable, 'portal', 'create role programs login in role portal_app');

    const servers = targets.map((target) =>
      openSlot(
        'server',
        { ...env, PORT: String(target) },
        async () => (await fetch(`http://127.0.0.1:${target}/readyz`)).ok,
      ),
    );
    const workers = [1, 2].map(() =>
      openSlot('worker', env, async ({ output }) => output().includes('worker ready')),
    );
    closers.push(
      async () =>
        void (await Promise.all(
          [...servers, ...workers].map(({ program, stop }) => program() && stop('SIGKILL')),
        )),
    );
    await Promise.all([...servers, ...workers].map(({ start }) => start()));
    const balancer = await startBalancer(inFolder('haproxy'), port, targets);
    closers.push(balancer.stop);
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, balancer.certificate]);
    closers.push(async () => tls.setDefaultCACertificates(trusted));
    return {
      url: env.PUBLIC_URL,
      certificate: balancer.certificate,
      mail: (to) =>
        until(`an email to ${to}`, async () => {
          const last = mails.caught(to).at(-1);
          return last && { code: codeIn(last) };
        }),
      databaseHosts,
      primary,
      standby,
      servers,
      workers,
      mails,
      network,
      migrate,
      sql: (text, values) => asSuperuser(writable, 'portal', text, values),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
