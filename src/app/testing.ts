import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { embeddedConnections, type Connections } from '#platform/server/connections.ts';
import { baseCtx } from '#platform/server/ctx.ts';
import { openDatabase, type ConnectionParts, type Database } from '#platform/server/database.ts';
import type { JobSpec, Jobs } from '#platform/server/jobs.ts';
import { withLastingKeys } from '#platform/server/lastingKeys.ts';
import { openLog } from '#platform/server/log.ts';
import { openSecrets } from '#platform/server/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import { readSettings } from '#platform/server/settings.ts';
import {
  deliverCode,
  endStrandedFactor,
  guessableWords,
  identityEvents,
  sendSignUpLink,
  type SignUpLinkRequest,
} from '#modules/accounts/server/public.ts';
import type { Billing } from '#providers/billing/port.ts';
import { addStaff } from '#modules/staff/server/public.ts';
import { openEmbeddedIdentity } from '#providers/identity/embedded/identity.ts';
import { registerUserPool } from '#providers/identity/embedded/routes.ts';
import { giveSigningKeys } from '#providers/identity/embedded/testSigningKeys.ts';
import { openMailbox } from '#providers/mail/embedded/mailbox.ts';
import type { Ratings } from '#providers/ratings/port.ts';
import { testRatings } from '#providers/ratings/testRatings.ts';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { jobHandlers } from './modules.ts';
import { buildPortal } from './portal.ts';
import { openCaptcha } from './captcha.ts';
import { openBilling, openFiles, openMarketing } from './providers.ts';

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

/** The answer of one call, as a browser would see it. */
export type TestAnswer = { status: number; body: any; headers: Record<string, unknown> };

/** One browser: keeps cookies, sends the anti-forgery token. */
export function testBrowser(app: FastifyInstance, options: { ip?: string; host?: string } = {}) {
  const jar = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url,
      remoteAddress: options.ip ?? '203.0.113.7',
      headers: { host: options.host ?? 'localhost', ...(cookie ? { cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    for (const { name, value } of answer.cookies) {
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  const csrf = async () => (await send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
  const answerOf = (raw: Awaited<ReturnType<typeof send>>): TestAnswer => {
    const isJson = String(raw.headers['content-type'] ?? '').startsWith('application/json');
    return { status: raw.statusCode, body: isJson ? raw.json() : raw.rawPayload, headers: raw.headers };
  };
  return {
    cookies: jar,
    send,
    get: async (path: string) => answerOf(await send('GET', `/api${path}`)),
    /** Sends a file as the browser's own form would. */
    upload: async (path: string, name: string, bytes: Buffer | string) => {
      const boundary = 'test-boundary-7f3a';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const payload = Buffer.concat([
        Buffer.from(head),
        Buffer.from(bytes),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const headers = {
        'x-csrf-token': await csrf(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      };
      return answerOf(await send('POST', `/api${path}`, payload, headers));
    },
    post: async (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      answerOf(await send('POST', `/api${path}`, body, { 'x-csrf-token': await csrf(), ...headers })),
  };
}
export type TestBrowser = ReturnType<typeof testBrowser>;

/**
 * The whole portal in this process on a real database: real user pool (cheap hashing), real mailbox, own clock.
 * Queued work waits for `runJobs`.
 */
export async function testPortal(options: TestPortalOptions = {}) {
  const { database } = await openTestDatabase(options.connect ? { connect: options.connect } : {});
  const clock = testClock(options.start);
  const settings = readSettings({ DATA_DIR: temporaryFolder('portal'), LOG_LEVEL: 'silent', ...options.env });
  const log = openLog('test', settings.logLevel);
  const secrets = await withLastingKeys(database.global, openSecrets(settings), log);
  const queued: { spec: JobSpec<any>; data: unknown }[] = [];
  const jobs: Jobs = {
    enqueue: async (_db, spec, data) => {
      queued.push({ spec, data: spec.data.parse(data) });
      return randomUUID();
    },
  };
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

  /** Does everything that is queued, and what that queues, in order. */
  const runJobs = async (): Promise<void> => {
    for (let next = queued.shift(); next; next = queued.shift()) {
      const { spec, data } = next;
      const handler = jobHandlers.find((one) => one.spec.name === spec.name)!;
      await handler.run(base, data, {
        id: randomUUID(),
        attempt: 0,
        lastAttempt: true,
        signal: new AbortController().signal,
      });
    }
  };

  /** A confirmed person in the pool, signed in with a browser of their own; no organisation yet. */
  const signIn = async (
    email: string,
    browser = testBrowser(app),
  ): Promise<TestBrowser & { cognitoId: string; email: string }> => {
    const password = 'Correct-horse-7';
    const user = (await identity.findUser(email)) ?? (await identity.createUser({ email, password }));
    const tokens = (await identity.handle(
      'InitiateAuth',
      {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: identity.clientId,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      },
      { ip: '203.0.113.7' },
    )) as { AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string } };
    const {
      IdToken: idToken,
      AccessToken: accessToken,
      RefreshToken: refreshToken,
    } = tokens.AuthenticationResult;
    const begun = await browser.post('/accounts/session', { idToken, accessToken, refreshToken });
    if (begun.status !== 200) throw new Error(`No session: ${begun.status} ${JSON.stringify(begun.body)}`);
    return { ...browser, cognitoId: user.cognitoId, email };
  };

  /** A signed-in administrator of an organisation of their own, made by the onboarding call. */
  const member = async (
    email = `${randomUUID().slice(0, 8)}@acme-widgets.com`,
    companyName = 'Acme Widgets Inc.',
  ) => {
    const person = await signIn(email);
    const saved = await person.post('/profile/profileSave', {
      companyProfile: { companyName, industry: 'RETAIL', numberOfEmployees: '11-20', companyUrl: '' },
      adminProfile: { firstName: 'Ada', lastName: 'Vance', jobTitle: 'Office manager' },
    });
    if (saved.status !== 200)
      throw new Error(`No organisation: ${saved.status} ${JSON.stringify(saved.body)}`);
    return { ...person, orgId: saved.body.data.orgId as string };
  };

  /** A signed-in member of staff; the sign-in passed a second factor unless `strong` is false. */
  const staff = async (
    email = `${randomUUID().slice(0, 8)}@support.example`,
    {
      name = 'Sam Rivera',
      brandId = null,
      strong = true,
    }: { name?: string; brandId?: string | null; strong?: boolean } = {},
  ) => {
    await addStaff(base, { email, name, brandId, password: 'Correct-horse-7' });
    const person = await signIn(email);
    if (strong)
      await database.global
        .updateTable('appSession')
        .set({ strong: true })
        .where('cognitoId', '=', person.cognitoId)
        .execute();
    return { ...person, name };
  };

  /** A member of staff who acts as an administrator; the browser given is theirs from then on. */
  const support = async (
    admin: { orgId: string; cognitoId: string },
    person?: Awaited<ReturnType<typeof staff>>,
  ) => {
    const who = person ?? (await staff());
    const begun = await who.post('/staff/supportSession/begin', {
      orgId: admin.orgId,
      cognitoId: admin.cognitoId,
      reason: 'Ticket 4711: scans do not start',
    });
    if (begun.status !== 200)
      throw new Error(`No support session: ${begun.status} ${JSON.stringify(begun.body)}`);
    return { ...who, orgId: admin.orgId };
  };
  return {
    app,
    base,
    database,
    clock,
    settings,
    identity,
    mailbox,
    queued,
    runJobs,
    signIn,
    member,
    /** Mails a sign-up link as an operator does; the mail waits for `runJobs`. */
    sendSignUpLink: (request: SignUpLinkRequest) => sendSignUpLink(base, request),
    staff,
    support,
    browser: (how?: { ip?: string; host?: string }) => testBrowser(app, how),
  };
}
export type TestPortal = Awaited<ReturnType<typeof testPortal>>;
