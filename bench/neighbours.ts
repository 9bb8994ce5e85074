import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { closeAll, openProgram, type Program } from '#app/program/program.ts';
import { moduleRoutes } from '#app/program/calls.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import type { FloodOrders } from './floodClient.ts';
import { openMailServer, type MailServer } from './mailServer.ts';
import { askPool, signIn, type Person } from './people.ts';

const password = 'Meadow-lantern-46';
const rounds = Number(process.env.BENCH_ROUNDS ?? 8);
const mails = Number(process.env.BENCH_MAILS ?? 10_000);
const fuzzed = Number(process.env.BENCH_CALLS ?? 3_000);
const goal = 2;

type World = {
  origin: string;
  program: Program;
  clientId: string;
  mail: MailServer;
  close: () => Promise<void>;
};

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A small website that answers at once, one that never answers, and one that sends a byte now and then. */
async function openWebsites() {
  const quick = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Widgets</h1><a href="/b">More</a>'),
  );
  const silent = createServer(() => {});
  const slow = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    const timer = setInterval(() => response.write('<p>'), 2_000);
    response.on('close', () => clearInterval(timer));
  });
  const servers = [quick, silent, slow];
  const [quickHost, silentHost, slowHost] = (await Promise.all(servers.map(listening))) as [
    string,
    string,
    string,
  ];
  return {
    quickHost,
    hanging: [silentHost, slowHost],
    close: () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const host = await listening(probe);
  probe.close();
  return Number(host.split(':')[1]);
}

/** The whole portal as `npm start` runs it, and a second program on its data that prepares what the benchmark needs. */
async function openWorld(allowed: readonly string[]): Promise<World> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const port = await freePort();
  const mail = await openMailServer();
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SCAN_ALLOW_PRIVATE: allowed.join(','),
    SCAN_RATE_LOCAL: '100',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'portal@cyber-safety.example',
  };
  const child: ChildProcess = spawn(process.execPath, ['src/app/start.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (tries > 600 || child.exitCode !== null) throw new Error('The portal did not start.');
    await pause(100);
  }
  const program = await openProgram('bench', readSettings(env), { migrates: false });
  const { identity } = program.base.providers;
  return {
    origin,
    program,
    clientId: (identity as unknown as { clientId: string }).clientId,
    mail,
    close: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await closeAll();
      mail.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Customer = Person & { orgId: string; email: string; address: string };

/** An administrator whose organization pays for the largest plan. */
async function openOrganization(
  { origin, program, clientId }: World,
  { email, companyName, address }: { email: string; companyName: string; address: string },
): Promise<Customer> {
  await program.base.providers.identity.createUser({ email, password });
  const person = await signIn(origin, clientId, { email, password, address });
  const made = await person.post('/profile/profileSave', {
    companyProfile: { companyName, industry: 'RETAIL', numberOfEmployees: '11-20', companyUrl: '' },
    adminProfile: { firstName: 'Ada', lastName: 'Vance' },
  });
  const orgId = made.body.data.orgId as string;
  await program.database.inOrg(orgId, (db) =>
    db
      .updateTable('organization')
      .set({ planId: 'plus', subscriptionStatus: 'ACTIVE', expirationDate: null })
      .where('orgId', '=', orgId)
      .execute(),
  );
  return { ...person, orgId, email, address };
}

async function addWebsite(person: Person, host: string, scanProfile: string): Promise<string> {
  const made = await person.post('/monitoring/webapps/createTarget', {
    targetName: host,
    targetUrl: host,
    protocol: 'http://',
    scanProfile,
    urlConfirmed: true,
  });
  if (made.status !== 200) throw new Error(`No website: ${made.status} ${JSON.stringify(made.body)}`);
  return made.body.targetId as string;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The four things that an ordinary customer does, each in milliseconds. */
function ordinaryDay(world: World, neighbour: Person, quickHost: string) {
  const { origin, program, clientId, mail } = world;
  let number = 0;
  return async (): Promise<Record<string, number>> => {
    const email = `reader${number++}@neighbour-florist.com`;
    await program.base.providers.identity.createUser({ email, password });
    const passed = await timed(() => signIn(origin, clientId, { email, password }));
    const code = await timed(async () => {
      const arrival = mail.mailTo(email);
      await askPool(origin, 'ForgotPassword', { ClientId: clientId, Username: email });
      await arrival;
    });
    const dashboard = await timed(async () => {
      const answer = await neighbour.get('/dashboard/getModuleActivity');
      if (answer.status !== 200) throw new Error(`The dashboard answers ${answer.status}.`);
    });
    // a website may be scanned a few times a day: each round has one of its own
    const targetId = await addWebsite(neighbour, quickHost, 'lightning');
    const scan = await timed(async () => {
      const begun = await neighbour.post('/monitoring/webapps/startScan', { targetId });
      if (begun.status !== 200) throw new Error(`No scan: ${begun.status} ${JSON.stringify(begun.body)}`);
      for (;;) {
        const { body } = await neighbour.post('/monitoring/webapps/loadScanMap', { targetId });
        const [latest] =
          (body.scanMap as Record<string, { scans: { status: string }[] }>)[targetId]?.scans ?? [];
        if (latest?.status === 'completed') return;
        if (latest && latest.status !== 'started') throw new Error(`The scan ended as ${latest.status}.`);
        await pause(100);
      }
    });
    await neighbour.post('/monitoring/webapps/deleteTarget', { targetId, targetName: quickHost });
    return { 'sign-in': passed, 'reset code': code, dashboard, 'lightning scan': scan };
  };
}

/** What one organization does to everybody else; `stop` ends it. */
async function flood(world: World, flooder: Customer, hanging: readonly string[]) {
  const { base, database } = world.program;
  const ctx = { ...base, orgId: flooder.orgId };
  const letter = {
    fromName: 'Cyber Safety',
    replyTo: 'support@cyber-safety.example',
    subject: 'Please read',
    html: '<p>Read</p>',
    text: 'Read',
  };
  for (const host of hanging) {
    const targetId = await addWebsite(flooder, host, 'lightning');
    const begun = await flooder.post('/monitoring/webapps/startScan', { targetId });
    if (begun.status !== 200)
      throw new Error(`No hanging scan: ${begun.status} ${JSON.stringify(begun.body)}`);
  }
  const words = 'Keys stay in the safe overnight and nobody takes one home. ';
  const text = `<p>${words.repeat(40)}</p>`.repeat(Math.floor(390_000 / (words.length * 40 + 7)));
  const policy = await flooder.post('/policy/policySave', {
    policy: { custom: true, name: 'Keys', customPolicy: text },
  });
  if (policy.status !== 200)
    throw new Error(`No policy: ${policy.status} ${JSON.stringify(policy.body).slice(0, 300)}`);
  for (let first = 0; first < mails; first += 500) {
    await database.inOrg(flooder.orgId, async (db) => {
      for (let n = first; n < Math.min(mails, first + 500); n++) {
        const to = { address: `person${n}@flood-of-mail.example` };
        await queueMail(ctx, db, { ...letter, to });
      }
    });
  }
  const orders: FloodOrders = {
    origin: world.origin,
    clientId: world.clientId,
    person: { email: flooder.email, password, address: flooder.address },
    policyId: (policy.body.data as { id: string }).id,
    paths: Object.values(moduleRoutes).flatMap(({ contract }) =>
      Object.values(contract).flatMap(({ method, access, path: at }) =>
        method === 'POST' && access === 'org' ? [at] : [],
      ),
    ),
    calls: fuzzed,
  };
  const client = new Worker(new URL('floodClient.ts', import.meta.url), { workerData: orders });
  const ended = once(client, 'exit');
  await once(client, 'message');
  return async () => {
    client.postMessage('stop');
    await ended;
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** One organization floods; what another one does takes at most twice as long as in quiet. */
export async function run(): Promise<void> {
  const websites = await openWebsites();
  const world = await openWorld([websites.quickHost, ...websites.hanging]);
  try {
    const neighbour = await openOrganization(world, {
      email: 'ada@neighbour-florist.com',
      companyName: 'Neighbour Florist',
      address: '198.51.100.7',
    });
    const flooder = await openOrganization(world, {
      email: 'mallory@flooding-tools.com',
      companyName: 'Flooding Tools',
      address: '203.0.113.66',
    });
    const day = ordinaryDay(world, neighbour, websites.quickHost);
    const measure = async () => {
      const days: Record<string, number>[] = [];
      for (let n = 0; n < rounds; n++) days.push(await day());
      return days;
    };
    // code and connections warm up
    await day();
    const quiet = await measure();
    const stop = await flood(world, flooder, websites.hanging);
    const loud = await measure();
    await stop();
    console.log(
      `${'what a neighbor does'.padEnd(22)}${'quiet ms'.padStart(10)}${'flooded ms'.padStart(12)}${'worst ms'.padStart(10)}${'ratio'.padStart(8)}`,
    );
    for (const name of Object.keys(quiet[0]!)) {
      const [before, after] = [quiet.map((one) => one[name]!), loud.map((one) => one[name]!)];
      const ratio = median(after) / median(before);
      console.log(
        `${name.padEnd(22)}${median(before).toFixed(0).padStart(10)}${median(after).toFixed(0).padStart(12)}${Math.max(
          ...after,
        )
          .toFixed(0)
          .padStart(10)}${ratio.toFixed(2).padStart(8)}${ratio <= goal ? '' : `  over ${goal}`}`,
      );
    }
  } finally {
    await world.close();
    websites.close();
  }
}
