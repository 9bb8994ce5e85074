import type { HttpAnswer } from '#probes/http/answer.ts';
import { HttpFailure, redirectTarget } from '#probes/http/answer.ts';
import type { Gate } from '../manners/gate.ts';
import type { PageSummary } from '../rule.ts';
import type { Session } from '../session/signIn.ts';
import type { Sample, WallKind } from './wall.ts';
import { hasPasswordField, isWall, sampleOf, wallAt } from './wall.ts';
import { candidates, isOnePage, judge, lookAt } from './sentinels.ts';
import { lostSentence, recoveredSentence } from './wording.ts';

/** The website began to answer otherwise: what was tried since the last look is tried again. */
export class Drifted extends Error {}

/** It did not come back. */
export class SiteLost extends Error {
  readonly kind: WallKind;
  constructor(kind: WallKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

type Input = {
  ask: (url: string) => Promise<HttpAnswer>;
  session: () => Session | null;
  gate: Pick<Gate, 'hold' | 'sleep'>;
  /** Pauses before each attempt to get back in, milliseconds. */
  waits?: readonly number[];
  /** Requests between two looks. */
  every?: number;
};

export type DriftWatch = {
  /** Hooks of the client. */
  before: () => Promise<void>;
  ended: (answer: HttpAnswer | null) => void;
  /**
   * Takes its pages from those that were read. False when most of them had already changed while the website was being
   * read and are back now, so that it has to be read again.
   */
  begin: (pages: readonly PageSummary[]) => Promise<boolean>;
  /** Does work; false when the website answered otherwise in the meantime and is back now, so that the work has to be repeated. One page is looked at in the end, or all of them. */
  attempt: (work: () => Promise<void>, allPages?: boolean) => Promise<boolean>;
  /** Whether an address that was read answers otherwise now. */
  turned: (url: string, answer: HttpAnswer) => boolean;
  /** The website was found unwell elsewhere and has recovered. */
  disturb: () => void;
  /** Aborted with `SiteLost`. */
  signal: AbortSignal;
  /** What happened and was made up for, in a sentence each. */
  notes: () => string[];
};

const usualWaits = [0, 5000, 20_000, 60_000];
const usualEvery = 80;
// A website that keeps changing is given up, however often it comes back. One that ends sessions lets the scan in again at
// once, and how many of the ends fall into a look is chance.
const mostEpisodes = 12;
const mostSignOuts = 40;
const mostKnown = 2000;
const windowSize = 15;
const firstPatience = 12;
const longestPatience = 400;
// A session that ends so soon, in requests, is how this website is; what was tried with it until then needs no repetition.
const youngSession = 20;

/** What many answers to different requests have in common when one page takes the place of them all. */
function signature(answer: HttpAnswer | null): string {
  if (answer === null) return 'silent';
  const target = redirectTarget(answer);
  if (target) return `to ${target.pathname}`;
  if (answer.status === 401 || answer.status === 403 || answer.status === 429 || answer.status >= 500)
    return `status ${answer.status}`;
  return answer.status < 300 && hasPasswordField(answer)
    ? 'password'
    : `${answer.status} ${answer.body.length}`;
}

export function watchDrift(input: Input): DriftWatch {
  const stop = new AbortController();
  const waits = input.waits ?? usualWaits;
  const every = input.every ?? usualEvery;
  let samples: Sample[] = [];
  /** First answers of the pages that were read, by address. */
  const known = new Map<string, HttpAnswer>();
  let turn = 0;
  let since = 0;
  let working = false;
  let flagged = false;
  const episodes: WallKind[] = [];
  let recent: string[] = [];
  const patience = new Map<string, number>();

  const isSignedIn = () => input.session()?.isIn() ?? null;
  const ask = async (url: string): Promise<HttpAnswer | null> => {
    try {
      const session = input.session();
      const answer = await input.ask(url);
      return session && session.age() <= youngSession && (await session.again(answer, {}))
        ? await input.ask(url)
        : answer;
    } catch (error) {
      if (error instanceof HttpFailure && error.code !== 'budget') return null;
      throw error;
    }
  };
  /** How many more recoveries from such a change are made up for. */
  const recoveriesLeft = (kind: WallKind): number =>
    kind === 'signed-out'
      ? mostSignOuts - episodes.filter((one) => one === kind).length
      : mostEpisodes - episodes.filter((one) => one !== 'signed-out').length;
  const wide = async () => judge(await lookAt(samples, ask, isSignedIn()));

  function lose(kind: WallKind): never {
    const lost = new SiteLost(kind, lostSentence(kind, input.session() !== null));
    stop.abort(lost);
    throw lost;
  }

  /** Waits for the website to answer as at first, and signs in again where there is a way to. */
  async function recover(kind: WallKind): Promise<void> {
    flagged = true;
    if (recoveriesLeft(kind) <= 0) lose(kind);
    let last = kind;
    for (const wait of waits) {
      if (wait > 0) await input.gate.sleep(wait, 'Waiting until the website answers as before');
      await input.session()?.restore();
      const now = await wide();
      if (now === null) {
        episodes.push(kind);
        recent = [];
        return;
      }
      last = now;
      // Waiting opens no session that the website ends again at once.
      if (now === 'signed-out' && input.session()?.mayRenew() === false) break;
    }
    lose(last);
  }

  /** One page in turn, and all of them where that one has changed. */
  async function look(all = false): Promise<void> {
    since = 0;
    if (samples.length === 0 || flagged) return;
    if (!all) {
      const sample = samples[turn++ % samples.length]!;
      if (wallAt(sample, await ask(sample.url), isSignedIn()) === null) return;
    }
    const kind = await wide();
    if (kind) await recover(kind);
  }

  function isSuspicious(): boolean {
    const last = recent.at(-1);
    if (last === undefined || recent.length < windowSize) return false;
    const alike = recent.filter((one) => one === last).length;
    return alike >= firstPatience && since >= (patience.get(last) ?? firstPatience);
  }

  const isDue = () => working && !flagged && samples.length > 0 && (since >= every || isSuspicious());
  /** By the one of several waiting requests that comes first. */
  const lookIfDue = async () => {
    if (!isDue()) return;
    const last = recent.at(-1);
    if (last !== undefined && isSuspicious())
      patience.set(last, Math.min(longestPatience, (patience.get(last) ?? firstPatience) * 2));
    await look();
  };

  async function attempt(work: () => Promise<void>, allPages = false): Promise<boolean> {
    flagged = false;
    working = true;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Drifted)) throw error;
    } finally {
      working = false;
    }
    stop.signal.throwIfAborted();
    const last = episodes.at(-1);
    if (flagged && last && recoveriesLeft(last) < 0) lose(last);
    if (!flagged) await input.gate.hold(() => look(allPages));
    return !flagged;
  }

  return {
    signal: stop.signal,
    before: async () => {
      if (isDue()) await input.gate.hold(lookIfDue);
      if (working && flagged) throw new Drifted('The website began to answer otherwise.');
      since += 1;
    },
    ended: (answer) => {
      recent.push(signature(answer));
      if (recent.length > windowSize) recent.shift();
    },
    begin: async (pages) => {
      const all = candidates(pages, isSignedIn());
      const walled = all.filter(({ first }) => isWall(first));
      // what was read behind a wall says nothing about the website that comes back
      samples = walled.length < all.length ? all.filter((sample) => !walled.includes(sample)) : all;
      known.clear();
      for (const { url, answer } of pages)
        if (answer.body.length > 0 && known.size < mostKnown && !known.has(url)) known.set(url, answer);
      flagged = false;
      await input.gate.hold(async () => {
        const looks = await lookAt(samples, ask, isSignedIn());
        const kind = judge(looks);
        // Another page on the second visit, and no wall by its words: how this website is.
        if (kind !== null && (kind !== 'different' || isOnePage(looks))) return recover(kind);
        const opened = walled.length < all.length ? judge(await lookAt(walled, ask, isSignedIn())) : null;
        if (opened !== null && recoveriesLeft('maintenance') > 0) {
          episodes.push('maintenance');
          flagged = true;
          return;
        }
        // The text of such a page says nothing later; its status and a sign-in in its place still do.
        samples = looks.flatMap(({ sample, kind: own }) =>
          own === null ? sample : own === 'different' ? { ...sample, words: new Set<string>() } : [],
        );
      });
      return !flagged;
    },
    attempt,
    turned: (url, answer) => {
      const first = known.get(url);
      const kind = first === undefined ? null : wallAt(sampleOf(first, isSignedIn()), answer, isSignedIn());
      // Other text alone may be what the page shows this time.
      return kind !== null && kind !== 'different';
    },
    disturb: () => {
      flagged = true;
      episodes.push('failing');
    },
    notes: () =>
      [...new Set(episodes)].map((kind) =>
        recoveredSentence(kind, episodes.filter((one) => one === kind).length),
      ),
  };
}
