import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { SettingsError } from '#platform/server/settings/settings.ts';
import type { Block, Course, Picture } from '../../course.ts';
import { checkCourse } from './courseChecks.ts';
import { courseFile, type CourseFile } from './courseSchema.ts';
import { readPicture } from './pictures.ts';
import { ProseError, readProse } from './prose.ts';

const contentDir = path.resolve(import.meta.dirname, '../../../../../content/training/v1');

export type ContentProblem = { file: string; place: string; problem: string };
type Report = (file: string, place: string, problem: string) => void;

/** `lessons[signs].blocks[2]`: with the id of what stands there where it has one. */
function placeOf(value: unknown, keys: readonly PropertyKey[]): string {
  let at = value;
  let place = '';
  for (const key of keys) {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[key];
    const id = typeof key === 'number' ? (at as { id?: unknown } | undefined)?.id : undefined;
    place +=
      typeof key === 'number'
        ? `[${typeof id === 'string' ? id : key}]`
        : `${place ? '.' : ''}${String(key)}`;
  }
  return place || 'the file';
}

function parseFile(text: string, report: (place: string, problem: string) => void): CourseFile | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken) {
    report(`line ${lines.linePos(broken.pos[0]).line}`, `is not YAML: ${broken.message}`);
    return null;
  }
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  const parsed = courseFile.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    report(
      placeOf(value, issue.path),
      issue.code === 'unrecognized_keys' ? `has the unknown name ${issue.keys.join(', ')}` : issue.message,
    );
  return null;
}

function blockReader(folder: string, report: Report) {
  const picture = (svg: string, alt: string): Picture => {
    const file = path.join(folder, svg);
    const read = existsSync(file)
      ? readPicture(readFileSync(file, 'utf8'))
      : { shape: null, problems: ['is not there'] };
    for (const problem of read.problems) report(svg, 'the picture', problem);
    return { shape: read.shape ?? { name: 'svg', attributes: {}, children: [] }, alt };
  };
  return (place: string, block: CourseFile['lessons'][number]['blocks'][number]): Block => {
    if (block.type === 'figure')
      return { type: 'figure', picture: picture(block.svg, block.alt), caption: block.caption };
    if (block.type === 'text') {
      try {
        return { type: 'text', prose: readProse(block.md) };
      } catch (error) {
        if (!(error instanceof ProseError)) throw error;
        report('course.yaml', place, error.message);
        return { type: 'text', prose: [] };
      }
    }
    if (block.type !== 'hotspot') return block;
    const { id, prompt, svg, alt, spots } = block;
    const shared = { id, prompt, picture: picture(svg, alt) };
    return 'risk' in spots[0]!
      ? { ...shared, type: 'find', spots: spots as Extract<Block, { type: 'find' }>['spots'] }
      : { ...shared, type: 'choose', spots: spots as Extract<Block, { type: 'choose' }>['spots'] };
  };
}

/** Reads one course from its folder, with everything that is wrong with it. */
export function readCourse(dir: string, name: string): { course: Course | null; problems: ContentProblem[] } {
  const folder = path.join(dir, name);
  const problems: ContentProblem[] = [];
  const report: Report = (file, place, problem) => problems.push({ file: `${name}/${file}`, place, problem });
  const yaml = path.join(folder, 'course.yaml');
  if (!existsSync(yaml))
    return {
      course: null,
      problems: [{ file: `${name}/course.yaml`, place: 'the file', problem: 'is not there' }],
    };
  const file = parseFile(readFileSync(yaml, 'utf8'), (place, problem) =>
    report('course.yaml', place, problem),
  );
  if (!file) return { course: null, problems };
  if (file.id !== name) report('course.yaml', 'id', `is ${file.id}, which is not the name of the folder`);
  if (Number(name.slice(0, 2)) !== file.month)
    report('course.yaml', 'month', 'is not the number that the folder begins with');
  const blockOf = blockReader(folder, report);
  const course: Course = {
    ...file,
    lessons: file.lessons.map((lesson) => ({
      ...lesson,
      blocks: lesson.blocks.map((one) => blockOf(lesson.id, one)),
    })),
  };
  checkCourse(course, (place, problem) => report('course.yaml', place, problem));
  const used = new Set(
    file.lessons.flatMap(({ blocks }) => blocks.map((one) => ('svg' in one ? one.svg : ''))),
  );
  for (const svg of readdirSync(folder).filter((one) => one !== 'course.yaml'))
    if (!used.has(svg)) report(svg, 'the file', 'is used by nothing');
  return { course, problems };
}

export const courseFolders = (dir: string = contentDir): string[] =>
  readdirSync(dir)
    .filter((name) => /^\d\d-/.test(name))
    .sort();

export type Courses = ReadonlyMap<string, Course>;

/** Every course of the year by id, in the order of the months. Throws `SettingsError` with one sentence. */
export function loadCourses(dir: string = contentDir): Courses {
  const courses = courseFolders(dir).map((name) => {
    const { course, problems } = readCourse(dir, name);
    const first = problems[0];
    if (first) throw new SettingsError(`content/training/v1/${first.file}: ${first.place} ${first.problem}.`);
    return course!;
  });
  const months = courses.map(({ month }) => month);
  if (months.join() !== Array.from({ length: 12 }, (_, i) => i + 1).join())
    throw new SettingsError(
      `content/training/v1 must have a course for each month from 1 to 12, and has ${months.join(', ') || 'none'}.`,
    );
  return new Map(courses.map((course) => [course.id, course]));
}

let loaded: Courses | undefined;
export const courses = (): Courses => (loaded ??= loadCourses());
