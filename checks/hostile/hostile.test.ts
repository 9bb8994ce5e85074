import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TestPortal } from '#app/testing/portal.ts';
import type { Connections } from '#platform/server/database/connections.ts';
import type { ConnectionParts } from '#platform/server/database/database.ts';
import { createSession } from '#platform/server/session.ts';
import { bodies } from '../callBodies.ts';
import { bodiesFor, rawPayloads } from './hostileBodies.ts';
import { makePooledLogin } from '../servers/logins.ts';
import { startPgBouncer } from '../servers/pgbouncer.ts';
import { addressOf, calls, openWorld, ownerName, rowsOf, type Call } from '../world.ts';

/** Another seed tries other requests; a failure names the one that it happened with. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
const casesInAll = Number(process.env.FUZZ_CASES ?? 20_000);

/** Calls after which the caller can do less than before: they come last. */
const ending =
  /^(logout|reset|cancelSubscription|updatePlan|subscribePlan|removeUser|endOtherSessions|setSecondFactorPolicy)/;

type Actor = 'visitor' | 'without token' | 'stranger' | 'staff of another brand';
type Sent = { actor: Actor; call: string; url: string; payload: string };

/** Who sends what to one call: those who must not get in, and mostly somebody of another organization who is signed in. */
const actorsFor = (call: Call): fc.Arbitrary<Actor> =>
  call.access === 'public'
    ? fc.constantFrom<Actor>('visitor', 'visitor', 'stranger')
    : fc.oneof<
        [
          { arbitrary: fc.Arbitrary<Actor>; weight: number },
          ...{ arbitrary: fc.Arbitrary<Actor>; weight: number }[],
        ]
      >(
        { arbitrary: fc.constant('visitor'), weight: 1 },
        { arbitrary: fc.constant('without token'), weight: 1 },
        { arbitrary: fc.constant('stranger'), weight: call.access === 'staff' ? 2 : 12 },
        { arbitrary: fc.constant('staff of another brand'), weight: call.access === 'staff' ? 10 : 1 },
      );

/** Opens one session for each who is signed in, again whenever a request ended it. */
function sessions(
  portal: TestPortal,
  other: { cognitoId: string; email: string; orgId: string },
  staff: { cognitoId: string; email: string },
) {
  const open = async (actor: Actor): Promise<string> => {
    if (actor === 'visitor') return '';
    const member = await portal.database.global
      .selectFrom('staffMember')
      .selectAll()
      .where('email', '=', staff.email)
      .executeTakeFirstOrThrow();
    const { token } = await createSession(portal.database.global, portal.clock.now(), {
      ...(actor === 'staff of another brand'
        ? {
            cognitoId: staff.cognitoId,
            email: staff.email,
            orgId: null,
            staff: { id: member.id, name: member.name },
            strong: true,
          }
        : { cognitoId: other.cognitoId, email: other.email, orgId: other.orgId }),
      newUser: false,
    });
    return `session=${token}`;
  };
  const opened = new Map<Actor, { cookie: string; token: string }>();
  return {
    of: async (actor: Actor): Promise<{ cookie: string; token: string }> => {
      const known = opened.get(actor);
      if (known) return known;
      const session = await open(actor);
      const answer = await portal.app.inject({
        url: '/api/getCSRFToken',
        headers: { host: 'localhost', cookie: session },
      });
      const csrf = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const made = {
        cookie: session ? `${session}; ${csrf}` : csrf,
        token: answer.json<{ CSRFToken: string }>().CSRFToken,
      };
      opened.set(actor, made);
      return made;
    },
    forget: (actor: Actor) => opened.delete(actor),
  };
}

const asQuery = (call: Call, body: unknown): string => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return `${addressOf(call)}?${encodeURIComponent(String(JSON.stringify(body)))}&a=1&a=2`;
  const flat = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : String(JSON.stringify(value)),
    ]),
  );
  return addressOf(call, flat);
};

/** Public calls that show something of an organization on purpose to whoever holds its code or link. */
const shownOnPurpose = new Set(['checkCertificate', 'checkPack']);

/** What one answer shows that it must not. */
function wrongWith(
  call: Call,
  { actor, url, payload }: Sent,
  { statusCode, body }: { statusCode: number; body: string },
): string | null {
  if (statusCode >= 500) return `answers ${statusCode}`;
  const [word = ''] = ownerName.split(' ');
  if (body.includes(word) && !`${url}${payload}`.includes(word) && !shownOnPurpose.has(call.name))
    return 'shows data of another organization';
  if (/\bat \S+ \(|node_modules|\.ts:\d+|SQLSTATE|syntax error at or near/.test(body))
    return 'shows how the program is made';
  if (statusCode >= 400 || call.access === 'public') return null;
  if (actor === 'visitor') return 'lets a visitor in';
  if (actor === 'without token' && call.method === 'POST' && !call.machine)
    return 'does without the anti-forgery token';
  if (actor === 'stranger' && call.access === 'staff') return 'takes a customer for staff';
  return null;
}

async function attack(count: number, options: Parameters<typeof openWorld>[0] = {}) {
  const { portal, owner, other, ids } = await openWorld(options);
  const staff = await portal.staff('sam@support.example', { brandId: 'harborline' });
  const known = [...Object.values(ids), other.orgId, other.cognitoId, '00000000-0000-4000-8000-000000000000'];
  const before = await rowsOf(portal.database, owner.orgId);
  const signedIn = sessions(portal, other, staff);
  const each = Math.ceil(count / calls.length);
  const ordered = calls.toSorted((a, b) => Number(ending.test(a.name)) - Number(ending.test(b.name)));
  const failures: object[] = [];
  const seen = new Map<number, number>();
  let sent = 0;
  for (const call of ordered) {
    const bodyOf = bodies[call.name];
    const good = typeof bodyOf === 'function' ? bodyOf(ids) : undefined;
    const cases = fc.sample(
      fc.tuple(actorsFor(call), bodiesFor(call, good, known), fc.nat(15), rawPayloads),
      {
        seed: seed + sent,
        numRuns: each,
      },
    );
    for (const [actor, body, dice, raw] of cases) {
      const session = await signedIn.of(actor);
      const asRaw = dice === 0 && call.method === 'POST';
      const one: Sent = {
        actor,
        call: call.name,
        url: `/api${call.method === 'GET' ? asQuery(call, body) : addressOf(call, (body ?? {}) as Record<string, unknown>)}`,
        payload: call.method === 'GET' ? '' : asRaw ? raw[1] : (JSON.stringify(body) ?? ''),
      };
      const answer = await portal.app.inject({
        method: call.method,
        url: one.url.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
        // limits by address are not what is tried here
        remoteAddress: `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::1`,
        headers: {
          host: 'localhost',
          cookie: session.cookie,
          ...(actor === 'without token' ? {} : { 'x-csrf-token': session.token }),
          ...(call.method === 'POST' ? { 'content-type': asRaw ? raw[0] : 'application/json' } : {}),
        },
        ...(call.method === 'POST' ? { payload: one.payload } : {}),
      });
      sent++;
      seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
      const wrong = wrongWith(call, one, answer);
      if (wrong) failures.push({ wrong, seed, ...one, answer: answer.body.slice(0, 300) });
      if (answer.statusCode === 401 && actor !== 'visitor') signedIn.forget(actor);
    }
  }
  const after = await rowsOf(portal.database, owner.orgId);
  return {
    sent,
    seen: Object.fromEntries(seen),
    failures,
    changed: Object.keys(before).filter((table) => before[table] !== after[table]),
  };
}

/** Ways to the database that once opened it: what an operator may write into the address, and a balancer between. */
const ways: [
  name: string,
  cases: number,
  connect?: (connections: Connections) => Promise<ConnectionParts>,
][] = [
  ['as usual', casesInAll],
  [
    'with options in the address',
    casesInAll / 10,
    async ({ owner }) => {
      const { host, port, user, database } = owner as {
        host: string;
        port: number;
        user: string;
        database: string;
      };
      return {
        connectionString: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}?options=-c%20statement_timeout%3D30s`,
      };
    },
  ],
  [
    'behind PgBouncer',
    casesInAll / 10,
    async ({ owner }) => {
      const { host, port, database } = owner as { host: string; port: number; database: string };
      const login = await makePooledLogin({ host, port });
      const pooler = await startPgBouncer({ host, port }, 'transaction', [login]);
      return { connectionString: `postgres://${login}@127.0.0.1:${pooler}/${database}`, pooled: true };
    },
  ],
];

test.each(ways)(
  'hostile requests to every call meet no fault, show nothing of another organization and change nothing of it: %s',
  { timeout: 600_000 },
  async (_name, count, connect) => {
    const { sent, seen, failures, changed } = await attack(count, connect ? { connect } : {});
    expect(failures.slice(0, 20)).toEqual([]);
    expect(changed).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(count);
    // requests are worth something only where many of them reach the use cases
    expect(seen[200], JSON.stringify(seen)).toBeGreaterThan(count / 20);
    expect(seen[404], JSON.stringify(seen)).toBeGreaterThan(count / 50);
  },
);
