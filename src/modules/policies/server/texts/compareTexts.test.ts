import { expect, test } from 'vitest';
import type { Block } from '../../document.ts';
import { compareTexts } from './compareTexts.ts';

const rule = (number: string, text: string): Block => ({
  kind: 'rule',
  number,
  blocks: [{ kind: 'paragraph', spans: [{ text }] }],
});
const told = (before: Block[], after: Block[]) =>
  compareTexts(before, after).lines.map(({ kind, number, parts }) => [
    kind,
    number,
    parts
      .map((part) =>
        part.kind === 'same' ? part.text : `${part.kind === 'added' ? '+' : '-'}[${part.text}]`,
      )
      .join(''),
  ]);

const lock = 'Screens lock after 5 minutes.';
const report = 'Report a lost device within 2 hours.';
const keys = 'Keys stay in the building at night.';

test('a text compared with itself has no change', () => {
  expect(compareTexts([rule('3.1', lock)], [rule('3.1', lock)])).toMatchObject({
    added: 0,
    removed: 0,
    lines: [{ kind: 'same' }],
  });
});

test('a changed value is told within its line, a rule that only moved is no change', () => {
  const before = [rule('3.1', lock), rule('3.2', report)];
  const after = [rule('3.1', keys), rule('3.2', 'Screens lock after 10 minutes.'), rule('3.3', report)];
  expect(told(before, after)).toEqual([
    ['added', '3.1', `+[${keys}]`],
    ['changed', '3.2', 'Screens lock after -[5]+[10] minutes.'],
    ['same', '3.3', report],
  ]);
  expect(compareTexts(before, after)).toMatchObject({ added: 2, removed: 1 });
});

test('what went and what came are told apart where they have nothing in common', () => {
  expect(told([rule('3.1', lock)], [rule('3.1', keys)])).toEqual([
    ['added', '3.1', `+[${keys}]`],
    ['removed', '3.1', `-[${lock}]`],
  ]);
});

test('items, rows and headings are lines of their own', () => {
  const text = (words: string) => [{ text: words }];
  const before: Block[] = [
    { kind: 'heading', level: 1, number: '1', spans: text('Purpose') },
    {
      kind: 'list',
      ordered: false,
      items: [[{ kind: 'paragraph', spans: text('one') }], [{ kind: 'paragraph', spans: text('two') }]],
    },
    { kind: 'table', head: [text('What'), text('Years')], rows: [[text('Payroll'), text('7')]] },
  ];
  const after: Block[] = [
    before[0]!,
    { kind: 'list', ordered: false, items: [[{ kind: 'paragraph', spans: text('one') }]] },
    { kind: 'table', head: [text('What'), text('Years')], rows: [[text('Payroll records'), text('7')]] },
  ];
  const { lines } = compareTexts(before, after);
  expect(lines.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
    'section same',
    'item same',
    'item removed',
    'row same',
    'row changed',
  ]);
});

test('long texts are compared quickly, whatever they share', () => {
  const paragraph = (words: string[]): Block => ({ kind: 'paragraph', spans: [{ text: words.join(' ') }] });
  const count = (length: number, word: (i: number) => string) => Array.from({ length }, (_, i) => word(i));
  const half = (word: string) => (i: number) => (i % 2 === 0 ? `same${i}` : `${word}${i}`);
  const began = performance.now();
  const lines = (word: string): Block[] =>
    count(3900, (i) => `${word} ${i}`).map((words) => paragraph([words]));
  expect(compareTexts(lines('one'), lines('other'))).toMatchObject({ added: 3900, removed: 3900 });
  expect(
    compareTexts([paragraph(count(40_000, half('x')))], [paragraph(count(40_000, half('y')))]),
  ).toMatchObject({
    added: 1,
    removed: 1,
  });
  const many = (word: string): Block[] =>
    Array.from({ length: 58 }, (_, k) => paragraph(count(700, (i) => `${half(word)(i)}l${k}`)));
  expect(compareTexts(many('x'), many('y')).lines.length).toBeGreaterThan(58);
  expect(performance.now() - began).toBeLessThan(20_000);
});
