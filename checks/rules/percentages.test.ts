import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { programFiles, walk, type Node } from './expressions/find.ts';

/** The one rounding of percentages, which every other place calls. */
const onePlace = 'src/platform/percent.ts';

const nameOf = (node: Node | undefined): string => String(node?.['name'] ?? '');
const times = (node: Node, from: number, to = from): boolean =>
  node.type === 'BinaryExpression' &&
  node['operator'] === '*' &&
  [node['left'], node['right']].some((side) => {
    const { value } = side as { value?: unknown };
    return typeof value === 'number' && value >= from && value <= to;
  });
// 99 and the like leave room for what ends the work
const timesHundred = (node: Node): boolean => times(node, 90, 100);

/** What a call rounds, and what its numbers would be called if they were percentages. */
function rounded(node: Node): { value: Node; names: RegExp } | null {
  const callee = node['callee'] as Node;
  if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression') return null;
  const [object, method] = [callee['object'] as Node, nameOf(callee['property'] as Node)];
  if (nameOf(object) === 'Math' && /^(?:round|floor|ceil|trunc)$/.test(method))
    return { value: (node['arguments'] as Node[])[0]!, names: /percent|score/i };
  // a CVSS score has a decimal
  return /^to(?:Fixed|Precision)$/.test(method) ? { value: object, names: /percent/i } : null;
}

function byHand(node: Node): boolean {
  const sum = rounded(node);
  if (sum) {
    const parts = walk(sum.value);
    // prices count hundredths of a percent, which nobody is shown
    if (parts.some((part) => times(part, 10_000))) return false;
    return parts.some(
      (part) => timesHundred(part) || (part.type === 'Identifier' && sum.names.test(nameOf(part))),
    );
  }
  // screen readers read what a bar of progress holds
  if (node.type === 'JSXOpeningElement' && nameOf(node['name'] as Node) === 'Progress')
    return walk(node).some(timesHundred);
  if (node.type === 'JSXElement')
    return (node['children'] as Node[]).some(
      (child) => child.type === 'JSXExpressionContainer' && timesHundred(child['expression'] as Node),
    );
  return (
    node.type === 'Property' &&
    nameOf(node['key'] as Node) === 'style' &&
    (node['value'] as { value?: unknown }).value === 'percent'
  );
}

const roundedByHand = (file: string, text: string): string[] =>
  walk(parseSync(file, text).program as unknown as Node)
    .filter(byHand)
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`);

test.each([
  ['Math.round((100 * part) / whole)', 1],
  ['Math.floor(share * 100)', 1],
  ['Math.floor(part * 99)', 1],
  ['Math.round(Math.min(100, progress.percent))', 1],
  ['Math.round(scoreSum / people)', 1],
  ['(share * 100).toFixed(1)', 1],
  ["new Intl.NumberFormat('en-US', { style: 'percent' })", 1],
  ['<Progress value={share * 100} />', 1],
  ['<p>{share * 100}%</p>', 1],
  ['percentOf(part, whole)', 0],
  ['<Progress value={percentOf(part, whole)} />', 0],
  ['<span style={{ width: `${share * 100}%` }} />', 0],
  ['Math.round(cents / 100)', 0],
  ['Math.round((coupon.percent / 100) * 10_000)', 0],
  ['Math.floor(at / 1000) * 1000', 0],
  ['finding.cvss.score.toFixed(1)', 0],
])('%s is rounded by hand: %i', (text, count) => expect(roundedByHand('one.tsx', text)).toHaveLength(count));

test(`percentages are rounded in ${onePlace} alone`, () => {
  const files = programFiles();
  expect(files).toContain(onePlace);
  const wrong = files
    .filter((file) => file !== onePlace)
    .flatMap((file) => roundedByHand(file, readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});
