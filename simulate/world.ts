import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { openQueue } from '#platform/server/jobs/jobs.ts';
import { withLastingKeys } from '#platform/server/secrets/lastingKeys.ts';
import { openLog } from '#platform/server/log/log.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import type { ChangeChannel } from '#platform/server/memory/memory.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import type { MailMessage } from '#providers/mail/port.ts';
import { giveSigningKeys } from '#providers/identity/embedded/testing/signingKeys.ts';
import { openBrowser } from './browsers.ts';
import { openClock, type Clock } from './clock.ts';
import type { KnownOrganization, Model, Person } from './model.ts';
import { openMailServer, openScanner } from './outside.ts';
import type { Plant } from './plants.ts';
import { randomOf, mixSeeds, type Random } from './random.ts';
import { openServer, settingsOf, type Server } from './servers.ts';
import { openTurnstile, type Turnstile } from './turnstile.ts';
import { openQueueOfWorld, type WorldQueue } from './worldQueue.ts';
import { openWorldDatabase, type Socket, type WorldDatabase } from './worldDatabase.ts';

/** An episode of one part of the product alone goes deeper there. */
/** What alone people do in an episode: plans are bought and changed, or sessions are used and ended. */
export const focuses = ['plans', 'sessions'] as const;
export type Focus = (typeof focuses)[number];

/** A notice of the billing provider that is on its way. */
export type BillingNotice = { body: Record<string, unknown>; dueAt: number };
/** A notice between servers. */
type ChangeNotice = { to: string; channel: ChangeChannel; key: string; dueAt: number };

export type World = {
  random: Random;
  clock: Clock;
  turnstile: Turnstile;
  database: WorldDatabase;
  queue: WorldQueue;
  servers: Server[];
  model: Model;
  mails: MailMessage[];
  billingNotices: BillingNotice[];
  changeNotices: ChangeNotice[];
  /** In some episodes what is lost is never sent again, so that only asking the provider heals it. */
  losesBillingNotices: boolean;
  focus: Focus | null;
  log: string[];
  /** What the servers logged as warnings and errors. */
  serverLog: string[];
  say: (line: string) => void;
  close: () => Promise<void>;
};

const longestLog = 400;
const start = '2026-03-02T17:00:00Z';

async function addPerson(
  world: Omit<World, 'close'>,
  organization: KnownOrganization,
  name: string,
  ip: string,
): Promise<Person> {
  const [server] = world.servers as [Server];
  const { orgId } = organization;
  const email = `${name}@${organization.name}.com`;
  const { cognitoId } = await server.base.providers.identity.createUser!({
    email,
    password: 'Correct-horse-7',
  });
  const at = world.clock.now();
  await server.database.inOrg(orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId,
        cognitoId,
        email,
        firstName: name,
        lastName: 'Vance',
        hasSeenOrgGoals: true,
        portalData: JSON.stringify({}),
        createdAt: at,
        updatedAt: at,
      })
      .execute(),
  );
  const who = { name, orgId, cognitoId, email };
  return { ...who, browser: await openBrowser(server, at, { cognitoId, email, orgId }, ip), endedAt: null };
}

async function addOrganization(world: Omit<World, 'close'>, place: number): Promise<void> {
  const orgId = randomUUID();
  const at = world.clock.now();
  const inTrial = place !== 1;
  const name = `company-${place + 1}`;
  await world.servers[0]!.database.inOrg(orgId, (db) =>
    db
      .insertInto('organization')
      .values({
        orgId,
        companyName: name,
        companyUrl: `${name}.com`,
        numberOfEmployees: '11-20',
        industry: 'RETAIL',
        channelId: inTrial ? 'direct' : 'brokers',
        planId: inTrial ? 'trial' : 'free',
        subscriptionStatus: inTrial ? 'INTRIAL' : 'ACTIVE',
        expirationDate: inTrial ? new Date(at.getTime() + 30 * 86_400_000) : null,
        signUpDate: at,
        welcomeEmailSent: true,
        createdAt: at,
        updatedAt: at,
      })
      .execute(),
  );
  const organization: KnownOrganization = {
    orgId,
    name,
    people: [],
    websites: new Map(),
    trainees: new Set(),
    openPages: [],
    paidPages: [],
  };
  world.model.organizations.push(organization);
  for (const [index, person] of ['ada', 'ben', 'cleo'].entries())
    organization.people.push(await addPerson(world, organization, person, `203.0.${place + 1}.${index + 1}`));
}

/** The secrets of the installation, which every server reads. */
async function openSharedSecrets(database: WorldDatabase, dataDir: string, clock: Clock) {
  const own = openDatabase(database.connections.app, 2);
  try {
    const secrets = await withLastingKeys(
      own.global,
      openSecrets(settingsOf(dataDir)),
      openLog('simulate', 'silent'),
    );
    await giveSigningKeys(own.global, secrets, clock.now());
    return secrets;
  } finally {
    await own.close();
  }
}

/** Two servers with a worker each over one new database, and companies whose administrators are signed in. */
export async function openWorld(
  socket: Socket,
  seed: number,
  { plant, focus }: { plant: Plant | null; focus: Focus | null },
): Promise<World> {
  const random = randomOf(seed);
  const clock = openClock(start);
  const database = await openWorldDatabase(socket, `simulated_${seed}_${process.pid}`, clock);
  await database.setQueueClock();
  const turnstile = openTurnstile(database.admin, randomOf(mixSeeds(seed, 1)), clock);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-simulate-'));
  const secrets = await openSharedSecrets(database, dataDir, clock);
  const queue = await openQueueOfWorld(database, clock);
  const sender = openQueue(database.connections.direct, openLog('simulate', 'silent'));
  await sender.start();
  const isDead = () => turnstile.current()?.dead ?? false;
  const { mailer, taken } = openMailServer(randomOf(mixSeeds(seed, 2)), isDead);
  const scanner = openScanner(randomOf(mixSeeds(seed, 3)), clock);
  const servers: Server[] = [];
  const changeNotices: ChangeNotice[] = [];
  const serverLog: string[] = [];
  for (const name of ['A', 'B'])
    servers.push(
      await openServer({
        name,
        skewSeconds: random.whole(11) - 5,
        clock,
        connections: database.connections,
        turnstile,
        secrets,
        jobs: sender,
        mail: mailer,
        scanner,
        dataDir,
        plant,
        tell: (from, channel, key) => {
          if (random.chance(30)) return;
          for (const to of servers)
            if (to.name !== from)
              changeNotices.push({ to: to.name, channel, key, dueAt: clock.ms() + random.whole(400) });
        },
        logged: (line) => {
          serverLog.push(line);
          if (serverLog.length > longestLog) serverLog.shift();
        },
      }),
    );
  const log: string[] = [];
  const world: Omit<World, 'close'> = {
    random,
    clock,
    turnstile,
    database,
    queue,
    servers,
    model: { organizations: [], keyed: new Map(), invitesAsked: new Map(), scans: new Set() },
    mails: taken,
    billingNotices: [],
    changeNotices,
    losesBillingNotices: random.chance(50) && focus === null,
    focus,
    log,
    serverLog,
    say: (line) => {
      log.push(line);
    },
  };
  for (let place = 0; place < 2; place++) await addOrganization(world, place);
  changeNotices.length = 0;
  return {
    ...world,
    close: async () => {
      for (const server of servers) await server.close();
      await queue.close();
      await sender.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
