import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { walk, type Node } from './expressions/find.ts';

/** Forms of verbs, as far as endings and a list tell: a title without any of them says nothing that can be false. */
const verb =
  /\b(?:is|are|was|were|has|have|had|does|do|did|can|cannot|may|must|will|would|needs?|[a-z]{2,}(?:s|ed)|makes?|gives?|takes?|holds?|keeps?|says?|goes|stays?|leaves?|counts?|shows?|come|get|begin|end|stop|pass|fail|read|run|wait|work|lead|ask|stand|find|know|see|sign|learn|hear|tell|fit|agree|share|appear|remain|reach|answer|follow|change|become|name|put|act)\b/i;

/** Why a title is no whole sentence; null for one that may be. */
function problemOf(title: string): string | null {
  // a case of a table completes its title
  if (/%[sjd#i]|\$\w/.test(title)) return null;
  if (title.trim().split(/\s+/).length < 4) return 'has fewer than four words: say who does what';
  if (verb.test(title)) return null;
  return /^[a-z]+ing\b/i.test(title)
    ? 'is a fragment that begins with an -ing form: begin with the subject'
    : 'has no verb: say what happens';
}

type Titled = { title: string; line: number };

/** The titles of `test` and `it` outside `describe`; below one, the title goes on what the group begins. */
function titlesOf(file: string): Titled[] {
  const text = readFileSync(file, 'utf8');
  const nodes = walk(parseSync(file, text).program as unknown as Node).filter(
    ({ type }) => type === 'CallExpression',
  );
  const nameOf = ({ callee }: Node): string =>
    /^[a-z]+/.exec(text.slice((callee as Node).start, (callee as Node)['end'] as number))![0];
  const called = (name: RegExp) =>
    nodes.flatMap((node) => {
      const [first, second] = node['arguments'] as Node[];
      const isTitle = first?.type === 'Literal' && typeof first['value'] === 'string' && second !== undefined;
      const isCalled = /^[a-z]/.test(text.slice(node.start)) && name.test(nameOf(node));
      return isTitle && isCalled
        ? [{ title: first['value'] as string, start: node.start, end: node['end'] as number }]
        : [];
    });
  const groups = called(/^describe$/);
  return called(/^(?:test|it)$/).map(({ title, start }) => ({
    title: [
      ...groups.filter((one) => one.start < start && start < one.end).map((one) => one.title),
      title,
    ].join(' '),
    line: text.slice(0, start).split('\n').length,
  }));
}

test('a title that is no whole sentence is refused with a reason, and a sentence is not', () => {
  expect(problemOf('a canceled trial keeps its scans')).toBeNull();
  expect(problemOf('the archive')).toContain('four words');
  expect(problemOf('switching off takes password and code')).toBeNull();
  expect(problemOf('switching off without a code')).toContain('-ing');
  expect(problemOf('the green door of my new house')).toContain('verb');
});

test('the title of every test is a whole sentence', () => {
  const wrong = ['src', 'checks', 'e2e'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => path.posix.join(root, name.replaceAll(path.sep, '/')))
      .flatMap((file) =>
        titlesOf(file).flatMap(({ title, line }) => {
          const problem = problemOf(title);
          return problem ? [`${file}:${line} "${title}" ${problem}`] : [];
        }),
      ),
  );
  expect(wrong.toSorted()).toEqual([]);
});
