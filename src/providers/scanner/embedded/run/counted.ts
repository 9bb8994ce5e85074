import { Buffer } from 'node:buffer';
import type { HttpAnswer } from '#probes/http/answer.ts';
import type { AskOptions } from '#probes/http/client.ts';
import { isRefused } from '../drift/wall.ts';
import { placeName } from '../findings/evidence.ts';
import { pointKey } from '../points/point.ts';
import type { Check, Scan, Tried } from '../rule.ts';
import type { Tally } from './tally.ts';

/** What a check is given to work with, so that what it sends is counted for its rules. */

type Sent = { requests: number; refused: number };

const addressOf = (url: string | URL, ask: AskOptions = {}): string => {
  const at = new URL(url);
  return `${ask.method ?? 'GET'} ${at.origin}${ask.rawPath ?? `${at.pathname}${at.search}`}`;
};

function counting(scan: Scan, count: (place: string, answer: HttpAnswer | null) => void): Scan {
  const counted =
    <R extends HttpAnswer | null>(send: (url: string | URL, ask?: AskOptions) => Promise<R>) =>
    async (url: string | URL, ask?: AskOptions): Promise<R> => {
      const answer = await send(url, ask);
      if (URL.canParse(String(url))) count(addressOf(url, ask), answer);
      return answer;
    };
  return {
    ...scan,
    ask: counted(scan.ask),
    probe: counted(scan.probe),
    http: { ...scan.http, ask: counted(scan.http.ask) },
    tls: async () => {
      const measured = await scan.tls();
      if (measured) count(`TLS ${measured.url}`, null);
      return measured;
    },
  };
}

/** For what a check does once: each address that it asked for is a place. */
export function countedScan(scan: Scan, check: Check, tally: Tally): Scan {
  if (check.countsItself) return scan;
  // What a check of points sends beside them is no place for input.
  const isPlace = !(check.point || check.timed) || check.triesInRun === true;
  const view = counting(scan, (place, answer) => {
    if (answer === null && !place.startsWith('TLS ')) return;
    tally.tried(check.rules, isPlace ? place : null, {
      requests: 1,
      normal: answer === null || !isRefused(answer, null),
    });
  });
  return {
    ...view,
    browser: async () => {
      const tools = await scan.browser();
      return (
        tools && {
          ...tools,
          visit: async (request, options) => {
            const visit = await tools.visit(request, options);
            if (visit) tally.tried(check.rules, isPlace ? `visit ${request.url}` : null, { requests: 1 });
            return visit;
          },
        }
      );
    },
  };
}

/**
 * Which request carried a payload: the answer that proves it may be a later one, after a redirect, or none at all where the
 * proof came by another way while the request was still under way.
 */
function makeCarriers() {
  const first = new WeakMap<HttpAnswer, HttpAnswer | undefined>();
  const pending = new Map<string, Promise<HttpAnswer | undefined>>();
  return {
    add: (payload: string, answers: Promise<readonly HttpAnswer[]>): void => {
      const noted = answers.then(([carrier, ...later]) => {
        // What waits for a contact must not keep whole pages in memory.
        const kept = carrier && { ...carrier, body: Buffer.alloc(0) };
        if (carrier) first.set(carrier, undefined);
        for (const answer of later) first.set(answer, kept);
        return kept;
      });
      pending.set(payload, noted);
      noted.catch(() => undefined).finally(() => pending.delete(payload));
    },
    /** Calls back with the answer to the request that carried the payload; undefined where that is the proof itself. */
    find: (
      sighting: { answer: HttpAnswer; sent?: HttpAnswer; payload: string },
      then: (sent?: HttpAnswer) => void,
    ): void => {
      const { answer, sent, payload } = sighting;
      const underWay = sent || first.has(answer) ? undefined : pending.get(payload);
      if (!underWay) return then(sent ? undefined : first.get(answer));
      // A contact may come before the answer.
      underWay.then(then, () => then());
    },
  };
}

/**
 * For what a check does at one point. `end` counts the point: tried where at least half of the check's own requests were
 * answered by the website itself, or where the answer to the shared mark is what the check judges.
 */
export function countedPoint(
  scan: Scan,
  tried: Tried,
  check: Check,
  tally: Tally,
): { scan: Scan; tried: Tried; end: (isNormal: boolean) => boolean } {
  const { point } = tried;
  const carriers = makeCarriers();
  const sent: Sent = { requests: 0, refused: 0 };
  const note = (answer: HttpAnswer | null) => {
    sent.requests += 1;
    if (answer === null || isRefused(answer, tried.plain)) sent.refused += 1;
  };
  const found = tried.found as Set<string>;
  const chain: Tried['chain'] = async (value, ...given) => {
    const answers = tried.chain(value, ...given);
    carriers.add(value, answers);
    const all = await answers;
    note(all.at(-1) ?? null);
    return all;
  };
  const view: Tried = {
    ...tried,
    send: async (...given) => (await chain(...given)).at(-1) ?? null,
    chain,
    report: (rule, sighting) => {
      found.add(rule.id);
      carriers.find(sighting, (sent) =>
        scan.report(rule, {
          placeKey: pointKey(point),
          ...sighting,
          ...(sent === undefined ? {} : { sent }),
          parameter: placeName(point),
          url: point.request.url,
          method: point.request.method,
          foundOn: point.request.page,
        }),
      );
    },
  };
  return {
    scan: counting(scan, (_place, answer) => note(answer)),
    tried: view,
    end: (isNormal) => {
      if (sent.requests === 0 && check.judgesMark && tried.marked) note(tried.marked);
      const normal = sent.requests > 0 && isNormal && sent.refused * 2 <= sent.requests;
      if (!check.countsItself && sent.requests > 0)
        tally.tried(check.rules, pointKey(point), {
          requests: sent.requests,
          normal,
          isHeader: point.kind === 'header',
        });
      return normal;
    },
  };
}
