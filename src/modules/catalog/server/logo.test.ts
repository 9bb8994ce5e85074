import { expect, test } from 'vitest';
import { checkPicture } from './logo.ts';

const vectorOf = (d: string) =>
  checkPicture(`<svg viewBox="0 0 9 9"><path d="${d}" fill="#112233"/></svg>`, 'x.svg').vector;

test.each(['M0 0L9.123456789012 9z', 'M1e-7 0L9 9z', 'M0-.12345678.5z'])(
  'a drawing of plain paths is drawn in documents: %s',
  (d) => expect(vectorOf(d)).not.toBeNull(),
);

test.each(['M0 0a1e200 1e200 0 1 1 1e300 5', 'M0 0L123456789 9', 'M0 0l1E+99 0'])(
  'the name of the brand stands in for one with numbers that no document can hold: %s',
  (d) => expect(vectorOf(d)).toBeNull(),
);
