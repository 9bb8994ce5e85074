import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { actorText, type Actor } from '#platform/server/audit.ts';
import { baseCtx, type BaseCtx, type OrgCtx, type PublicCtx } from '#platform/server/ctx.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { JobSpec } from '#platform/server/jobs/jobs.ts';
import { openLog } from '#platform/server/log/log.ts';
import type { Session } from '#platform/server/session.ts';
import type { Ratings } from '#providers/ratings/port.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { person } from './company.ts';

export type Clock = { now: () => Date; set: (at: Date) => void; advance: (seconds: number) => void };

export function startClock(start: Date): Clock {
  let at = start;
  return {
    now: () => at,
    set: (to) => {
      at = to;
    },
    advance: (seconds) => {
      at = new Date(at.getTime() + seconds * 1000);
    },
  };
}

/** What the company's administrator looks at the portal with. */
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

export type Queued = { spec: JobSpec<any>; data: unknown; at: Date };

/**
 * The product's context as it was in the past: time from a clock, results from a given scanner, queued work written down
 * instead of handed to the workers. Whatever the use cases do, they do in the one transaction given, so that the
 * organisation comes into being whole or not at all, and no worker sees it before.
 */
export function pastCtx(
  now: BaseCtx,
  db: OrgDb,
  parts: { clock: Clock; scanner: Scanner; ratings: Ratings; allowed: readonly string[] },
) {
  const queued: Queued[] = [];
  let actsFor: string | null = null;
  const inOrg = async <T>(orgId: string, work: (db: OrgDb) => Promise<T>, actor?: Actor): Promise<T> => {
    if (orgId !== actsFor) await sql`select set_config('app.org_id', ${orgId}, true)`.execute(db);
    actsFor = orgId;
    // the activity log tells the year as it was
    await sql`select set_config('app.actor', ${actor ? actorText(actor) : ''}, true)`.execute(db);
    return work(db);
  };
  const base = baseCtx({
    now: parts.clock.now,
    // a year of scans need not be told line by line
    log: openLog('demo', now.settings.logLevel === 'silent' ? 'silent' : 'warn'),
    settings: {
      ...now.settings,
      scan: { ...now.settings.scan, allowPrivate: parts.allowed.map((place) => ({ place, orgId: null })) },
    },
    secrets: now.secrets,
    providers: { ...now.providers, scanner: parts.scanner, ratings: parts.ratings },
    jobs: {
      enqueue: async (_db, spec, data) => {
        queued.push({ spec, data: spec.data.parse(data), at: parts.clock.now() });
        return randomUUID();
      },
    },
    database: { global: db as unknown as GlobalDb, inOrg },
  });
  return { base, queued };
}

const none = () => Promise.reject(new Error('The example company signs in through the browser only.'));
const sessions = { beginSession: none, replaceSession: none, endSession: none };
const clientOf = ({ settings }: BaseCtx, ip: string, userAgent: string): PublicCtx['client'] => ({
  ip,
  userAgent,
  host: new URL(settings.publicUrl).host,
  origin: settings.publicUrl,
  authorization: '',
});

/** A request of somebody without an account, who follows a link. */
export const visitorCtx = (base: BaseCtx, ip: string, userAgent = browser): PublicCtx => ({
  ...base,
  requestId: 'demo',
  client: clientOf(base, ip, userAgent),
  session: null,
  upload: null,
  ...sessions,
});

/** A request of the company's administrator. */
export function administratorCtx(base: BaseCtx, cognitoId: string, orgId: string): OrgCtx {
  const at = base.now();
  const session: Session = {
    tokenHash: '',
    id: '',
    cognitoId,
    email: person.email,
    orgId,
    supportStaff: null,
    staff: null,
    strong: true,
    newUser: false,
    createdAt: at,
    touchedAt: at,
    expiresAt: at,
  };
  return {
    ...base.forOrg(orgId, { id: cognitoId, email: person.email, ip: '192.0.2.24', userAgent: browser }),
    requestId: 'demo',
    client: clientOf(base, '127.0.0.1', 'demo'),
    session,
    upload: null,
    ...sessions,
  };
}
