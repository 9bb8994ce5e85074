import { expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import { comparableDays, levelsAt, moveOf, now, weakestFirst } from './comparison.ts';

const element = (id: string, level: number, complete = true) =>
  ({ id, level, complete, next: level === 5 ? null : {} }) as never;
const snapshot = (day: string, levels: Record<string, number>) => ({
  day: toDay(day),
  overallLevel: 0,
  assessmentStatus: 'notCompleted' as const,
  levels,
});

test('the state of now leaves out what is not finished', () => {
  const report = { elements: [element('risk', 2), element('backup', 1, false)], snapshots: [] };
  expect(levelsAt(report, now)).toEqual({ risk: 2 });
});

test('a day that nothing is known of has no levels', () => {
  expect(levelsAt({ elements: [], snapshots: [] }, '2026-01-01')).toEqual({});
});

test('days to compare with: not the newest where it is what stands now, and none without levels', () => {
  const elements = [element('risk', 2)];
  const days = (snapshots: ReturnType<typeof snapshot>[]) =>
    comparableDays({ elements, snapshots }).map(({ day }) => day);
  expect(
    days([
      snapshot('2026-03-02', { risk: 2 }),
      snapshot('2026-02-01', { risk: 2 }),
      snapshot('2026-01-01', {}),
    ]),
  ).toEqual(['2026-02-01']);
  expect(days([snapshot('2026-03-02', { risk: 1 })])).toEqual(['2026-03-02']);
});

test.each([
  [1, 3, 'Up 2'],
  [3, 2, 'Down 1'],
  [2, 2, 'No change'],
  [undefined, 2, null],
  [2, undefined, null],
])('from %s to %s is %s', (before, after, words) => expect(moveOf(before, after)).toBe(words));

test('the lowest come first, else in the order of the model; the highest level needs nothing', () => {
  const elements = [element('a', 3), element('b', 1), element('c', 5), element('d', 1)];
  expect(weakestFirst(elements).map(({ id }) => id)).toEqual(['b', 'd', 'a']);
});
