import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openTestDatabase, temporaryFolder, testClock } from '#app/testing/portal.ts';
import { baseCtx, type BaseCtx } from '#platform/server/ctx.ts';
import { buildHttp, requestCtx } from '#platform/server/http/http.ts';
import type { JobRun, Jobs, JobSpec } from '#platform/server/jobs/jobs.ts';
import { openLog } from '#platform/server/log/log.ts';
import type { Providers } from '#platform/server/providers.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { serve } from '#platform/server/http/serve.ts';
import { createSession, findSession } from '#platform/server/session.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import type { Finding, Scanner, ScanPermission, ScanRequest, ScanResult } from '#providers/scanner/port.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { monitoringModule } from '../module.ts';
import type { ActingCtx } from '../websites/websites.ts';

const configDir = path.resolve(import.meta.dirname, '../../../../../config');

type OpenedDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
let shared: Promise<OpenedDatabase> | null = null;
/** One database for the test files of a worker: organisations do not see each other. It goes with the run's server. */
const sharedDatabase = () => (shared ??= openTestDatabase({ keep: true }));

type Run = (request: ScanRequest, options: Parameters<Scanner['run']>[1]) => Promise<ScanResult>;
export type ScriptedScanner = Scanner & {
  /** What the next scans do; a scan without a script finds nothing. */
  script: (run: Run) => void;
  forbid: (permission: ScanPermission) => void;
  requests: ScanRequest[];
};

/** A finding of a check, told apart by its id. */
export const aFinding = (id: string, changes: Partial<Finding> = {}): Finding => ({
  id,
  rule: `rule.${id}`,
  title: `Issue ${id}`,
  severity: 'medium',
  cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', score: 5.3 },
  cwe: 'CWE-693',
  owasp: 'A05:2021 Security Misconfiguration',
  pci: '6.2.4',
  pciAutoFail: false,
  confidence: 'firm',
  explanation: 'What it means.',
  fix: 'What to do.',
  references: ['https://owasp.org'],
  places: [
    {
      method: 'GET',
      url: `https://shop.acme-widgets.com/${id}`,
      parameter: '',
      evidence: 'seen',
      request: 'GET /',
      response: 'HTTP/1.1 200 OK',
    },
  ],
  ...changes,
});

export const aResult = (
  request: Pick<ScanRequest, 'url' | 'level'>,
  changes: Partial<ScanResult> = {},
): ScanResult => ({
  target: request.url,
  level: request.level,
  startedAt: '2026-03-02T17:00:00.000Z',
  finishedAt: '2026-03-02T17:04:00.000Z',
  requests: 120,
  pages: 12,
  findings: [],
  passed: [],
  coverage: { blocked: [], timedOut: [], skipped: [] },
  ...changes,
});

function scriptedScanner(): ScriptedScanner {
  let run: Run = async (request) => aResult(request);
  let permission: ScanPermission = { allowed: true };
  const requests: ScanRequest[] = [];
  return {
    engine: 'Scripted scanner 1.0',
    levels: ['lightning', 'safe', 'normal'],
    rules: () =>
      ['a', 'b', 'c'].map((id) => ({
        rule: `rule.${id}`,
        title: `Check ${id}`,
        owasp: 'A05:2021 Security Misconfiguration',
        pci: '6.2.4',
      })),
    mayScan: async () => permission,
    run: async (request, options) => {
      requests.push(request);
      return run(request, options);
    },
    script: (next) => {
      run = next;
    },
    forbid: (next) => {
      permission = next;
    },
    requests,
  };
}

export type QueuedJob = { name: string; data: unknown; key: string | undefined };

export type Organization = { orgId: string; ctx: ActingCtx; cookie: string };

/** A monitoring module on a real database: own clock, scripted scanner, a queue that only writes down. */
export async function openWorld(
  options: { env?: Record<string, string>; jobs?: Jobs; ownDatabase?: boolean; opened?: OpenedDatabase } = {},
) {
  const { database, connections } =
    options.opened ?? (await (options.ownDatabase ? openTestDatabase() : sharedDatabase()));
  const clock = testClock('2026-03-02T17:00:00Z');
  const settings = readSettings({
    CONFIG_DIR: configDir,
    DATA_DIR: temporaryFolder('monitoring'),
    PUBLIC_URL: 'https://portal.cyber-safety-portal.com',
    ...options.env,
  });
  const scanner = scriptedScanner();
  const queued: QueuedJob[] = [];
  const writeDown: Jobs = {
    enqueue: async (_db, spec: JobSpec, data, how = {}) => {
      queued.push({ name: spec.name, data: spec.data.parse(data), key: how.key });
      return randomUUID();
    },
  };
  const base: BaseCtx = baseCtx({
    now: clock.now,
    log: openLog('test', 'silent'),
    settings,
    secrets: openSecrets(settings),
    providers: { scanner, identity: {}, mail: {} } as unknown as Providers,
    jobs: options.jobs ?? writeDown,
    database,
  });

  /** An organisation with a signed-in administrator. */
  async function organization(
    plan = 'plus',
    more: { trialEnds?: Date; companyName?: string } = {},
  ): Promise<Organization> {
    const orgId = randomUUID();
    const at = clock.now();
    await database.inOrg(orgId, (db) =>
      db
        .insertInto('organization')
        .values({
          orgId,
          companyName: more.companyName ?? 'Acme Widgets Inc.',
          numberOfEmployees: '11-20',
          industry: 'RETAIL',
          channelId: 'direct',
          planId: plan,
          subscriptionStatus: more.trialEnds ? 'INTRIAL' : 'ACTIVE',
          expirationDate: more.trialEnds ?? null,
          signUpDate: at,
          createdAt: at,
          updatedAt: at,
        })
        .execute(),
    );
    const { token } = await createSession(database.global, at, {
      cognitoId: randomUUID(),
      email: `admin@${orgId.slice(0, 8)}.acme-widgets.com`,
      orgId,
      newUser: false,
    });
    const session = (await findSession(database.global, token))!;
    return { orgId, ctx: { ...base.forOrg(orgId), session }, cookie: `__Host-session=${token}` };
  }

  return { base, database, connections, clock, scanner, queued, organization };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The module's calls over HTTP, with the anti-forgery token of the asking browser. */
export async function openServer({ base, database }: World) {
  const app = await buildHttp({ base, database, origins: {} });
  serve(app, monitoringModule.calls.monitoring, {
    ctxOf: (request, reply, call) =>
      requestCtx(base, request, reply, { background: call.background === true }),
    moduleIsActive,
    demandsSecondFactor: async () => false,
    pace: async () => {},
  });
  onTestFinished(() => app.close());
  const post = async (cookie: string, call: string, body: object) => {
    const given = await app.inject({ url: '/api/getCSRFToken', headers: { cookie } });
    const csrf = given.cookies.find((one) => one.name === '__Host-csrf')!;
    const headers = {
      cookie: `${cookie}; ${csrf.name}=${csrf.value}`,
      'x-csrf-token': given.json<{ CSRFToken: string }>().CSRFToken,
    };
    return app.inject({ method: 'POST', url: `/api/monitoring/webapps/${call}`, headers, payload: body });
  };
  const get = (cookie: string, url: string) =>
    app.inject({ url: `/api/monitoring/webapps/${url}`, headers: { cookie } });
  return { post, get };
}

/** One run of a job, as a worker would make it. */
export const aRun = (changes: Partial<JobRun> = {}): JobRun => ({
  id: randomUUID(),
  attempt: 0,
  lastAttempt: false,
  signal: new AbortController().signal,
  ...changes,
});
