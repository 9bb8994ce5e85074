import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { programFiles, walk, type Node } from './expressions/find.ts';

/** The portal's sheets. The pages of the mailbox and of the payment sandbox load none of them and have their own. */
const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src', name))
  .filter((file) => file.endsWith('.css') && !file.includes('/embedded/'))
  .toSorted();

const cssOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

/** Each part of the sheets that breaks a rule, as `file: part`. */
const found = (rule: (css: string) => string[], files = sheets) =>
  files.flatMap((file) => rule(cssOf(file)).map((part) => `${file}: ${part}`));

/** Sizes of text that are none of the eight styles; paper is measured in points. */
const ownSizes = (css: string) =>
  [...css.matchAll(/\bfont(?:-size)?: ([^;]*)/g)]
    .filter(([, value]) => !/^(?:calc\()?var\(--text-|^inherit$|^[\d.]+(?:em|pt)$/.test(value!))
    .map(([declaration]) => declaration);

/** Questions about the window other than those at 624, 900, and 1499 px. */
const ownWidths = (css: string) =>
  [...css.matchAll(/@media[^{]*width[^{]*/g)]
    .map(([query]) => query.trim())
    .filter((query) => !/\(width (?:(?:<=?|>) (?:39|56\.25)em|>= 93\.6875em)\)/.test(query));

/** Rules that leave something to screen readers alone. */
const ownHiding = (css: string) =>
  [...css.matchAll(/\{([^{}]*)\}/g)]
    .map(([, body]) => body!)
    .filter((body) => /\bwidth: 1px;/.test(body) && /\bclip(?:-path)?: /.test(body));

const classesOf = (css: string): string[] => [
  ...new Set(
    [...css.replaceAll(/:global\([^)]*\)|\{[^{}]*\}/g, ' ').matchAll(/\.([a-z](?:[\w-]|\\.)*)/gi)].map(
      ([, name]) => name!.replaceAll('\\', ''),
    ),
  ),
];

/** The texts that a value of `className` can hold; what it compares with is none. */
function wordsIn(attribute: Node): string[] {
  const nodes = walk(attribute);
  const compared = new Set(nodes.flatMap((part) => (part.type === 'BinaryExpression' ? walk(part) : [])));
  return nodes.flatMap((part) => {
    if (compared.has(part) || !/^(?:Literal|TemplateElement)$/.test(part.type)) return [];
    const value = part['value'] as string | { cooked: string } | undefined;
    const said = part.type === 'TemplateElement' ? (value as { cooked: string }).cooked : value;
    return typeof said === 'string' ? said.split(/\s+/).filter(Boolean) : [];
  });
}

type Names = { words: string[]; classes: { sheet: string; name: string }[] };

/** What a screen names: words of the look, and classes of its sheets (`*` where it picks one as it runs). */
function namesIn(file: string, text: string): Names {
  const names: Names = { words: [], classes: [] };
  const nodes = walk(parseSync(file, text).program as unknown as Node);
  const imported = new Map<string, string>();
  const plain = new Set<Node>();
  for (const node of nodes) {
    if (node.type === 'ImportDeclaration') {
      const from = (node['source'] as { value: string }).value;
      const [local] = node['specifiers'] as { local: { name: string } }[];
      const sheet = from.startsWith('#') ? `src/${from.slice(1)}` : path.posix.join(path.dirname(file), from);
      if (local && from.endsWith('.module.css')) imported.set(local.local.name, sheet);
      for (const part of walk(node)) plain.add(part);
    }
    if (node.type === 'MemberExpression' && !node['computed']) {
      const [object, property] = [node['object'], node['property']] as Node[];
      const sheet = object!.type === 'Identifier' && imported.get(String(object!['name']));
      if (sheet) names.classes.push({ sheet, name: String(property!['name']) });
      plain.add(object!).add(property!);
    }
    if (node.type === 'Identifier' && !plain.has(node) && imported.has(String(node['name'])))
      names.classes.push({ sheet: imported.get(String(node['name']))!, name: '*' });
    if (node.type === 'JSXAttribute' && /^classNames?$/.test(String((node['name'] as Node)['name'])))
      names.words.push(...wordsIn(node));
  }
  return names;
}

test.each([
  ['a { font-size: 13px; }', 1],
  ['a { font-size: 0.8125rem; }', 1],
  ['a { font: 600 14px Inter; }', 1],
  ['a { font-size: var(--text-small); }', 0],
  ['a { font-size: calc(var(--text-page) * 1.2); }', 0],
  ['a { font: inherit; }', 0],
  ['@media print { a { font-size: 11pt; } }', 0],
])('%s: sizes of its own: %i', (css, count) => expect(ownSizes(css)).toHaveLength(count));

test.each([
  ['@media (max-width: 39em) {}', 1],
  ['@media (width <= 48em) {}', 1],
  ['@media (width <= 39em) {}', 0],
  ['@media (width < 56.25em) {}', 0],
  ['@media (width > 56.25em), (pointer: coarse) {}', 0],
  ['@media print {}', 0],
  ['@container page (width < 880px) {}', 0],
])('%s: widths of its own: %i', (css, count) => expect(ownWidths(css)).toHaveLength(count));

test('a sheet takes its sizes of text from the eight styles', () => {
  expect(
    found(
      ownSizes,
      sheets.filter((file) => file !== 'src/ui/styles/tokens.css'),
    ),
  ).toEqual([]);
});

test('the look changes at three widths of the window', () => {
  expect(found(ownWidths)).toEqual([]);
});

test('what only screen readers read is hidden by the word for it', () => {
  const others = sheets.filter(
    (file) => !/ui\/(?:styles\/layout|frame\/WizardSteps\.module)\.css$/.test(file),
  );
  expect(ownHiding(cssOf('src/ui/styles/layout.css'))).not.toEqual([]);
  expect(found(ownHiding, others)).toEqual([]);
});

const screens = programFiles()
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, names: namesIn(file, readFileSync(file, 'utf8')) }));

test('className has only words of the look, and the look only words that a screen uses', () => {
  const words = ['text', 'layout', 'space', 'surface'].flatMap((name) =>
    classesOf(cssOf(`src/ui/styles/${name}.css`)),
  );
  // names that a sheet lends, such as the inks of the drawings
  const lent = sheets.flatMap((file) =>
    [...cssOf(file).matchAll(/:global\(\.([\w-]+)/g)].map(([, name]) => name!),
  );
  const own = screens
    .filter(({ file }) => !file.includes('/embedded/'))
    .flatMap(({ file, names }) => names.words.map((word) => ({ file, word })))
    .filter(({ word }) => !lent.includes(word) && !word.startsWith('app-'));
  expect(own.filter(({ word }) => !words.includes(word)).map(({ file, word }) => `${file}: ${word}`)).toEqual(
    [],
  );
  const used = new Set(own.map(({ word }) => word));
  expect(words.filter((word) => !used.has(word))).toEqual([]);
});

test('a screen names only classes that a sheet has, and a sheet has only classes that a screen names', () => {
  const used = screens.flatMap(({ file, names }) => names.classes.map((one) => ({ file, ...one })));
  const has = new Map(
    sheets.filter((file) => file.endsWith('.module.css')).map((file) => [file, classesOf(cssOf(file))]),
  );
  const missing = used.filter(({ sheet, name }) => name !== '*' && !has.get(sheet)?.includes(name));
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  const named = new Set(used.map(({ sheet, name }) => `${sheet} ${name}`));
  const idle = [...has].flatMap(([sheet, names]) =>
    names
      .filter((name) => !named.has(`${sheet} *`) && !named.has(`${sheet} ${name}`))
      .map((name) => `${sheet}: ${name}`),
  );
  expect(idle).toEqual([]);
});
