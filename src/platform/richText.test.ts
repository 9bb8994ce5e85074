import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  excerptOf,
  plainToRich,
  readRichText,
  richTextInput,
  richTextLimits,
  richToPlain,
  safeLink,
  type RichText,
} from './richText.ts';

describe('a link', () => {
  test.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['/concierge/messages/welcome', '/concierge/messages/welcome'],
    ['/training?tab=team#top', '/training?tab=team#top'],
    ['/a/../settings', '/settings'],
  ])('%s leads there', (given, spelled) => expect(safeLink(given)).toBe(spelled));
  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://example.com',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://ada:secret@example.com',
    'https:\u202eexample.com',
    'settings',
    '',
    null,
    7,
    `https://example.com/${'x'.repeat(1000)}`,
  ])('%j leads nowhere', (given) => expect(safeLink(given)).toBeNull());
});

describe('nodes', () => {
  test('formatted text keeps known nodes and drops everything else', () => {
    const given = [
      { kind: 'heading', level: 1, spans: [{ text: 'Title' }], onclick: 'x' },
      { kind: 'script', text: 'alert(1)' },
      {
        kind: 'paragraph',
        spans: [
          { text: 'a', bold: true, style: 'x' },
          { text: 'b', link: 'javascript:alert(1)' },
          7,
          { bold: true },
        ],
      },
      { kind: 'list', ordered: true, items: [[{ kind: 'paragraph', spans: [{ text: 'one' }] }], [], 'x'] },
      { kind: 'paragraph', spans: [] },
      { kind: 'code', text: 'a\tb\u0000\r\n  c' },
      null,
    ];
    expect(readRichText(given)).toEqual([
      { kind: 'heading', level: 2, spans: [{ text: 'Title' }] },
      { kind: 'paragraph', spans: [{ text: 'a', bold: true }, { text: 'b' }] },
      { kind: 'list', ordered: true, items: [[{ kind: 'paragraph', spans: [{ text: 'one' }] }]] },
      { kind: 'code', text: 'a b \n  c' },
    ]);
  });

  test('formatted text is read to the same again and never holds an unsafe link', () => {
    const span = fc.record({
      text: fc.string(),
      link: fc.oneof(fc.string(), fc.webUrl(), fc.constant('javascript:alert(1)')),
      bold: fc.boolean(),
    });
    const { block } = fc.letrec<{ block: unknown }>((tie) => ({
      block: fc.oneof(
        { maxDepth: 6 },
        fc.record({
          kind: fc.constantFrom('paragraph', 'heading', 'x'),
          level: fc.integer(),
          spans: fc.array(span, { maxLength: 4 }),
        }),
        fc.record({ kind: fc.constant('code'), text: fc.string() }),
        fc.record({ kind: fc.constant('quote'), blocks: fc.array(tie('block'), { maxLength: 3 }) }),
        fc.record({
          kind: fc.constant('list'),
          items: fc.array(fc.array(tie('block'), { maxLength: 2 }), { maxLength: 3 }),
        }),
        fc.anything(),
      ),
    }));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (given) => {
        const once = readRichText(given);
        expect(readRichText(JSON.parse(JSON.stringify(once)))).toEqual(once);
        for (const [, link] of JSON.stringify(once).matchAll(/"link":"((?:[^"\\]|\\.)*)"/g))
          expect(link).toMatch(/^(https:|mailto:|\/(?!\/))/);
      }),
      { numRuns: 40 },
    );
  });

  test('formatted text that is too long, too deep, or empty is refused instead of cut', () => {
    const paragraph = { kind: 'paragraph', spans: [{ text: 'x' }] };
    const deep = Array.from({ length: 30 }).reduce<unknown>(
      (inside) => ({ kind: 'quote', blocks: [inside] }),
      paragraph,
    );
    for (const bad of [
      [],
      'x',
      [{ kind: 'paragraph', spans: [{ text: 'x'.repeat(richTextLimits.letters + 1) }] }],
      Array.from({ length: richTextLimits.blocks + 1 }, () => paragraph),
      [deep],
    ])
      expect(richTextInput.safeParse(bad).success).toBe(false);
    expect(richTextInput.parse([paragraph])).toEqual([paragraph]);
    expect(JSON.stringify(readRichText([deep])).length).toBeLessThan(300);
  });

  test('plain text becomes paragraphs, and paragraphs become plain text', () => {
    const text = plainToRich('Hello,\nit is about <b>this</b>.\n\n\nThank you');
    expect(text).toEqual([
      { kind: 'paragraph', spans: [{ text: 'Hello,\nit is about <b>this</b>.' }] },
      { kind: 'paragraph', spans: [{ text: 'Thank you' }] },
    ]);
    expect(richToPlain(text)).toBe('Hello,\nit is about <b>this</b>.\n\nThank you');
    const list: RichText = [
      { kind: 'list', ordered: true, items: [plainToRich('one'), plainToRich('two\n\nmore')] },
    ];
    expect(richToPlain(list)).toBe('1. one\n2. two\n   \n   more');
    expect(excerptOf(list, 9)).toBe('1. one 2…');
  });
});
