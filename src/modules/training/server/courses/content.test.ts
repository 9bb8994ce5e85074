import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exercisesOf, type Course, type Exercise, type Prose } from '../../course.ts';
import { freshState, writeState, type PlayState } from '../../playState.ts';
import { courseFolders, loadCourses, readCourse } from './courses.ts';

const dir = path.resolve(import.meta.dirname, '../../../../../content/training/v1');

test.each(courseFolders(dir))('%s has nothing that a player could stumble over', (name) => {
  expect(
    readCourse(dir, name).problems.map(({ file, place, problem }) => `${file}: ${place} ${problem}`),
  ).toEqual([]);
});

const courses = [...loadCourses(dir).values()];
const titled = courses.map((course) => [course.id, course] as const);

const proseText = (prose: Prose): string =>
  prose
    .map((block) =>
      (block.kind === 'paragraph' ? [block.runs] : block.items)
        .map((runs) => `${runs.map(({ text }) => text).join('')}.`)
        .join('\n'),
    )
    .join('\n');

/** What a lesson says, beside its exercises. */
const lessonText = ({ blocks }: Course['lessons'][number]): string =>
  blocks
    .map((block) =>
      block.type === 'text'
        ? proseText(block.prose)
        : block.type === 'reveal'
          ? block.items.map(({ front, back }) => `${front}. ${back}`).join('\n')
          : '',
    )
    .join('\n');

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** Syllables as a rule of thumb counts them: groups of vowels, less a silent e. */
function syllables(word: string): number {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  const groups = plain
    .replace(/(?:[^laeiouy]es|[^laeiouy]ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '')
    .match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}

/** School year in which a text can be read (Flesch and Kincaid). */
function readingGrade(text: string): number {
  const words = wordsOf(text);
  const sentences = text.split(/[.!?]+(?:\s|$)|\n/).filter((one) => wordsOf(one).length > 0).length;
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (spoken / words.length) - 15.59;
}

/** Every text of a course, whatever it is for. */
const allTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(allTexts)
      : [];

test('there is a course for each month of the year', () => {
  expect(courses.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

describe.each(titled)('%s', (_id, course) => {
  test('says little in each lesson, in words that a fourteen-year-old reads', () => {
    const lessons = course.lessons.map((lesson) => ({
      id: lesson.id,
      words: wordsOf(lessonText(lesson)).length,
      grade: readingGrade(lessonText(lesson)),
    }));
    expect(lessons.filter(({ words }) => words < 80 || words > 200)).toEqual([]);
    expect(lessons.filter(({ grade }) => grade >= 10)).toEqual([]);
    const whys = course.quiz.questions.flatMap((question) =>
      (question.type === 'spot'
        ? question.parts
        : question.type === 'order'
          ? question.items
          : question.options
      ).map(({ why = '' }) => why),
    );
    expect(readingGrade(whys.join('\n'))).toBeLessThan(10);
  });

  test('explains every answer in a whole sentence, and its right answers cannot be told by their length', () => {
    const singles = course.quiz.questions.flatMap((question) =>
      question.type === 'single' ? [question] : [],
    );
    const reasons = singles.flatMap((question) =>
      question.options.map(({ id, why }) => ({ at: `${question.id}.${id}`, words: wordsOf(why).length })),
    );
    expect(reasons.filter(({ words }) => words < 5 || words > 45)).toEqual([]);
    const isLongest = singles.filter(({ options }) =>
      options.every(
        ({ right, text }) => right || text.length < options.find((one) => one.right)!.text.length,
      ),
    );
    expect(isLongest.length / singles.length).toBeLessThanOrEqual(0.6);
  });

  test('names only addresses and domains that belong to nobody', () => {
    const { maps: _maps, ...shown } = course;
    const domains = allTexts(shown).flatMap(
      (text) =>
        text.match(
          /\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|co|uk|de|eu|info|biz|app|dev|me|us|gov|edu|example)\b/gi,
        ) ?? [],
    );
    expect(domains.filter((domain) => !domain.toLowerCase().endsWith('.example'))).toEqual([]);
  });

  test('has pictures, several exercises, and a state that fits into what other learning systems keep', () => {
    const pictures = course.lessons.flatMap(({ blocks }) => blocks.filter((block) => 'picture' in block));
    expect(pictures.length).toBeGreaterThanOrEqual(4);
    expect(exercisesOf(course).length).toBeGreaterThanOrEqual(3);
    expect(writeState(largestState(course)).length).toBeLessThanOrEqual(4000);
  });
});

/** Everything that an exercise can keep at most. */
function mostKept(exercise: Exercise): string[] {
  if (exercise.type === 'triage' || exercise.type === 'sort') return exercise.items.map(({ id }) => id);
  if (exercise.type === 'find' || exercise.type === 'choose') return exercise.spots.map(({ id }) => id);
  if (exercise.type === 'checklist')
    return exercise.variants.flatMap((variant) => variant.items.map(({ id }) => `${variant.id}/${id}`));
  if (exercise.type === 'strength') return ['tried'];
  const longest = Object.values(exercise.nodes).flatMap(({ choices }) => choices.map(({ id }) => id));
  return longest.toSorted((a, b) => b.length - a.length).slice(0, 6);
}

/** A state of the course that no state is longer than. */
function largestState(course: Course): PlayState {
  const exercises = exercisesOf(course);
  const lessons = course.lessons.map(({ id }) => id);
  const longest = course.quiz.questions.toSorted(
    (a, b) =>
      JSON.stringify(answersOf(b)).length + b.id.length - JSON.stringify(answersOf(a)).length - a.id.length,
  );
  const asked = longest.slice(0, course.quiz.draw);
  const at = '2026-03-02T17:00:00.000Z';
  return {
    ...freshState('0'.repeat(36)),
    opened: lessons,
    place: lessons.toSorted((a, b) => b.length - a.length)[0]!,
    work: Object.fromEntries(exercises.map((exercise) => [exercise.id, mostKept(exercise)])),
    done: exercises.map(({ id }) => id),
    quiz: {
      questions: asked.map(({ id }) => id),
      answers: Object.fromEntries(asked.map((question) => [question.id, answersOf(question)])),
    },
    attempts: 1000,
    seen: longest.slice(0, 2 * course.quiz.draw).map(({ id }) => id),
    last: { score: 100, missed: lessons },
    best: 100,
    waitUntil: at,
    reread: lessons,
    passed: { score: 100, at, version: course.version },
  };
}

const answersOf = (question: Course['quiz']['questions'][number]): string[] =>
  (question.type === 'spot'
    ? question.parts.filter(({ id }) => id).slice(0, 1)
    : question.type === 'order'
      ? question.items
      : question.type === 'multiple'
        ? question.options
        : question.options.slice(0, 1)
  ).map(({ id }) => id!);
