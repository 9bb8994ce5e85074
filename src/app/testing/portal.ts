import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { embeddedConnections, type Connections } from '#platform/server/database/connections.ts';
import { baseCtx } from '#platform/server/ctx.ts';
import { openDatabase, type ConnectionParts, type Database } from '#platform/server/database/database.ts';
import { withLastingKeys } from '#platform/server/secrets/lastingKeys.ts';
import { openLog } from '#platform/server/log/log.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import {
  deliverCode,
  endStrandedFactor,
  guessableWords,
  identityEvents,
  sendSignUpLink,
  type SignUpLinkRequest,
} from '#modules/accounts/server/public.ts';
import type { Billing } from '#providers/billing/port.ts';
import { openEmbeddedIdentity } from '#providers/identity/embedded/identity.ts';
import { registerUserPool } from '#providers/identity/embedded/routes.ts';
import { giveSigningKeys } from '#providers/identity/embedded/testing/signingKeys.ts';
import { openMailbox } from '#providers/mail/embedded/mailbox.ts';
import type { Ratings } from '#providers/ratings/port.ts';
import { testRatings } from '#providers/ratings/testing/ratings.ts';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { jobHandlers } from '../program/jobs.ts';
import { buildPortal } from '../program/portal.ts';
import { openCaptcha } from '../providers/captcha.ts';
import { openBilling, openFiles, openMarketing } from '../providers/providers.ts';
import { testBrowser } from './browser.ts';
import { testPeople } from './people.ts';
import { openTestQueue } from './queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number };
  }
}

/** A real, migrated, empty database of a test's own: a copy of the run's template. */
export async function openTestDatabase(
  options: { keep?: boolean; connect?: (connections: Connections) => Promise<ConnectionParts> } = {},
): Promise<{ database: Database; connections: Connections; close: () => Promise<void> }> {
  const socket = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' });
  await admin.connect();
  // copies of one template wait for one another, so that parallel workers never refuse each other
  await admin.query('select pg_advisory_lock(1)');
  await admin.query(`create database ${name} template portal_template strategy file_copy`);
  await admin.end();
  const connections = embeddedConnections(socket, name);
  const database = openDatabase(options.connect ? await options.connect(connections) : connections.app, 8);
  const close = async () => {
    await database.close();
    const last = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' });
    await last.connect();
    await last.query(`drop database if exists ${name} with (force)`);
    await last.end();
  };
  if (!options.keep) onTestFinished(close);
  return { database, connections, close };
}

/** A folder that one test may write to; it goes with the test. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `portal-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Password hashing that costs a test next to nothing. */
export const cheapHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export type Clock = { now: () => Date; set: (at: string | Date) => void; advance: (seconds: number) => void };

/** Time as a test wants it. */
export function testClock(start = '2026-03-02T17:00:00Z'): Clock {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to);
    },
    advance: (seconds) => {
      at = new Date(at.getTime() + seconds * 1000);
    },
  };
}

export type TestPortalOptions = {
  start?: string;
  env?: Record<string, string>;
  scanner?: Scanner;
  ratings?: Ratings;
  billing?: Billing;
  /** How the portal reaches its database, where that is not by the socket of the test run. */
  connect?: (connections: Connections) => Promise<ConnectionParts>;
};

export type TestBrowser = ReturnType<typeof testBrowser>;

/**
 * The whole portal in this process on a real database: real user pool (cheap hashing), real mailbox, own clock.
 * Queued work waits for `runJobs`.
 */
export async function testPortal(options: TestPortalOptions = {}) {
  const { database, connections } = await openTestDatabase(
    options.connect ? { connect: options.connect } : {},
  );
  const clock = testClock(options.start);
  const settings = readSettings({ DATA_DIR: temporaryFolder('portal'), LOG_LEVEL: 'silent', ...options.env });
  const log = openLog('test', settings.logLevel);
  const secrets = await withLastingKeys(database.global, openSecrets(settings), log);
  const { jobs, queued, dropQueued, runJobs } = await openTestQueue(
    connections.app,
    database,
    jobHandlers,
    log,
  );
  const { captcha, admitSignUp } = openCaptcha({ settings, secrets, database, log, now: clock.now });
  await giveSigningKeys(database.global, secrets, clock.now());
  const identity = await openEmbeddedIdentity({
    db: database.global,
    secrets,
    now: clock.now,
    log,
    publicUrl: settings.publicUrl,
    hashCost: cheapHashing,
    answerFloorMs: 0,
    limits: null,
    deliverCode: (db, delivery) => deliverCode({ settings, secrets, jobs }, db, delivery),
    onSignedOutEverywhere: (cognitoId, db) => deleteSessionsOf(db, cognitoId),
    endsFactorOnReset: (cognitoId, db) => endStrandedFactor(db, cognitoId),
    admitSignUp,
    events: identityEvents({ global: database.global, jobs, now: clock.now }),
    guessableWords: guessableWords(settings, database),
  });
  const mailbox = openMailbox({ dataDir: settings.dataDir, now: clock.now });
  const scanner = options.scanner ?? embeddedScanner({ contactUrl: settings.publicUrl });
  const { billing: sandbox, register: registerBilling } = openBilling({
    settings,
    secrets,
    database,
    queue: jobs,
    log,
    now: clock.now,
  });
  const billing = options.billing ?? sandbox;
  const base = baseCtx({
    now: clock.now,
    log,
    settings,
    secrets,
    jobs,
    database,
    providers: {
      identity,
      mail: mailbox,
      scanner,
      ratings: options.ratings ?? testRatings(),
      billing,
      files: openFiles({ settings, database, now: clock.now }),
      marketing: openMarketing({ settings, database }),
      captcha,
    },
  });
  const app = await buildPortal({
    base,
    database,
    // a test loads the whole product while it answers
    shedsLoad: false,
    addProviders: async (instance) => {
      await registerUserPool(instance, identity);
      await registerBilling(instance);
    },
  });
  onTestFinished(() => app.close());

  const people = testPeople({ app, base, identity });
  return {
    app,
    base,
    database,
    clock,
    settings,
    identity,
    mailbox,
    queued,
    dropQueued,
    runJobs: () => runJobs(base),
    /** Mails a sign-up link as an operator does; the mail waits for `runJobs`. */
    sendSignUpLink: (request: SignUpLinkRequest) => sendSignUpLink(base, request),
    ...people,
    browser: (how?: { ip?: string; host?: string }) => testBrowser(app, how),
  };
}
export type TestPortal = Awaited<ReturnType<typeof testPortal>>;
