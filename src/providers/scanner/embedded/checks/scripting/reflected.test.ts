import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler, Reply } from '../../../sites/serve.ts';
import type { ScanLevel } from '../../../port.ts';
import type { Case } from './testing/reflected.ts';
import { flawed, sound } from './testing/reflected.ts';
import { reflectedXss } from './reflected.ts';
import type { Trial } from './testing/trial.ts';
import { openTrial } from './testing/trial.ts';

const lists: Record<string, readonly Case[]> = { flawed, sound };
const made = (answer: string | Reply): Reply => (typeof answer === 'string' ? { body: answer } : answer);

const handler: Handler = (visit) => {
  const [, list = '', index] = /^\/(flawed|sound)\/(\d+)$/.exec(visit.path) ?? [];
  const one = lists[list]?.[Number(index)];
  return one && made(one[1](visit.url.searchParams.get('q') ?? ''));
};

/** Tries pages, several at the same time, and gives what was reported and what each cost. */
async function tryAll(
  level: ScanLevel,
  paths: readonly string[],
): Promise<{ seen: Map<string, string>; sent: Map<string, number>; trial: Trial }> {
  const seen = new Map<string, string>();
  const sent = new Map<string, number>();
  const trial = await openTrial(handler, { level });
  trial.scan.report = (_rule, { url, confidence = '' }) => void seen.set(new URL(url!).pathname, confidence);
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
  let seen: Map<string, string>;
  let trial: Trial;
  beforeAll(async () => {
    ({ seen, trial } = await tryAll('full', [...addresses('flawed'), ...addresses('sound')]));
  });
  afterAll(() => trial.close());

  it.each(numbered(flawed))('becomes a script %s', (_what, index) =>
    expect(seen.get(`/flawed/${index}`)).toBe('firm'),
  );
  it.each(numbered(sound))('stays text %s', (_what, index) =>
    expect(seen.get(`/sound/${index}`)).toBeUndefined(),
  );
});

describe('what a page without a flaw costs beyond the first try', () => {
  it.each<ScanLevel>(['safe', 'normal', 'full'])(
    '%s: nothing where the text does not come back',
    async (level) => {
      const trial = await openTrial(
        (visit) => ({ body: `<p>Lamps</p><p>${visit.headers['x-safety-scan'] as string}</p>` }),
        { level },
      );
      expect(await trial.point(reflectedXss, { method: 'GET', path: '/lamps?q=lamp' })).toBe(0);
      await trial.close();
    },
  );

  it.each<[ScanLevel, number, number]>([
    ['safe', 2, 0.6],
    ['normal', 8, 2],
    ['full', 20, 4],
  ])('%s: at most %i requests, on average at most %d', async (level, most, average) => {
    const { sent, trial } = await tryAll(level, addresses('sound'));
    await trial.close();
    const numbers = [...sent.values()];
    expect(Math.max(...numbers)).toBeLessThanOrEqual(most);
    expect(numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toBeLessThanOrEqual(average);
  });
});
