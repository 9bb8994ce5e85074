import { dictionary } from '@zxcvbn-ts/language-common';

// providers, which know only the server's part of the platform, refuse with the same words
export { guessablePassword } from '../../guessablePassword.ts';

const common = new Set(dictionary['passwords-common']);

/** Digits and signs that stand for letters; `1` and `!` for either of two. */
const leet: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
};
const unleet = (text: string, one: string) =>
  text.replaceAll(/[03457@$89]/g, (sign) => leet[sign]!).replaceAll(/[1!|]/g, one);

const trimmed = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890',
];
const isRow = (text: string) =>
  rows.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text));
/** What a text repeats over and over; itself where it does not. */
const unitOf = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** A text as guessing programs come to it: with signs read as letters, and without what people put around a word. */
function formsOf(text: string): string[] {
  const spelled = [text, trimmed(text)].flatMap((form) => [form, unleet(form, 'i'), unleet(form, 'l')]);
  const cut = [text.slice(1), ...[1, 2, 3].map((count) => text.slice(0, -count))].filter(
    (form) => form.length >= 6,
  );
  return [
    ...new Set([...spelled, ...spelled.flatMap((form) => [trimmed(form), lettersOf(form)]), ...cut]),
  ].flatMap((form) => [form, unitOf(form)]);
}

/** Letters of a password that are judged; no password may be longer. */
const mostLetters = 256;

const isCommon = (text: string): boolean =>
  formsOf(text).some((form) => common.has(form) || (form.length >= 4 && isRow(form))) ||
  new Set(lettersOf(text)).size < 3;

/** Words of names, addresses and companies, as a person who knows them would try them. */
const wordsOf = (about: readonly string[]): string[] =>
  [
    ...new Set(
      about
        .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
        .map((word) => word.normalize('NFKC').toLowerCase()),
    ),
  ]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);

/** True where little but words about the person is in a text. */
function isPersonal(text: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && (lettersOf(rest).length < 4 || isCommon(rest.replaceAll(' ', '')));
}

/**
 * True for a password among those that programs try first: one of 49,000 common ones, a variant of one (case, signs for
 * letters, digits and signs around it), or one made of words about its person.
 * @param about the person's email address, company, and the name of the portal
 */
export function isGuessable(password: string, about: readonly string[] = []): boolean {
  const text = password.slice(0, mostLetters).normalize('NFKC').toLowerCase();
  const words = wordsOf(about);
  return (
    isCommon(text) || [text, unleet(text, 'i'), unleet(text, 'l')].some((form) => isPersonal(form, words))
  );
}
