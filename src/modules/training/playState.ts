/** Where a person is in a course: small, plain, and enough to go on anywhere. */
export type PlayState = {
  /** Decides every order and drawing for this person. */
  seed: string;
  opened: string[];
  /** The lesson that was opened last; '' before the first. */
  place: string;
  /** By exercise: items solved, spots seen, choices made in order, or settings switched on ("variant/item"). */
  work: Record<string, string[]>;
  /** Exercises that were done once; they stay done. */
  done: string[];
  /** The test that runs, or the one that ended last, with what was answered. */
  quiz: { questions: string[]; answers: Record<string, string[]> } | null;
  attempts: number;
  /** Questions of the two latest tests, which the next one avoids. */
  seen: string[];
  /** Of the test that ended last: score in percent, and lessons that it found wanting. */
  last: { score: number; missed: string[] } | null;
  best: number | null;
  /** After the third failure: when a test may begin again (UTC ISO), and the lessons to be opened before. */
  waitUntil: string | null;
  reread: string[];
  /** Stays, whatever becomes of content and pass mark. */
  passed: { score: number; at: string; version: string } | null;
};

export const freshState = (seed: string): PlayState => ({
  seed,
  opened: [],
  place: '',
  work: {},
  done: [],
  quiz: null,
  attempts: 0,
  seen: [],
  last: null,
  best: null,
  waitUntil: null,
  reread: [],
  passed: null,
});

/** The state as short text: SCORM 1.2 keeps 4,096 characters for a course, and a test measures every course's longest. */
export function writeState(state: PlayState): string {
  const { seed, opened, place, work, done, quiz, attempts, seen, last, best, waitUntil, reread, passed } =
    state;
  return JSON.stringify([
    1,
    seed,
    opened,
    place,
    work,
    done,
    quiz && [quiz.questions, quiz.answers],
    attempts,
    seen,
    last && [last.score, last.missed],
    best,
    waitUntil,
    reread,
    passed && [passed.score, passed.at, passed.version],
  ]);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 100;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 60 && value.every(isText);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isPercent = (value: unknown): value is number => isCount(value) && value <= 100;
const isTextsByName = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([name, texts]) => isText(name) && isTexts(texts));
const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
const orNull = <T>(value: unknown, is: (given: unknown) => given is T): value is T | null =>
  value === null || is(value);
const isPair =
  <A, B>(first: (given: unknown) => given is A, second: (given: unknown) => given is B) =>
  (value: unknown): value is [A, B] =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

const isPassed = (value: unknown): value is [score: number, at: string, version: string] =>
  Array.isArray(value) && isPercent(value[0]) && isTime(value[1]) && isText(value[2]);

type Stored = [
  form: 1,
  seed: string,
  opened: string[],
  place: string,
  work: Record<string, string[]>,
  done: string[],
  quiz: [questions: string[], answers: Record<string, string[]>] | null,
  attempts: number,
  seen: string[],
  last: [score: number, missed: string[]] | null,
  best: number | null,
  waitUntil: string | null,
  reread: string[],
  passed: [score: number, at: string, version: string] | null,
];
const storedParts: ((value: unknown) => boolean)[] = [
  (form) => form === 1,
  isText,
  isTexts,
  isText,
  isTextsByName,
  isTexts,
  (quiz) => orNull(quiz, isPair(isTexts, isTextsByName)),
  isCount,
  isTexts,
  (last) => orNull(last, isPair(isPercent, isTexts)),
  (best) => orNull(best, isPercent),
  (waitUntil) => orNull(waitUntil, isTime),
  isTexts,
  (passed) => orNull(passed, isPassed),
];
const isStored = (given: unknown): given is Stored =>
  Array.isArray(given) && given.length === storedParts.length && storedParts.every((is, i) => is(given[i]));

/** Reads what `writeState` wrote; null for anything else, so that no stored text can bring a player down. */
export function readState(text: string): PlayState | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isStored(given)) return null;
  const [, seed, opened, place, work, done, quiz, attempts, seen, last, best, waitUntil, reread, passed] =
    given;
  return {
    seed,
    opened,
    place,
    work,
    done,
    quiz: quiz && { questions: quiz[0], answers: quiz[1] },
    attempts,
    seen,
    last: last && { score: last[0], missed: last[1] },
    best,
    waitUntil,
    reread,
    passed: passed && { score: passed[0], at: passed[1], version: passed[2] },
  };
}
