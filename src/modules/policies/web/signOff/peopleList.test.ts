import { expect, test } from 'vitest';
import { readList, withResults } from './peopleList.ts';

const read = (text: string) => readList(text).map(({ name, email, result }) => [name, email, result]);
const ada = ['Ada Vance', 'ada@acme-widgets.com', 'added'];
const bo = ['Bo Lind', 'bo@acme-widgets.com', 'added'];

test.each([
  ['name, address', 'Ada Vance, ada@acme-widgets.com\nBo Lind,bo@acme-widgets.com'],
  [
    'Windows line ends, empty lines and spaces',
    '\r\n  Ada Vance , ada@acme-widgets.com \r\n\r\nBo   Lind,\tbo@acme-widgets.com\r\n'.replace('\t', ' '),
  ],
  ['columns of a spreadsheet', 'Ada Vance\tada@acme-widgets.com\nBo Lind\tbo@acme-widgets.com'],
  ['semicolons', 'Ada Vance;ada@acme-widgets.com\nBo Lind;bo@acme-widgets.com'],
  ['the address first', 'ada@acme-widgets.com, Ada Vance\nbo@acme-widgets.com, Bo Lind'],
  ['a head line', 'Name,Email\nAda Vance,ada@acme-widgets.com\nBo Lind,bo@acme-widgets.com'],
  [
    'a head line after a mark of spreadsheets',
    '\ufeffE-mail address,Full name\nada@acme-widgets.com,Ada Vance\nbo@acme-widgets.com,Bo Lind',
  ],
  [
    'first and last name between other columns',
    'Department,First name,Last name,Work email\nSales,Ada,Vance,ada@acme-widgets.com\nSales,Bo,Lind,bo@acme-widgets.com',
  ],
  ['first and last name without a head line', 'Ada,Vance,ada@acme-widgets.com\nBo,Lind,bo@acme-widgets.com'],
  ['as mail programs write people', 'Ada Vance <ada@acme-widgets.com>\n"Bo Lind" <bo@acme-widgets.com>'],
])('a list is read: %s', (_what, text) => {
  expect(read(text)).toEqual([ada, bo]);
});

test('a quoted cell may hold a comma and quotes', () => {
  expect(read('"Vance, Ada ""Ace""",ada@acme-widgets.com')).toEqual([
    ['Vance, Ada "Ace"', 'ada@acme-widgets.com', 'added'],
  ]);
});

test('every line that cannot be added says why, and keeps its number', () => {
  const text = `Ada Vance, ada@acme-widgets.com\n\nBo Lind, bo@\n, cy@acme-widgets.com\nAda again, ADA@acme-widgets.com\n${'x'.repeat(121)}, dee@acme-widgets.com\nOnly a name`;
  expect(readList(text).map(({ line, result }) => [line, result])).toEqual([
    [1, 'added'],
    [3, 'bad-address'],
    [4, 'name-missing'],
    [5, 'twice'],
    [6, 'name-too-long'],
    [7, 'bad-address'],
  ]);
});

test('control characters never reach the server', () => {
  expect(read('Ada\u0000 Vance\u0007, ada@acme-widgets.com')).toEqual([ada]);
});

test('results of the server take the place of the preview', () => {
  const people = readList(
    'Ada Vance, ada@acme-widgets.com\nnobody\nBo Lind, bo@acme-widgets.com\nCy Dale, cy@acme-widgets.com',
  );
  const results = [
    { name: '', email: '', fate: 'already-there' as const },
    { name: '', email: '', fate: 'added' as const },
  ];
  expect(withResults(people, results).map(({ result }) => result)).toEqual([
    'already-there',
    'bad-address',
    'added',
    'not-sent',
  ]);
});
