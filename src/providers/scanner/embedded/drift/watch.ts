import { redirectTarget, HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import { hasPasswordField, type Sample, type WallKind } from './wall.ts';
import type { Gate } from '../politeness/gate.ts';
import type { PageSummary } from '../rule.ts';
import type { Session } from '../session/signIn.ts';
import { makeEpisodes, makeRecovery } from './recovery.ts';
import { makeSamples, isOnePage, judge } from './sentinels.ts';

const usualEvery = 80;
const windowSize = 15;
const firstPatience = 12;
const longestPatience = 400;

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

function makeSuspicion(every = usualEvery) {
  let since = 0;
  let recent: string[] = [];
  const patience = new Map<string, number>();

  function isSuspicious(): boolean {
    const last = recent.at(-1);
    if (last === undefined || recent.length < windowSize) return false;
    const alike = recent.filter((one) => one === last).length;
    return alike >= firstPatience && since >= (patience.get(last) ?? firstPatience);
  }

  return {
    sent: () => void (since += 1),
    answered(answer: HttpAnswer | null): void {
      recent.push(signature(answer));
      if (recent.length > windowSize) recent.shift();
    },
    isDue: () => since >= every || isSuspicious(),
    looked: () => void (since = 0),
    /** Waits longer before answers of this kind are suspicious again. */
    grow(): void {
      const last = recent.at(-1);
      if (last !== undefined && isSuspicious())
        patience.set(last, Math.min(longestPatience, (patience.get(last) ?? firstPatience) * 2));
    },
    forget: () => void (recent = []),
  };
}

/** The website began to answer otherwise: what was tried since the last look is tried again. */
export class Drifted extends Error {}

export type DriftInput = {
  ask: (url: string) => Promise<HttpAnswer>;
  session: () => Session | null;
  gate: Pick<Gate, 'hold' | 'sleep'>;
  waits?: readonly number[];
  every?: number;
};

export type DriftWatch = {
  before: () => Promise<void>;
  ended: (answer: HttpAnswer | null) => void;
  /**
   * Takes its pages from those that were read. False when most of them had already changed while the website was being
   * read and are back now, so that it has to be read again.
   */
  begin: (pages: readonly PageSummary[]) => Promise<boolean>;
  /** Does work; false when the website answered otherwise in the meantime and is back now, so that the work has to be repeated. One page is looked at in the end, or all of them. */
  attempt: (work: () => Promise<void>, allPages?: boolean) => Promise<boolean>;
  turned: (url: string, answer: HttpAnswer) => boolean;
  disturb: () => void;
  /** Aborted with `SiteLost`. */
  signal: AbortSignal;
  notes: () => string[];
};

// A session that ends so soon, in requests, is how this website is; what was tried with it until then needs no repetition.
const youngSession = 20;

export function watchDrift(input: DriftInput): DriftWatch {
  const suspicion = makeSuspicion(input.every);
  const episodes = makeEpisodes();
  const samples = makeSamples(ask, () => input.session()?.isIn() ?? null);
  const recovery = makeRecovery(input, samples, episodes);
  let working = false;
  let flagged = false;

  async function ask(url: string): Promise<HttpAnswer | null> {
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
  }

  async function recover(kind: WallKind): Promise<void> {
    flagged = true;
    await recovery.recover(kind);
    suspicion.forget();
  }

  async function look(all = false): Promise<void> {
    suspicion.looked();
    if (samples.isEmpty() || flagged || (!all && (await samples.isNextFine()))) return;
    const kind = await samples.kindNow();
    if (kind) await recover(kind);
  }

  const isDue = () => working && !flagged && !samples.isEmpty() && suspicion.isDue();
  /** By the one of several waiting requests that comes first. */
  const lookIfDue = async () => {
    if (!isDue()) return;
    suspicion.grow();
    await look();
  };

  /** Looks once more at the pages that were read, and recovers where most of them have changed. */
  async function lookAgain(leftOut: readonly Sample[]): Promise<void> {
    const looks = await samples.lookAll();
    const kind = judge(looks);
    // Another page on the second visit, and no wall by its words: how this website is.
    if (kind !== null && (kind !== 'different' || isOnePage(looks))) return recover(kind);
    const isOpened = leftOut.length > 0 && (await samples.kindNow(leftOut)) !== null;
    if (isOpened && episodes.recoveriesLeft('maintenance') > 0) {
      episodes.add('maintenance');
      flagged = true;
      return;
    }
    samples.settle(looks);
  }

  return {
    signal: recovery.signal,
    before: async () => {
      if (isDue()) await input.gate.hold(lookIfDue);
      if (working && flagged) throw new Drifted('The website began to answer otherwise.');
      suspicion.sent();
    },
    ended: suspicion.answered,
    begin: async (pages) => {
      const leftOut = samples.take(pages);
      flagged = false;
      await input.gate.hold(() => lookAgain(leftOut));
      return !flagged;
    },
    attempt: async (work, allPages = false) => {
      flagged = false;
      working = true;
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Drifted)) throw error;
      } finally {
        working = false;
      }
      recovery.signal.throwIfAborted();
      const last = episodes.last();
      if (flagged && last && episodes.recoveriesLeft(last) < 0) recovery.lose(last);
      if (!flagged) await input.gate.hold(() => look(allPages));
      return !flagged;
    },
    turned: samples.turned,
    disturb: () => {
      flagged = true;
      episodes.add('failing');
    },
    notes: episodes.notes,
  };
}
