/** How long tasks take, computed from what is in them, so that every place promises the same. */

/** Of plain business text, read to be understood. */
export const wordsPerMinute = 220;

/** To decide on an answer once the question is read, looking something up now and then. */
const answerSeconds = 20;

/** To fill in one value of a form that has a default and a sentence of help. */
const valueSeconds = 30;

/** Words of a text; markup and punctuation between spaces do not count. */
export const wordsIn = (text: string): number =>
  text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Seconds to read a question and answer it. */
export const questionSeconds = (text: string): number =>
  (wordsIn(text) / wordsPerMinute) * 60 + answerSeconds;

/** Minutes to read a text and fill in its values. */
export const documentMinutes = (text: string, values: number): number =>
  Math.max(1, Math.round(wordsIn(text) / wordsPerMinute + (values * valueSeconds) / 60));

/** Whole minutes as they are promised: in steps of five, at least five while anything is left. */
export const promisedMinutes = (seconds: number): number => Math.ceil(seconds / 300) * 5;

/** An effort in short: `45 min`, `2 h`, `1 h 30 min`. */
export function effort(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ');
}

const counted = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** A promise of time in a sentence: `about 45 minutes`, `about 1 hour 30 minutes`. */
export function aboutTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `about ${[hours > 0 ? counted(hours, 'hour') : '', rest > 0 || hours === 0 ? counted(rest, 'minute') : ''].filter(Boolean).join(' ')}`;
}
