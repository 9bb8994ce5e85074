import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { toHtml } from '../../fill.ts';
import { readCustomText, TextTooComplex } from './customText.ts';

const canonical = (html: string) => toHtml(readCustomText(html));

test.each([
  ['plain words', '<p>plain words</p>'],
  ['<p>one</p><p>two</p>', '<p>one</p><p>two</p>'],
  ['<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4>', '<h1>A</h1><h2>B</h2><h3>C</h3><p>D</p>'],
  ['<p>a<br>b <br/> c</p>', '<p>a<br>b<br>c</p>'],
  [
    '<p><b>bold</b> and <i>slanted</i> <u>under</u> <del>gone</del></p>',
    '<p><strong>bold</strong> and <em>slanted</em> <u>under</u> <s>gone</s></p>',
  ],
  [
    '<ul><li>one<li><p>two</p><ol><li>deep</li></ol></ul>',
    '<ul><li><p>one</p></li><li><p>two</p><ol><li><p>deep</p></li></ol></li></ul>',
  ],
  ['<blockquote><p>said</p></blockquote><hr>', '<blockquote><p>said</p></blockquote><hr>'],
  [
    '<table><tr><th>A</th><th>B</th></tr><tr><td><p>1</p><p>2</p></td></tr></table>',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1<br>2</td><td></td></tr></tbody></table>',
  ],
  [
    '<a href="https://acme-widgets.com/a?b=1&c=2">go</a>',
    '<p><a href="https://acme-widgets.com/a?b=1&amp;c=2">go</a></p>',
  ],
  ['<a href="mailto:bo@acme-widgets.com">write</a>', '<p><a href="mailto:bo@acme-widgets.com">write</a></p>'],
])('%s is kept as what a policy may hold', (given, kept) => {
  expect(canonical(given)).toBe(kept);
});

test.each([
  ['<script>alert(1)</script>after', '<p>after</p>'],
  ['<style>p{}</style><p onclick="x()" style="color:red" class="a">text</p>', '<p>text</p>'],
  ['<a href="javascript:alert(1)">go</a>', '<p>go</p>'],
  ['<a href=" java\nscript:alert(1)">go</a>', '<p>go</p>'],
  ['<a href="data:text/html,x">go</a>', '<p>go</p>'],
  ['<a href="//elsewhere-tools.com">go</a>', '<p>go</p>'],
  ['<a href="https://bank.example@elsewhere-tools.com/">go</a>', '<p>go</p>'],
  ['<img src=x onerror=alert(1)>seen', '<p>seen</p>'],
  ['<svg><script>alert(1)</script></svg>seen', '<p>seen</p>'],
  ['<iframe srcdoc="<script>"></iframe>seen', '<p>seen</p>'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['<p>{{companyName}}</p>', '<p>{{companyName}}</p>'],
  ['<p>left\u202eright\u0000</p>', '<p>left right</p>'],
  ['<form><input value=a><button>Send</button></form>', '<p>Send</p>'],
])('%s does nothing any more', (given, kept) => {
  expect(canonical(given)).toBe(kept);
});

test('a text that is nested beyond reason is refused quickly', () => {
  const began = performance.now();
  for (const open of ['<div>', '<ul><li>', '<b>', '<blockquote>', '<table><tr><td>', '<svg>'])
    expect(() => readCustomText(open.repeat(400_000 / open.length))).toThrow(TextTooComplex);
  expect(() => readCustomText('<p>a</p>'.repeat(50_000))).toThrow(TextTooComplex);
  readCustomText('<script><b>'.repeat(36_000));
  readCustomText('</x>'.repeat(100_000));
  expect(() => readCustomText(`<p>${'a <br> '.repeat(50_000)}</p>`)).toThrow(TextTooComplex);
  expect(() => readCustomText('a<b>b</b>'.repeat(40_000))).toThrow(TextTooComplex);
  expect(performance.now() - began).toBeLessThan(10_000);
});

const allowed = new Set(
  'h1 h2 h3 p ul ol li table thead tbody tr th td blockquote hr strong em u s br a'.split(' '),
);
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'p',
      'h1',
      'h3',
      'ul',
      'ol',
      'li',
      'table',
      'thead',
      'tbody',
      'tr',
      'td',
      'th',
      'blockquote',
      'b',
      'em',
      'u',
      's',
      'a',
      'div',
      'svg',
    ].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
    '<br>',
    '<hr>',
    ' ',
    '\n',
    '<a href="https://acme-widgets.com/">',
    '<a href="javascript:x" onclick="y">',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '<![CDATA[',
    '&lt;',
    '&#0;',
    '"',
    "'",
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('word', '<', '>', '&', '<img src=x onerror=1>', '\u202e', '\u00a0'),
);

test('whatever comes in, what is kept holds no tag or attribute beyond the list, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const blocks = readCustomText(pieces.join(''));
      const html = toHtml(blocks);
      const strange: string[] = [];
      const reader = new Parser({
        onopentag: (name, attributes) => {
          const names = Object.keys(attributes);
          const link = name === 'a' && names.length === 1 && /^(https?:|mailto:)/.test(attributes.href ?? '');
          if (!allowed.has(name) || (names.length > 0 && !link))
            strange.push(`${name} ${JSON.stringify(attributes)}`);
        },
        oncomment: () => strange.push('comment'),
        onprocessinginstruction: (name) => strange.push(name),
      });
      reader.end(html);
      expect(strange).toEqual([]);
      const again = readCustomText(html);
      expect(again).toEqual(blocks);
      expect(toHtml(again)).toBe(html);
    }),
    { numRuns: 3000 },
  );
});
