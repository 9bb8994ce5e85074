import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, ValueSpec } from './document.ts';
import { fill, toHtml, toPlainText } from './fill.ts';
import { holdingValues, missingValues, valueProblem } from './values.ts';

const shared = { help: '', required: true };
const specs: ValueSpec[] = [
  { ...shared, key: 'who', label: 'Approver', type: 'text' },
  { ...shared, key: 'least', label: 'Least', type: 'integer', min: 8, max: 64, default: 15 },
  {
    ...shared,
    key: 'scope',
    label: 'Scope',
    type: 'multichoice',
    options: ['mail', 'cloud', 'bank'],
    custom: true,
  },
  { ...shared, key: 'on', label: 'Switch', type: 'boolean', default: true },
  {
    ...shared,
    key: 'from',
    label: 'From',
    type: 'date',
    required: false,
    whenEmpty: 'the day of its approval',
  },
  {
    ...shared,
    key: 'kept',
    label: 'Kept',
    type: 'table',
    columns: [
      { key: 'what', label: 'What', type: 'text' },
      { key: 'years', label: 'Years', type: 'integer' },
    ],
  },
];
const text = (words: string): Block => ({ kind: 'paragraph', spans: [{ text: words }] });
const saying = (before: string, value: string, after: string): Block => ({
  kind: 'paragraph',
  spans: [{ text: before }, { text: '', value }, { text: after }],
});
const filled = (blocks: Block[], values: Record<string, any> = {}) =>
  toPlainText(fill(blocks, values, specs));

test('values stand in sentences as people write them', () => {
  expect(filled([saying('Ask ', 'who', '.')], { who: 'Bo Ray' })).toBe('Ask Bo Ray.');
  expect(filled([saying('On for ', 'scope', '.')], { scope: ['mail', 'cloud', 'bank'] })).toBe(
    'On for mail, cloud and bank.',
  );
  expect(filled([saying('On for ', 'scope', '.')], { scope: ['mail'] })).toBe('On for mail.');
  expect(filled([saying('From ', 'from', '.')], { from: '2026-03-02' })).toBe('From Mar 2, 2026.');
  expect(filled([saying('From ', 'from', '.')])).toBe('From the day of its approval.');
});

test('a value that opens a sentence begins with a capital, a name keeps its spelling', () => {
  expect(filled([saying('', 'who', ' decides.')], { who: 'the IT lead' })).toBe('The IT lead decides.');
  expect(filled([saying('Stop. ', 'who', ' decides.')], { who: 'the IT lead' })).toBe(
    'Stop. The IT lead decides.',
  );
  expect(filled([saying('', 'who', ' decides.')], { who: 'iCloud' })).toBe('iCloud decides.');
});

test('an empty value is a blank that names itself', () => {
  expect(fill([saying('Ask ', 'who', '.')], {}, specs)).toEqual([
    {
      kind: 'paragraph',
      spans: [{ text: 'Ask ' }, { text: '[Approver]', value: 'who', blank: true }, { text: '.' }],
    },
  ]);
  expect(filled([{ kind: 'rows', key: 'kept' }], { kept: [] })).toBe('[Kept]');
});

test('sections count from 1, rules run through the section, and a switch takes its part away with its numbers', () => {
  const rule = (words: string): Block => ({ kind: 'rule', blocks: [text(words)] });
  const blocks: Block[] = [
    { kind: 'heading', level: 1, spans: [{ text: 'Purpose' }] },
    { kind: 'heading', level: 1, spans: [{ text: 'Rules' }] },
    rule('a'),
    {
      kind: 'when',
      flag: 'on',
      on: true,
      blocks: [{ kind: 'heading', level: 2, spans: [{ text: 'Part' }] }, rule('b')],
    },
    { kind: 'when', flag: 'on', on: false, blocks: [text('off')] },
    rule('c'),
  ];
  expect(filled(blocks, { on: true })).toBe('1 Purpose\n\n2 Rules\n\n2.1 a\n\nPart\n\n2.2 b\n\n2.3 c');
  expect(filled(blocks, { on: false })).toBe('1 Purpose\n\n2 Rules\n\n2.1 a\n\noff\n\n2.2 c');
  expect(toHtml(fill(blocks, { on: false }, specs))).toBe(
    '<h1>1 Purpose</h1><h1>2 Rules</h1><p>2.1 a</p><p>off</p><p>2.2 c</p>',
  );
});

test('rows of a table value become a table', () => {
  expect(toHtml(fill([{ kind: 'rows', key: 'kept' }], { kept: [{ what: '<b>', years: 7 }] }, specs))).toBe(
    '<table><thead><tr><th>What</th><th>Years</th></tr></thead><tbody><tr><td>&lt;b&gt;</td><td>7</td></tr></tbody></table>',
  );
});

test('what is typed is text, whatever it looks like', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constantFrom('<script>alert(1)</script>', '{{who}}', '**x** [a](b) | c', '"><img>'),
      ),
      (typed) => {
        const [block] = fill([saying('Ask ', 'who', ' now.')], { who: typed }, specs);
        const place =
          typed.trim() === ''
            ? { text: '[Approver]', value: 'who', blank: true }
            : { text: typed, value: 'who' };
        expect(block).toEqual({ kind: 'paragraph', spans: [{ text: 'Ask ' }, place, { text: ' now.' }] });
        expect(toHtml([block!]).replaceAll('<br>', '')).toMatch(/^<p>[^<>"]*<\/p>$/);
      },
    ),
  );
});

test('what is left out takes its default, and a list that was emptied stays empty', () => {
  const given = { who: '  ', scope: [], least: null };
  const holding = holdingValues(specs, given, { who: 'Ada', scope: ['mail'], least: 15 });
  expect(holding).toMatchObject({ who: 'Ada', scope: [], least: 15, kept: null });
  expect(missingValues(specs, holding).map(({ key }) => key)).toEqual(['scope', 'on', 'kept']);
});

test.each([
  ['least', 7, 'Please enter a whole number from 8 to 64.'],
  ['least', '15', 'Please enter a whole number from 8 to 64.'],
  ['least', 64, null],
  ['who', 'x'.repeat(301), 'Use at most 300 characters.'],
  ['who', 3, 'Please enter a text.'],
  ['scope', ['mail', 'own entry'], null],
  ['scope', 'mail', 'Please choose from the options.'],
  ['scope', [['mail']], 'Please choose from the options.'],
  ['on', 'yes', 'Please choose yes or no.'],
  ['from', '2026-02-29', 'Please enter a day.'],
  ['from', '2028-02-29', null],
  ['kept', [{ what: 'Payroll' }], 'Row 1: Years is empty.'],
  ['kept', [{ what: 'Payroll', years: 7 }], null],
  ['kept', [{ what: 'Payroll', years: 'x' }], 'Row 1: Years must be a whole number.'],
  ['kept', ['Payroll'], 'Row 1 is not complete.'],
] as [string, any, string | null][])('the value %s: %j', (key, value, problem) => {
  expect(
    valueProblem(
      specs.find((spec) => spec.key === key)!,
      value,
    ),
  ).toBe(problem);
});
