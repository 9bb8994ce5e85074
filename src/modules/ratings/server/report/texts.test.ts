import { expect, test } from 'vitest';
import { facts, type Fact } from '#providers/ratings/embedded/facts.ts';
import { vectorIds } from '#providers/ratings/vectors.ts';
import { industryLabel } from '#modules/organization/server/public.ts';
import { baselineOf, factTexts, ratingTexts, vectorTexts } from './texts.ts';

test('every observation of the engine has a title, and what is harmful says what to do and how to see that it helped', () => {
  const texts = ratingTexts().facts;
  expect(Object.keys(facts).filter((id) => !texts.has(id))).toEqual([]);
  expect([...texts.keys()].filter((id) => !Object.hasOwn(facts, id))).toEqual([]);
  const poor = Object.entries(facts as Record<string, Fact>).filter(([id, { grade }]) => {
    const { remedy, check, minutes } = texts.get(id)!;
    return grade !== 'GOOD' && grade !== 'NEUTRAL' && (remedy.length === 0 || check === '' || minutes === 0);
  });
  expect(poor.map(([id]) => id)).toEqual([]);
});

test('every vector says what it is, and the reference names industries of the pick list', () => {
  for (const id of vectorIds) expect(vectorTexts(id).why, id).not.toBe('');
  for (const code of Object.keys(ratingTexts().baseline.industries))
    expect(industryLabel(code)).not.toBe(code);
  expect([baselineOf('RETAIL'), baselineOf('OTHER')]).toEqual([684, 680]);
});

test('what no file tells of is still told in words', () => {
  expect(factTexts('quantum-door_open', 'open_ports')).toMatchObject({
    title: 'Quantum door open',
    remedy: vectorTexts('open_ports').remedy,
  });
  expect(vectorTexts('moon_phase').description).not.toBe('');
});
