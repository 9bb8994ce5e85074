import { expect, test } from 'vitest';
import { checked, emptyRow, leftOver, readPasted, withPasted, type NewcomerRow } from './newcomers.ts';

const short = (rows: readonly NewcomerRow[] | null) =>
  rows?.map(({ firstName, lastName, email, department }) =>
    [firstName, lastName, email, department].join('|'),
  );

test.each<[what: string, text: string, rows: string[] | undefined]>([
  ['a word', 'Ann', undefined],
  ['an address with blanks around', ' ann@acme-widgets.com\n', undefined],
  [
    'names before the address',
    'Ann\tMiller\tann@acme-widgets.com\tLab',
    ['Ann|Miller|ann@acme-widgets.com|Lab'],
  ],
  [
    'a whole name before it',
    'Ann Lee Miller\tann@acme-widgets.com',
    ['Ann Lee|Miller|ann@acme-widgets.com|'],
  ],
  ['the address first', 'ann@acme-widgets.com\tAnn Miller\tLab', ['Ann|Miller|ann@acme-widgets.com|Lab']],
  [
    'named columns in any order',
    'Department\tEmail address\tLast name\tFirst name\nLab\ta@b.co\tMiller\tAnn',
    ['Ann|Miller|a@b.co|Lab'],
  ],
  [
    'commas, one person per line',
    'Ann Miller, ann@acme-widgets.com\r\nBo Lind, bo@acme-widgets.com',
    ['Ann|Miller|ann@acme-widgets.com|', 'Bo|Lind|bo@acme-widgets.com|'],
  ],
  ['lines without anything', 'Ann\ta@b.co\n\t\n\nBo\tb@b.co', ['Ann||a@b.co|', 'Bo||b@b.co|']],
  ['no address at all', 'Ann\tMiller', ['Ann|Miller||']],
  ['marks that spreadsheets leave', '\ufeffAnn\t\u200ba@b.co', ['Ann||a@b.co|']],
])('pasted: %s', (_what, text, rows) => expect(short(readPasted(text))).toEqual(rows));

test('what is pasted takes the place of the blank row, and leaves the others', () => {
  const [first, blank] = [emptyRow({ firstName: 'Ann', email: 'a@b.co' }), emptyRow()];
  expect(short(withPasted([first, blank], blank.key, readPasted('Bo\tb@b.co\nCy\tc@b.co')!))).toEqual(
    ['Bo||b@b.co|', 'Cy||c@b.co|', 'Ann||a@b.co|'].toSorted((a) => (a.startsWith('Ann') ? -1 : 1)),
  );
});

test('a name and a valid address are asked for, each address once; a blank row asks for nothing', () => {
  const rows = [
    { email: 'a@b.co' },
    { firstName: 'Bo', email: 'bo' },
    { firstName: 'Cy', email: 'c@b.co' },
    { lastName: 'Cy', email: ' C@B.co ' },
    {},
  ];
  expect(checked(rows.map((row) => emptyRow(row))).map(({ error }) => error)).toEqual([
    'Please enter a name.',
    'Please enter a valid email address.',
    null,
    'This address is already listed above.',
    null,
  ]);
});

test('whoever is in goes; the others keep their row with the reason, without its number', () => {
  const sent = ['Ann', 'Bo', 'Cy', 'Dee'].map((firstName) => emptyRow({ firstName }));
  const fate = (kind: 'added' | 'restored' | 'no-seat', message = '') => ({
    row: 1,
    firstName: '',
    lastName: '',
    email: '',
    department: '',
    startMonth: null,
    fate: kind,
    message,
  });
  expect(
    leftOver(sent, [
      fate('added'),
      fate('no-seat', 'Row 2: No seat is left for b@b.co.'),
      fate('restored'),
    ]).map(({ firstName, error }) => [firstName, error]),
  ).toEqual([
    ['Bo', 'No seat is left for b@b.co.'],
    ['Dee', 'This row was not sent.'],
  ]);
});
