import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler, Reply } from '../../../fixtures/serve.ts';
import type { ScanLevel } from '../../../port.ts';
import type { Case } from './reflected.cases.ts';
import { flawed, sound } from './reflected.cases.ts';
import { reflectedXss } from './reflected.ts';
import type { Trial } from './trial.ts';
import { openTrial } from './trial.ts';

const lists: Record<string, readonly Case[]> = { flawed, sound };
const made = (answer: string | Reply): Reply => (typeof answer === 'string' ? { body: answer } : answer);

const handler: Handler = (visit) => {
  const [, list = '', index] = /^\/(flawed|sound)\/(\d+)$/.exec(visit.path) ?? [];
  const one = lists[list]?.[Number(index)];
  return one && made(one[1](visit.url.searchParams.get('q') ?? ''));
};

type Seen = { confidence: string; evidence: string; shot: boolean };

/** Tries pages, several at the same time, and gives what was reported and what each cost. */
async function tryAll(
  level: ScanLevel,
  browser: boolean,
  paths: readonly string[],
): Promise<{ seen: Map<string, Seen>; sent: Map<string, number>; trial: Trial }> {
  const seen = new Map<string, Seen>();
  const sent = new Map<string, number>();
  const trial = await openTrial(handler, { level, browser });
  trial.scan.report = (rule, { url, confidence = '', evidence, screenshot }) => {
    if (rule.id === 'active.reflected-xss')
      seen.set(new URL(url!).pathname, { confidence, evidence, shot: (screenshot?.length ?? 0) > 1000 });
  };
  const wait = [...paths];
  const worker = async () => {
    for (let path = wait.shift(); path !== undefined; path = wait.shift()) {
      const page = path;
      await trial.point(reflectedXss, { method: 'GET', path: `${page}?q=lamp` });
      // All requests of a page but the three that every check shares.
      sent.set(page, trial.site.visits.filter((line) => line.split(/[ ?]/)[1] === page).length - 3);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return { seen, sent, trial };
}

const numbered = (list: readonly Case[]) => list.map(([what], index) => [what, index] as const);
const addresses = (name: string) => lists[name]!.map((_one, index) => `/${name}/${index}`);

describe('text that comes back, by the page alone', () => {
  let seen: Map<string, Seen>;
  let trial: Trial;
  beforeAll(async () => {
    ({ seen, trial } = await tryAll('full', false, [...addresses('flawed'), ...addresses('sound')]));
  });
  afterAll(() => trial.close());

  it.each(numbered(flawed))('becomes a script %s', (_what, index) => expect(seen.get(`/flawed/${index}`)?.confidence).toBe('firm'));
  it.each(numbered(sound))('stays text %s', (_what, index) => expect(seen.get(`/sound/${index}`)).toBeUndefined());
});

describe('text that comes back, in Chromium', () => {
  let seen: Map<string, Seen>;
  let trial: Trial;
  // One of each way to get out of something; the pages themselves are looked at above.
  const kinds =
    /between elements$|in a template element|apostrophes$|hidden field|handler, escaped|address of a form|document in an attribute$|^in a template string|script as program|no type$|may be a page|capitals|parentheses/;
  const chosen = numbered(flawed).filter(([what]) => kinds.test(what));
  beforeAll(async () => {
    ({ seen, trial } = await tryAll('full', true, [...chosen.map(([, index]) => `/flawed/${index}`), ...addresses('sound')]));
  }, 60_000);
  afterAll(() => trial.close());

  it.each(chosen)('runs %s, with a picture', (_what, index) =>
    expect(seen.get(`/flawed/${index}`)).toMatchObject({ confidence: 'certain', shot: true }),
  );
  it.each(numbered(sound))('does nothing %s', (_what, index) => expect(seen.get(`/sound/${index}`)).toBeUndefined());
});

describe('what a page without a flaw costs beyond the first try', () => {
  it.each<[ScanLevel, number, number]>([
    ['safe', 2, 0.6],
    ['normal', 8, 2],
    ['full', 20, 4],
  ])('%s: at most %i requests, on average at most %d', async (level, most, average) => {
    const { sent, trial } = await tryAll(level, false, addresses('sound'));
    await trial.close();
    const numbers = [...sent.values()];
    expect(Math.max(...numbers)).toBeLessThanOrEqual(most);
    expect(numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toBeLessThanOrEqual(average);
  });
});
