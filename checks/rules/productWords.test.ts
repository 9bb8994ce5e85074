import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Words of the product, as parts of names and in comments; `policy` alone is a term of HTTP and of queues. */
const words = [
  'assessments?',
  'concierge',
  'courses?',
  'csf',
  'dashboards?',
  'findings?',
  'insurance',
  'learners?',
  'lessons?',
  'marketplace',
  'maturity',
  'owasp',
  'policy signing',
  'questionnaires?',
  'quiz(?:zes)?',
  'ratings?',
  'roadblock',
  'sarif',
  'scan(?:s|ned|ner|ners|ning)?',
  'trainees?',
  'training',
  'weakness(?:es)?',
];

/** What may be written where, and why. */
const allowed: { file: RegExp; words: RegExp; because: string }[] = [
  {
    file: /\/(?:settings(?:\.\w+)?|privateTargets|confinedProcess)\.ts$/,
    words: /^(?:scan\w*|ratings?)$/i,
    because: 'variables of the environment are declared in one place, under the names that operators set',
  },
  {
    file: /^server\/providers\.ts$/,
    words: /^(?:scanner|ratings)$/i,
    because: 'a context has each port of the design',
  },
  {
    file: /\/partitions\.ts$/,
    words: /^(?:rating|scan|finding)$/i,
    because: 'the schema has these partitioned tables',
  },
  {
    file: /\/secrets\.ts$/,
    words: /^training$/i,
    because: 'a lasting key has the purpose that it was made for',
  },
  { file: /^web\/boot\.ts$/, words: /^concierge$/i, because: 'the first page has these names on the wire' },
  { file: /^homePath\.ts$/, words: /^dashboard$/i, because: 'signing in has to lead somewhere' },
];

/** `policySigningLink`, `policy-signing-link`, and `POLICY_SIGNING_LINK` as `policy signing link`. */
const spaced = (line: string): string =>
  line.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/(?<=\w)[-_](?=\w)/g, ' ');

const product = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi');
const productWords = (line: string): string[] => spaced(line).match(product) ?? [];

const root = 'src/platform';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll(path.sep, '/'))
  .filter((name) => /\.(?:tsx?|css)$/.test(name) && statSync(path.join(root, name)).isFile())
  .filter((name) => !/\.test\.tsx?$|(?:^|\/)testing\//.test(name));
const found = files.flatMap((file) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, i) => productWords(line).map((word) => ({ file, line: i + 1, word }))),
);

test('no file of the platform has a word of the product', () => {
  const wrong = found
    .filter((one) => !allowed.some((rule) => rule.file.test(one.file) && rule.words.test(one.word)))
    .map(({ file, line, word }) => `${root}/${file}:${line} says "${word}"`);
  expect(wrong).toEqual([]);
});

test('every exception for a word of the product is still used', () => {
  const unused = allowed
    .filter((rule) => !found.some(({ file, word }) => rule.file.test(file) && rule.words.test(word)))
    .map(({ file }) => String(file));
  expect(unused).toEqual([]);
});

test.each([
  ['const link = policySigningLink;', ['policy Signing']],
  ["type LinkKind = 'policy-signing-link';", ['policy signing']],
  ['SCAN_RATE_LOCAL', ['SCAN']],
  ['  // Your Cyber Concierge', ['Concierge']],
  ['generating an iterator, discourse, permissions-policy, marathon', []],
])('%s has the product words %j', (line, expected) => {
  expect(productWords(line)).toEqual(expected);
});
