import fc from 'fast-check';
import { expect, test } from 'vitest';
import { traineeStandings } from '../entities.ts';
import { everybody, readFilter, sortable, writeFilter } from './filter.ts';

test('what is chosen comes back from its address, and what else stands there is kept', () => {
  const filters = fc.record({
    search: fc.string({ maxLength: 100 }).map((text) => text.trim()),
    standing: fc.constantFrom(...traineeStandings, 'active' as const, 'all' as const),
    course: fc.string({ maxLength: 60 }),
    sort: fc.constantFrom(...sortable),
    down: fc.boolean(),
    page: fc.integer({ min: 1, max: 9999 }),
  });
  fc.assert(
    fc.property(filters, (filter) => {
      const query = writeFilter(filter, new URLSearchParams('other=1&page=7'));
      expect(query.get('other')).toBe('1');
      expect(readFilter(new URLSearchParams(query.toString()))).toEqual(filter);
    }),
  );
});

test('the plain list has a plain address', () => {
  expect(writeFilter(everybody, new URLSearchParams()).toString()).toBe('');
  expect(readFilter(new URLSearchParams('page=0&standing=x&sort=y&down=yes'))).toEqual(everybody);
});
