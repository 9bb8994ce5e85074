import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import {
  audienceWords,
  blocksOf,
  isLive,
  maxPercentOf,
  recommend,
  savingsLine,
  suits,
  teamSpan,
  type Needs,
} from './rules.ts';

const calm: Needs = { elements: [], highs: 0, mediums: 0, overdueCourses: 0 };

test.each([
  [{}, true],
  [{ validTo: toDay('2026-11-23') }, true],
  [{ validTo: toDay('2026-11-22') }, false],
  [{ validFrom: toDay('2026-11-23') }, true],
  [{ validFrom: toDay('2026-11-24') }, false],
])('an offer of %o holds on Nov 23: %s', (days, live) =>
  expect(isLive(days, toDay('2026-11-23'))).toBe(live),
);

test('the headline has the largest percent offer, and no figure without one', () => {
  const percent = (value: number) => ({ type: 'percent' as const, value });
  expect(maxPercentOf([percent(30), percent(66), { type: 'amount', value: 150 }, null])).toBe(66);
  expect(maxPercentOf([{ type: 'free-months', value: 3 }, null])).toBeNull();
  expect(savingsLine(66)).toBe('Partner tools (up to 66% savings)');
  expect(savingsLine(null)).not.toMatch(/\d|%/);
});

describe('what is recommended', () => {
  const partners = [
    { id: 'backup', solves: ['backup'] },
    { id: 'sites', solves: ['website-issues'] },
    { id: 'vault', solves: ['identity', 'backup'] },
    { id: 'law', solves: ['suppliers'] },
  ];
  const element = (id: string, level: number, weakest = false) => ({
    id,
    title: `Title of ${id}`,
    level,
    weakest,
  });

  test('follows from the weakest elements and open issues, with the strongest reason in words', () => {
    const needs = {
      ...calm,
      highs: 2,
      elements: [element('backup', 2), element('identity', 0, true), element('suppliers', 4)],
    };
    expect(recommend(partners, needs).map(({ id, because }) => [id, because])).toEqual([
      ['vault', 'Because Title of identity is at level 0 of 5, your weakest point'],
      ['sites', 'Because your websites have 2 open high issues'],
      ['backup', 'Because Title of backup is at level 2 of 5'],
    ]);
  });

  test('is nothing where nothing is known, or all is well', () => {
    expect(recommend(partners, calm)).toEqual([]);
    expect(
      recommend(partners, { ...calm, elements: [element('backup', 5), element('identity', 4)] }),
    ).toEqual([]);
  });

  test('has one order, whatever else is in the list', () => {
    const needs = { ...calm, mediums: 1, elements: [element('backup', 1), element('identity', 1)] };
    const alike = [...partners, { id: 'backup-two', solves: ['backup'] }];
    const whole = recommend(alike, needs).map(({ id }) => id);
    expect(whole).toEqual(['vault', 'backup', 'backup-two', 'sites']);
    fc.assert(
      fc.property(fc.subarray(alike), (some) => {
        const ids = some.map(({ id }) => id);
        expect(recommend(some, needs).map(({ id }) => id)).toEqual(whole.filter((id) => ids.includes(id)));
      }),
    );
  });
});

test.each([
  ['0-10', [0, 10]],
  ['51-100', [51, 100]],
  ['More than 100', [101, Infinity]],
  ['', [0, Infinity]],
])('a team of "%s" has %o people', (size, span) => expect(teamSpan(size)).toEqual(span));

test('a partner suits a company whose team may be in its span, of an industry that it names', () => {
  const company = { size: '11-20', industry: 'RETAIL' };
  expect(suits({ minEmployees: 20, industries: [] }, company)).toBe(true);
  expect(suits({ minEmployees: 21, industries: [] }, company)).toBe(false);
  expect(suits({ maxEmployees: 11, industries: [] }, company)).toBe(true);
  expect(suits({ maxEmployees: 10, industries: [] }, company)).toBe(false);
  expect(suits({ industries: ['IT'] }, company)).toBe(false);
  expect(audienceWords({ minEmployees: 1, maxEmployees: 250, industries: [] })).toBe(
    'Teams of up to 250 people',
  );
});

test('text becomes paragraphs and lists, and stays text whatever it looks like', () => {
  expect(blocksOf('One\nline.\n\n<img src=x onerror=alert(1)>\n- a\n- b\n  more\n')).toEqual([
    { text: 'One line.' },
    { text: '<img src=x onerror=alert(1)>' },
    { items: ['a', 'b more'] },
  ]);
});
