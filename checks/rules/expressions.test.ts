import { describe, expect, it, test } from 'vitest';
import { libraryTable } from '#probes/libraries/table.ts';
import { versionPattern } from '#probes/libraries/version.ts';
import { expressionsOf, programFiles } from './expressions/find.ts';
import { growthOf } from './expressions/growth.ts';

/**
 * Expressions that are slow on long texts, or that the analysis cannot prove quick, and what keeps their texts short.
 * `source` is how the expression begins.
 */
const bounded: { file: string; source: string; bound: string }[] = [
  {
    file: 'src/modules/policies/web/editor/RichText.tsx',
    source: '(<p><',
    bound: "the text that the browser's own editor holds",
  },
  {
    file: 'src/modules/training/web/play/blocks/strength/strength.ts',
    source: '^(.{1,8}?)',
    bound: '80 characters: maxLength in StrengthBench.tsx',
  },
  {
    file: 'src/platform/server/secrets/guessablePasswords.ts',
    source: '^[^\\p{L}]+',
    bound: '256 letters: mostLetters',
  },
  {
    file: 'src/platform/server/secrets/guessablePasswords.ts',
    source: '^(.+?)',
    bound: '256 letters: mostLetters',
  },
  {
    file: 'src/probes/libraries/address.ts',
    source: '^(?<file>[\\w.-]*?',
    bound: '1,000 characters: detectLibraries cuts the address',
  },
  {
    file: 'src/probes/libraries/address.ts',
    source: '^(?<file>[\\w.-]+?)',
    bound: '1,000 characters: detectLibraries cuts the address',
  },
  {
    file: 'src/probes/libraries/pattern-safety.ts',
    source: '\\)[*+]',
    bound: "patterns of the operator's own file",
  },
  {
    file: 'src/providers/mail/embedded/mailbox.ts',
    source: '<head>',
    bound: 'emails that the portal itself renders',
  },
  {
    file: 'src/providers/ratings/embedded/feeds/software.ts',
    source: '((?:Phusion',
    bound: '500 characters: maxText in readSoftware',
  },
  {
    file: 'src/providers/scanner/embedded/answers/likeness.ts',
    source: '\\b[A-Za-z0-9_-]{24,}',
    bound: 'linear: a run without a word boundary after its 24th character begins in at most 24 places',
  },
  {
    file: 'src/providers/scanner/embedded/checks/execution/destination.ts',
    source: '\\b(?:if',
    bound: '200 characters: runsAtOnce',
  },
  {
    file: 'src/providers/scanner/embedded/checks/execution/sum.ts',
    source: '\\B(?=',
    bound: 'the digits of our own product',
  },
  {
    file: 'src/providers/scanner/embedded/checks/execution/upload.ts',
    source: '(?:^|\\/)',
    bound: '2,000 characters: addresses the crawler keeps',
  },
  {
    file: 'src/providers/scanner/embedded/checks/exposure/adminPages.ts',
    source: '(?:^|[/_-])',
    bound: '2,000 characters: addresses the crawler keeps',
  },
  {
    file: 'src/providers/scanner/embedded/checks/leaks/insides.ts',
    source: '\\/\\/[#@]',
    bound: '3,000 characters: sourceMapOf',
  },
  {
    file: 'src/providers/scanner/embedded/checks/scripting/dom/payloads.ts',
    source: '<(title',
    bound: '400 characters: told.ts',
  },
  {
    file: 'src/providers/scanner/embedded/checks/scripting/dom/payloads.ts',
    source: '\\son',
    bound: '300 characters: handler',
  },
  {
    file: 'src/providers/scanner/embedded/checks/scripting/dom/payloads.ts',
    source: '<(a|',
    bound: '300 characters: payloadsFor',
  },
  {
    file: 'src/providers/scanner/embedded/checks/scripting/runs.ts',
    source: '<[\\w:]*script',
    bound: '200 characters: runs',
  },
  {
    file: 'src/providers/scanner/embedded/findings/evidence.ts',
    source: '(["\'`])',
    bound: '120 characters: each line is cut before',
  },
];

/** Files that put texts into expressions at run time; the texts are escaped, or come from the source and are checked there. */
const filled: Record<string, string> = {
  'src/app/demo/policies.ts': 'names of pages',
  'src/app/pages/preloads.ts': 'paths of our own pages',
  'src/modules/accounts/web/signUp/linkToasts.tsx': 'words of the link',
  'src/modules/maturity/web/question/glossaryText.ts': 'terms of the glossary',
  'src/probes/dns/spfSyntax.ts': 'one class of delimiters',
  'src/probes/libraries/detect.ts': 'the library table, checked below',
  'src/probes/libraries/retire.ts': "the operator's file, checked by isSlowPattern",
  'src/probes/libraries/table.ts': 'a trial whether the pattern compiles',
  'src/providers/billing/embedded/cards.ts': 'a number of digits',
  'src/providers/scanner/embedded/checks/execution/sum.ts': 'digits of our own product',
  'src/providers/scanner/embedded/checks/leaks/errorPatterns.ts': 'the literals of the same file',
  'src/providers/scanner/embedded/checks/scripting/dom/dom.ts': 'our own mark',
  'src/providers/scanner/embedded/checks/scripting/dom/taint.mjs': 'up to five names of letters and digits',
  'src/providers/scanner/embedded/checks/scripting/guess.ts': 'our own mark',
  'src/providers/scanner/embedded/checks/scripting/marks.ts': 'our own mark',
  'src/providers/scanner/embedded/checks/scripting/reflections.ts': 'one character and its codes',
  'src/providers/scanner/embedded/checks/server/hostHeader.ts': 'our own host name',
  'src/providers/scanner/embedded/checks/server/methods.ts': 'the name of a method, our own mark',
  'src/providers/scanner/embedded/crawl/described.ts':
    'a described path, one parameter at most between two slashes',
  'src/providers/scanner/embedded/harm/credentials.ts': 'the word lists of the same file',
};

describe('the measure of growth', () => {
  it.each([
    ['(a+)+$', 'exponential'],
    ['(?:a|a)*b', 'exponential'],
    ['([\'"])(?:\\\\.|(?!\\1).)*\\1', 'exponential'],
    ['^(?:\\s+|x)*$', 'exponential'],
    ['(?:[\\w$]{2,80}){3,}!', 'exponential'],
    ['\\s+$', 'polynomial'],
    ['<[^>]*>', 'polynomial'],
    ['^.*=.*;$', 'polynomial'],
    ['x*y{0,5}x*z', 'polynomial'],
    ['^[\\s\\S]{0,9000}<a[^>]*>', 'polynomial'],
    ['(?=.*x)a', 'polynomial'],
    ['(?<!\\s)\\s+$', 'linear'],
    ['<[^<>]*>', 'linear'],
    ['\\w+', 'linear'],
    ['#.*', 'linear'],
    ['^(?:[a-z]+\\.)+[a-z]+$', 'linear'],
    ['\\bfoo\\b.{0,100}bar', 'linear'],
  ])('calls %s %s', (source, kind) => {
    expect(growthOf(source, '').kind).toBe(kind);
  });
});

test(
  'every regular expression takes time linear in its text, or its text is short for a reason that is listed',
  { timeout: 120_000 },
  () => {
    const known = new Map<string, ReturnType<typeof growthOf>>();
    const slow: string[] = [];
    const used = new Set<unknown>();
    const open = new Set<string>();
    let count = 0;
    for (const { place, file, source, flags, holes } of programFiles().flatMap(expressionsOf)) {
      count++;
      if (holes.length) open.add(file);
      const key = `${source}/${flags}`;
      const growth = known.get(key) ?? growthOf(source, flags);
      known.set(key, growth);
      if (growth.kind === 'linear') continue;
      const reason = bounded.find((one) => one.file === file && source.startsWith(one.source));
      if (reason) used.add(reason);
      else
        slow.push(
          `${place} is ${growth.kind}: /${source}/${flags} on ${JSON.stringify(growth.pump)} again and again`,
        );
    }
    expect(count).toBeGreaterThan(1500);
    expect(slow).toEqual([]);
    expect(bounded.filter((one) => !used.has(one))).toEqual([]);
    expect([...open].toSorted()).toEqual(Object.keys(filled).toSorted());
  },
);

test('every pattern of the library table takes time linear in the script that it reads', () => {
  const patterns = libraryTable().libraries.flatMap(({ content }) => content);
  expect(patterns.length).toBeGreaterThan(50);
  const slow = patterns.filter(
    (text) =>
      growthOf(
        text.replace('§§', () => `(?<version>${versionPattern})`),
        'gm',
      ).kind !== 'linear',
  );
  expect(slow).toEqual([]);
});
