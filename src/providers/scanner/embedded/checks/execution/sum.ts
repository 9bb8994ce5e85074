import type { Tried } from '../../rule.ts';
import { randomInt } from 'node:crypto';
import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { Fill } from '../../points/point.ts';

/** A sum whose result stands nowhere in what is sent: an answer that holds it has calculated. */
export type Sum = {
  a: number;
  b: number;
  product: string;
  tag: string;
};

const letters = 'bcdfghjkmnpqrstvwxz';

// The product has nine or ten digits, so it is nobody's price or count, and fits the 32 bits of the poorest language.
const [least, most] = [20_011, 46_340];

export function freshSum(): Sum {
  const [a, b] = [randomInt(least, most), randomInt(least, most)];
  return {
    a,
    b,
    product: String(a * b),
    tag: `zq${Array.from({ length: 3 }, () => letters[randomInt(letters.length)]).join('')}`,
  };
}

const separator = String.raw`(?:[,.'’\u00a0\u202f ]|&nbsp;|&#160;|&#39;)?`;

/** Pattern of a whole number, also as languages write it for people: 1,234,567. */
const written = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, '\n').replaceAll('\n', separator);

export function holdsProduct(answer: HttpAnswer, sum: Sum, before = ''): boolean {
  return new RegExp(
    `${before === '' ? String.raw`(?<![\d.])` : `${before}[$#%*@]?`}${written(sum.product)}(?!\\d)`,
  ).test(bodyText(answer));
}

export type Attempt = { value: string; fill?: Fill; before?: string };
export type Calculated = { answer: HttpAnswer; sum: Sum; payload: string };

/**
 * Sends a text made around a sum; when the result comes back, once more with other numbers. Null when one of the two
 * did not calculate. `onMiss` is given the first answer then.
 */
export async function calculates(
  tried: Tried,
  make: (sum: Sum) => Attempt,
  onMiss?: (answer: HttpAnswer, sum: Sum) => void,
): Promise<Calculated | null> {
  let last: Calculated | null = null;
  for (let turn = 0; turn < 2; turn++) {
    const sum = freshSum();
    const { value, fill, before } = make(sum);
    const answer = await tried.send(value, fill);
    if (!answer) return null;
    if (!holdsProduct(answer, sum, before)) {
      if (turn === 0) onMiss?.(answer, sum);
      return null;
    }
    last = { answer, sum, payload: value };
  }
  return last;
}
