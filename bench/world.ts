import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fork } from 'node:child_process';
import { migrateAll, openConnections, type Connections } from '#platform/server/database/connections.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { openLog } from '#platform/server/log/log.ts';
import { createSession } from '#platform/server/session.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { jobSpecs } from '#app/program/jobs.ts';

export type BenchWorld = {
  dataDir: string;
  connections: Connections;
  orgId: string;
  cookie: string;
  databaseUrl: string;
  close: () => Promise<void>;
};

/** A private database with one organisation of ten websites, a year of scans, and a signed-in administrator. */
export async function openBenchWorld(): Promise<BenchWorld> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const connections = await openConnections(settings, openLog('bench', 'error'));
  await migrateAll(connections.owner, jobSpecs);
  const database = openDatabase(connections.app, 4);
  const [orgId, now] = [randomUUID(), new Date()];
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const cognitoId = randomUUID();
  const email = 'ada.vance@acme-widgets.com';
  await database.inOrg(orgId, async (db) => {
    await db
      .insertInto('organization')
      .values({
        orgId,
        companyName: 'Acme Widgets Inc.',
        companyUrl: 'acme-widgets.com',
        numberOfEmployees: '11-20',
        industry: 'RETAIL',
        channelId: 'direct',
        planId: 'plus',
        subscriptionStatus: 'ACTIVE',
        signUpDate: daysAgo(400),
        welcomeEmailSent: true,
        createdAt: daysAgo(400),
        updatedAt: now,
      })
      .execute();
    await db
      .insertInto('admin')
      .values({
        orgId,
        cognitoId,
        email,
        firstName: 'Ada',
        lastName: 'Vance',
        hasSeenOrgGoals: true,
        portalData: JSON.stringify({ introViewed: { dashboard: true } }),
        createdAt: daysAgo(400),
        updatedAt: now,
      })
      .execute();
    for (let i = 0; i < 10; i++) {
      const id = randomUUID();
      await db
        .insertInto('website')
        .values({
          orgId,
          id,
          name: `Website ${i}`,
          nameKey: `website ${i}`,
          url: `https://site${i}.acme-widgets.com`,
          urlKey: `site${i}.acme-widgets.com`,
          scanProfile: 'safe',
          confirmedBy: email,
          confirmedByPerson: cognitoId,
          confirmedAt: daysAgo(390),
          createdAt: daysAgo(390 - i),
        })
        .execute();
    }
  });
  const { token } = await createSession(database.global, now, { cognitoId, email, orgId, newUser: false });
  await database.close();
  const app = connections.app as { host: string; port: number; user: string; database: string };
  return {
    dataDir,
    connections,
    orgId,
    cookie: `session=${token}`,
    databaseUrl: `postgres://postgres@${encodeURIComponent(app.host)}:${app.port}/${app.database}`,
    close: async () => {
      await connections.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type BenchProgram = {
  port: number;
  stop: () => void;
  /** Sends a word to it; resolves with its next message. */
  ask: (word: string) => Promise<unknown>;
};

/** A program of the portal or of the benchmark in a process of its own; resolves when it listens. */
export async function startProgram(file: string, env: Record<string, string>): Promise<BenchProgram> {
  const child = fork(file, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
  const ask = (word: string) =>
    new Promise<unknown>((resolve) => {
      child.once('message', resolve);
      child.send(word);
    });
  return { port, stop: () => child.kill('SIGTERM'), ask };
}
