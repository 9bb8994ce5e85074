import { randomBytes } from 'node:crypto';
import { HttpFailure } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { ScanRequest } from '../../port.ts';
import { hooksOf, makeClient, engineName, engineVersion } from './client.ts';
import { watchDrift } from '../drift/watch.ts';
import { onlyId, type Notes } from '../findings/notes.ts';
import type { EngineOptions } from '../engine.ts';
import type { ScanLimits } from '../limits.ts';
import { makeDeadline, makeGate } from '../politeness/gate.ts';
import type { Start } from '../site/reach.ts';
import { checks as allChecks } from '../registry.ts';
import { makeRevisits } from '../site/revisit.ts';
import { formSession, type Session } from '../session/signIn.ts';

/** Signs in where a form is given; null where there is none, or where it did not work. */
async function openSession(
  request: ScanRequest,
  http: HttpClient,
  start: Start,
  notes: Notes,
): Promise<Session | null> {
  if (request.signIn?.kind !== 'form') return null;
  const opened = formSession(http, request.signIn, start.front, start.inScope);
  const problem = await opened.open();
  if (problem !== null) {
    notes.blocked(`${problem} Only what strangers see was checked.`);
    return null;
  }
  // From here on the site is what a signed-in visitor sees; a stranger may have been sent to the sign-in page at once.
  start.front = (await http.follow(request.url, { mayFollow: start.inScope })).at(-1)!;
  start.base = new URL(start.front.url);
  return opened;
}

/** What every request of one scan goes through: its gate, its watch for changes, its client and its session. */
export function openTraffic(
  request: ScanRequest,
  options: EngineOptions,
  limits: ScanLimits,
  onRest: (activity: string | null) => void,
) {
  const now = options.now ?? (() => new Date());
  const startedAt = now().toISOString();
  const deadline = makeDeadline(limits.milliseconds);
  const mark = `zq${randomBytes(4).toString('hex')}`;
  const userAgent = options.userAgent ?? `${engineName}/${engineVersion}`;
  const waits = options.healthWaits === undefined ? {} : { waits: options.healthWaits };
  let session: Session | null = null;
  let isOurs: ((url: URL) => boolean) | null = null;

  const gate = makeGate({
    blackout: request.blackout,
    deadline,
    signal: AbortSignal.any([options.signal, deadline.signal]),
    now,
    onRest,
    onRecovered: () => drift.disturb(),
    ...waits,
  });
  const drift = watchDrift({
    ask: (url) => http.ask(url, { unhooked: true }),
    session: () => session,
    gate,
    ...waits,
  });
  const signal = AbortSignal.any([options.signal, deadline.signal, gate.signal, drift.signal]);
  const { only, known = [] } = request;
  const revisits = makeRevisits([...known, ...(only ? [{ ...only, id: onlyId }] : [])], allChecks);
  const identified = { userAgent, headers: { 'X-Safety-Scan': mark } };
  const client = makeClient(request, options, {
    ...identified,
    signal,
    maxRequests: limits.requests,
    maxTotalBytes: limits.bytes,
    hooks: hooksOf(gate, drift, revisits, () => session),
  });
  // What we fetch ourselves is no contact of the website: pages may repeat the addresses that we sent.
  const http: HttpClient = {
    ...client,
    ask: (url, asked) =>
      isOurs?.(new URL(url)) === true
        ? Promise.reject(
            new HttpFailure('refused-address', String(url), 'This is an address of the scan itself.'),
          )
        : client.ask(url, asked),
  };
  return {
    startedAt,
    now,
    mark,
    userAgent,
    deadline,
    gate,
    drift,
    revisits,
    signal,
    http,
    session: () => session,
    signIn: async (start: Start, notes: Notes) => {
      session = await openSession(request, http, start, notes);
    },
    /** Names addresses of the scan itself, which it never asks. */
    leaveOut: (ours: (url: URL) => boolean) => {
      isOurs = ours;
    },
    /** A client of the same visitor for what is left to do when the scan has ended. */
    openClient: (ending: AbortSignal) =>
      makeClient(request, options, { ...identified, signal: ending, jar: client.jar }),
  };
}

export type ScanTraffic = ReturnType<typeof openTraffic>;
