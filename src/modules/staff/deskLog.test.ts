import { describe, expect, test } from 'vitest';
import { differences, labelOf, textOf } from './deskLog.ts';

describe('the desk log', () => {
  test('keeps what differs, below the first level too, and nothing else', () => {
    const before = {
      name: 'Acme',
      colours: { accent: '#111111' },
      hosts: ['a.test'],
      mailFrom: 'x@acme.test',
    };
    const after = { name: 'Acme', colours: { accent: '#222222' }, hosts: ['a.test', 'b.test'] };
    expect(differences(before, after)).toEqual({
      before: { 'colours.accent': '#111111', hosts: ['a.test'], mailFrom: 'x@acme.test' },
      after: { 'colours.accent': '#222222', hosts: ['a.test', 'b.test'] },
    });
    expect(differences(undefined, { name: 'Acme' })).toEqual({ before: {}, after: { name: 'Acme' } });
    expect(differences(after, { ...after })).toEqual({ before: {}, after: {} });
  });

  test.each([
    [null, null],
    ['', ''],
    [true, 'Yes'],
    [30, '30'],
    [[], 'None'],
    [['a.test', 'b.test'], 'a.test, b.test'],
    [
      [
        { plan: 'free', planDiscountMessage: '', coupons: [] },
        { plan: 'plus', planDiscountMessage: 'Members save', coupons: ['M20', 'M30'] },
      ],
      'free, plus (Members save; M20, M30)',
    ],
  ])('shows %j as %j', (value, text) => expect(textOf(value)).toBe(text));

  test('calls values by words where there are some', () => {
    expect([labelOf('colours.accent'), labelOf('toString')]).toEqual(['Accent color', 'toString']);
  });
});
