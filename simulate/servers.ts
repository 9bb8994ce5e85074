import type { FastifyInstance } from 'fastify';
import {
  deliverCode,
  endStrandedFactor,
  guessableWords,
  identityEvents,
} from '#modules/accounts/server/public.ts';
import type { Connections } from '#platform/server/database/connections.ts';
import { baseCtx, type BaseCtx } from '#platform/server/ctx.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { openLog } from '#platform/server/log/log.ts';
import { openMemory, type ChangeChannel } from '#platform/server/memory/memory.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import type { Mailer } from '#providers/mail/port.ts';
import { openEmbeddedIdentity } from '#providers/identity/embedded/identity.ts';
import { testRatings } from '#providers/ratings/testing/ratings.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { openCaptcha } from '#app/providers/captcha.ts';
import { buildPortal } from '#app/program/portal.ts';
import { openBilling, openFiles, openMarketing } from '#app/providers/providers.ts';
import type { Clock } from './clock.ts';
import type { Plant } from './plants.ts';
import { plantedBilling, plantedMemoryClock } from './plants.ts';
import type { Turnstile } from './turnstile.ts';

/** One server with its worker: memory, connections and clock of its own, over the database that all share. */
export type Server = {
  name: string;
  /** Seconds by which its clock is ahead. */
  skewSeconds: number;
  database: Database;
  base: BaseCtx;
  app: FastifyInstance;
  /** What arrives from the others by notice. */
  hear: (channel: ChangeChannel, key: string) => void;
  close: () => Promise<void>;
};

export type ServerParts = {
  name: string;
  skewSeconds: number;
  clock: Clock;
  connections: Connections;
  turnstile: Turnstile;
  secrets: Secrets;
  jobs: Jobs;
  mail: Mailer;
  scanner: Scanner;
  dataDir: string;
  plant: Plant | null;
  /** Sends a notice to the other servers. */
  tell: (from: string, channel: ChangeChannel, key: string) => void;
  /** Lines that the server logs. */
  logged: (line: string) => void;
};

const quickHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const settingsOf = (dataDir: string) =>
  readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    CALLS_PER_SECOND: '100000',
    SESSION_INACTIVITY_SECONDS: '0',
  });

/** Builds the whole portal as `npm run server` does, on a clock and a network of the simulator. */
export async function openServer(parts: ServerParts): Promise<Server> {
  const { name, clock, connections, turnstile, secrets, jobs, plant } = parts;
  const settings = settingsOf(parts.dataDir);
  const log = openLog(name, 'warn', { write: parts.logged });
  const now = clock.skewed(parts.skewSeconds * 1000);
  const database = openDatabase(connections.app, 30);
  turnstile.attach(database.pool);
  const memory = openMemory(plantedMemoryClock(plant, clock));
  memory.setLive(true);
  const { captcha, admitSignUp } = openCaptcha({ settings, secrets, database, log, now });
  const identity = await openEmbeddedIdentity({
    db: database.global,
    secrets,
    now,
    log,
    publicUrl: settings.publicUrl,
    hashCost: quickHashing,
    answerFloorMs: 0,
    limits: null,
    deliverCode: (db, delivery) => deliverCode({ settings, secrets, jobs }, db, delivery),
    onSignedOutEverywhere: (cognitoId, db) => deleteSessionsOf(db, cognitoId),
    endsFactorOnReset: (cognitoId, db) => endStrandedFactor(db, cognitoId),
    admitSignUp,
    events: identityEvents({ global: database.global, jobs, now }),
    guessableWords: guessableWords(settings, database),
  });
  const { billing, register } = openBilling({ settings, secrets, database, queue: jobs, log, now });
  const base = baseCtx({
    now,
    log,
    settings,
    secrets,
    jobs,
    database,
    memory: {
      remember: memory.remember,
      forget: (channel, key) => {
        memory.forget(channel, key);
        parts.tell(name, channel, key);
      },
      aliveAs: () => null,
    },
    providers: {
      identity,
      mail: parts.mail,
      scanner: parts.scanner,
      ratings: testRatings(),
      billing: plantedBilling(plant, billing),
      files: openFiles({ settings, database, now }),
      marketing: openMarketing({ settings, database }),
      captcha,
    },
  });
  database.whenChanged((orgId) => base.forget('organization', orgId));
  const app = await buildPortal({
    base,
    database,
    shedsLoad: false,
    addProviders: async (instance) => register(instance),
  });
  await app.ready();
  return {
    name,
    skewSeconds: parts.skewSeconds,
    database,
    base,
    app,
    hear: memory.forget,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
