import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security/asvs.md', 'utf8');
const controls = readFileSync('docs/security/controls.md', 'utf8');

const verdicts = ['met', 'partly', 'not', 'not applicable'];
/** Levels that each chapter lists: the third is checked where accounts and rights are. */
const levelsOf = (chapter: number) => (chapter >= 6 && chapter <= 8 ? ['1', '2', '3'] : ['1', '2']);

type Line = { chapter: string; id: string; level: string; verdict: string; evidence: string };

const cellsOf = (row: string) => row.slice(2, -2).split(' | ');

const lines: Line[] = page.split(/^## /m).flatMap((section) => {
  const chapter = section.split('\n', 1)[0]!;
  return [...section.matchAll(/^\| \d+\.\d+\.\d+ \|.*\|$/gm)].map(([row]) => {
    const [id, level, , verdict, evidence] = cellsOf(row);
    return { chapter, id: id!, level: level!, verdict: verdict!, evidence: evidence! };
  });
});

const isFile = (text: string) => /^[\w./-]+\.(tsx?|mjs|md|sql|json|yaml)$/.test(text);

/** What a text names as proof: files in code spans, and in curly quotation marks titles of tests of the file before. */
function namedIn(text: string): { file: string; titles: string[] }[] {
  const named: { file: string; titles: string[] }[] = [];
  for (const [, code, title] of text.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (code !== undefined && isFile(code)) named.push({ file: code, titles: [] });
    if (title !== undefined) named.at(-1)!.titles.push(title);
  }
  return named;
}

const lacking = (evidence: string): string[] =>
  namedIn(evidence).flatMap(({ file, titles }) => {
    if (!existsSync(file)) return [file];
    const source = readFileSync(file, 'utf8').replaceAll(String.raw`\'`, "'");
    return titles.filter((title) => !source.includes(title)).map((title) => `${file} “${title}”`);
  });

test('each requirement is listed once, in order, with a level of its chapter and a verdict', () => {
  const rank = ({ id }: Line) => id.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);
  expect(lines.map(rank)).toEqual([...new Set(lines.map(rank))].toSorted((a, b) => a - b));
  expect(new Set(lines.map(({ id }) => id.split('.')[0])).size).toBe(17);
  const wrong = lines.filter(
    ({ chapter, id, level, verdict }) =>
      !chapter.startsWith(`V${id.split('.')[0]} `) ||
      !levelsOf(Number(id.split('.')[0])).includes(level) ||
      !verdicts.includes(verdict),
  );
  expect(wrong).toEqual([]);
  // as many as the standard has of levels 1 and 2, and of level 3 in three chapters
  expect(['1', '2', '3'].map((one) => lines.filter(({ level }) => level === one).length)).toEqual([
    70, 183, 19,
  ]);
});

test('the counts of each chapter and of all are those of its lines', () => {
  const summary = [...page.matchAll(/^\| (V\d+ [^|]+|All) \|( \d+ \|){5}$/gm)].map(([row]) => cellsOf(row));
  const countsOf = (some: Line[]) =>
    [...verdicts.map((one) => some.filter(({ verdict }) => verdict === one).length), some.length].map(String);
  const chapters = [...new Set(lines.map(({ chapter }) => chapter))];
  expect(summary).toEqual([
    ...chapters.map((chapter) => [chapter, ...countsOf(lines.filter((line) => line.chapter === chapter))]),
    ['All', ...countsOf(lines)],
  ]);
});

test('each file that is named as evidence is there, and holds the tests that are named', () => {
  const missing = lines.flatMap(({ id, evidence }) => lacking(evidence).map((what) => `${id}: ${what}`));
  expect(missing).toEqual([]);
});

test('each line that is met names a file, and every other line says why it is not', () => {
  const bare = lines.filter(({ verdict, evidence }) =>
    verdict === 'met' ? namedIn(evidence).length === 0 : evidence === '',
  );
  expect(bare).toEqual([]);
});

test('each value in the controls is in the file that is named beside it', () => {
  const values = [...controls.matchAll(/\| `([\w./]+\.ts)` `([^`]+)` \|/g)].map(([, file, text]) => ({
    file: file!,
    text: text!,
  }));
  expect(values.length).toBeGreaterThan(20);
  // the formatter decides where a line breaks
  const oneLine = (file: string) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
  expect(values.filter(({ file, text }) => !oneLine(file).includes(text))).toEqual([]);
});
