import { percentOf } from '#platform/percent.ts';
import type { strengthVerdicts } from '../../../../course.ts';

type Verdict = (typeof strengthVerdicts)[number];
export type Judgement = {
  verdict: Verdict;
  /** How hard it is to guess, in percent of what is plenty. */
  percent: number;
};

const leastLength = 15;
const plentyOfBits = 80;

/** What everybody tries first, and what those words are made into. */
const commonWords = [
  'password', 'passwort', 'welcome', 'letmein', 'admin', 'login', 'iloveyou', 'monkey', 'dragon', 'football', 'baseball', 'sunshine', 'princess',
  'master', 'shadow', 'superman', 'batman', 'trustno', 'whatever', 'starwars', 'secret', 'changeme', 'default', 'hello', 'access',
  'summer', 'winter', 'spring', 'autumn', 'company', 'office', 'computer', 'internet', 'qwerty', 'qwertz', 'azerty',
  'monday', 'friday', 'january', 'february', 'october', 'november', 'december',
]; // prettier-ignore
const names = [
  'anna', 'maria', 'michael', 'david', 'daniel', 'thomas', 'james', 'john', 'robert', 'jennifer', 'jessica', 'emma', 'olivia', 'sophia', 'liam',
  'noah', 'lucas', 'max', 'bella', 'luna', 'charlie', 'rocky', 'buddy', 'lucy', 'daisy', 'oscar', 'simba', 'sarah', 'laura', 'peter', 'paul',
  'linda', 'susan', 'kevin', 'brian', 'alex', 'nicole', 'andrew', 'joshua', 'matthew', 'london', 'berlin', 'paris', 'boston', 'chicago', 'texas',
  'liverpool', 'arsenal', 'chelsea', 'barcelona', 'yankees', 'lakers',
]; // prettier-ignore
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890'];
const swaps: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (text: string): string => [...text.toLowerCase()].map((sign) => swaps[sign] ?? sign).join('');
const turned = (text: string): string => [...text].toReversed().join('');

/** Words of at least three letters, as they stand between other signs or capitals. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 3);

/** Longest run of neighbours on a keyboard or in the alphabet, forwards or backwards. */
function longestRow(text: string): number {
  const lower = text.toLowerCase();
  let longest = 0;
  for (const row of [...rows, ...rows.map(turned)])
    for (let from = 0; from < lower.length; from++) {
      let length = 1;
      while (from + length < lower.length && row.includes(lower.slice(from, from + length + 1))) length++;
      if (length > longest && row.includes(lower.slice(from, from + length))) longest = length;
    }
  return longest;
}

/** The same piece again and again, or hardly any different signs. */
function isRepeated(text: string): boolean {
  const lower = text.toLowerCase();
  if (/^(.{1,8}?)\1+.{0,3}$/u.test(lower) || /(.)\1{3,}/u.test(lower)) return true;
  if (new Set(lower).size <= Math.min(5, Math.floor(text.length / 3))) return true;
  const words = wordsOf(text);
  return words.length >= 3 && new Set(words).size <= words.length / 2;
}

/** What is left when known words, years and dates are taken away. */
const restWithout = (text: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), text).replace(/[^\p{L}]/gu, '');

function bitsOf(text: string): number {
  const words = wordsOf(text);
  const letters = words.join('').length;
  // a few words in a row are guessed word by word
  if (words.length >= 3 && letters >= text.replace(/[\s\d\p{P}\p{S}]/gu, '').length)
    return 11 * new Set(words).size + (text.length - letters) * 1.5;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(text)).length;
  return text.length * (3 + kinds * 0.6);
}

function verdictOf(text: string): Verdict {
  const simple = plain(text);
  const asWritten = text.toLowerCase();
  const has = (word: string) => simple.includes(word) || asWritten.includes(word);
  const common = commonWords.filter(has);
  if (common.length > 0 && restWithout(simple, common).length < 6) return 'common';
  if (text.length > 0 && isRepeated(text)) return 'repeat';
  if (longestRow(text) >= 4 && longestRow(text) >= text.length / 3) return 'pattern';
  const known = names.filter(
    (name) => wordsOf(text).includes(name) || wordsOf(simple).includes(name) || simple.startsWith(name),
  );
  if (known.length > 0 && restWithout(asWritten, known).length < 6) return 'name';
  if (text.length < leastLength) return 'short';
  // a word with a year or a date behind it
  if (
    /^\p{L}+[^\p{L}]{0,12}$/u.test(text) &&
    wordsOf(text).length === 1 &&
    /\d/.test(text) &&
    text.replace(/[^\p{L}]/gu, '').length < leastLength
  )
    return 'pattern';
  return 'good';
}

/** Judges a made-up password in the page alone. */
export function judge(text: string): Judgement {
  const verdict = verdictOf(text);
  const plenty = percentOf(bitsOf(text), plentyOfBits);
  if (verdict === 'good') return { verdict, percent: Math.max(60, plenty) };
  return {
    verdict,
    percent: text.length === 0 ? 0 : Math.max(4, Math.min(verdict === 'short' ? 50 : 30, plenty)),
  };
}
