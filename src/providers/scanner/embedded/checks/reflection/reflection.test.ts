import { describe, expect, it } from 'vitest';
import { breakout } from '../../points/tried.ts';
import { breaksString, findBreakout, hasScriptAddress } from './reflection.ts';

const mark = 'zq12ab34cd';
const text = breakout(mark);
const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const quoted = html.replaceAll('"', '&quot;').replaceAll("'", '&#39;');

describe('findBreakout', () => {
  it.each([
    ['text', `<p>${text}</p>`, 'element'],
    ['a quoted attribute', `<input value="${text}">`, 'element'],
    ['a title', `<title>${text}</title>`, 'element'],
    ['a textarea', `<textarea>${text}</textarea>`, 'element'],
    ['a script', `<script>var q = '${text}';</script>`, 'element'],
    ['an attribute without angle brackets', `<input value="${html}">`, 'attribute'],
    ['an attribute in apostrophes', `<input value='${html.replaceAll('"', '&quot;')}'>`, 'attribute'],
    ['an attribute without quotes', `<input value=${quoted}>`, 'attribute'],
    ['a script string without angle brackets', `<script>var q = "${html}";</script>`, 'script'],
    ['a script string in apostrophes', `<script>var q = '${html.replaceAll('"', '\\"')}';</script>`, 'script'],
  ])('proves a breakout from %s', (_where, page, how) => expect(findBreakout(page, mark)?.how).toBe(how));

  it.each([
    ['escaped text', `<p>${html}</p>`],
    ['an escaped attribute', `<input value="${quoted}">`],
    ['an attribute in quotation marks with apostrophes kept', `<input value="${html.replaceAll('"', '&quot;')}">`],
    ['a comment of a developer', `<!-- ${quoted} -->`],
    ['a JSON block', `<script type="application/json">{"q":"${mark}'\\"\\u003e\\u003c${mark}x"}</script>`],
    ['an escaped script string', `<script>var q = "${mark}'\\">\\u003c/title";</script>`],
    ['a string in the other quotes', `<script>var q = "${mark}' rest";</script>`],
    ['a text area with escaped content', `<textarea>${html}</textarea>`],
    ['an address', `<a href="/search?q=${encodeURIComponent(text)}">x</a>`],
    ['nothing', '<p>other</p>'],
  ])('leaves %s alone', (_where, page) => expect(findBreakout(page, mark)).toBeNull());
});

describe('breaksString', () => {
  it.each([
    [`a = "x"; b = '${mark}'">'`, "'"],
    [`// it's\nb = "${mark}'">"`, '"'],
    [`/* don't */ b = '${mark}'"'`, "'"],
  ])('sees the end of the string in %s', (code, quote) => expect(breaksString(code, mark)).toBe(quote));
  it.each([`b = '${mark}\\'">'`, `b = "${mark}'\\">"`, `b = \`${mark}'">\``, `// ${mark}'"`, `b = ${mark}'"`])('sees none in %s', (code) =>
    expect(breaksString(code, mark)).toBeNull(),
  );
});

describe('hasScriptAddress', () => {
  const value = `javascript:${mark}`;
  it.each([`<a href="${value}">x</a>`, `<iframe src="${value}"></iframe>`, `<form action="${value}">`])('sees %s', (page) =>
    expect(hasScriptAddress(page, value)).not.toBeNull(),
  );
  it.each([
    `<a href="/${value}">x</a>`,
    `<a title="${value}">x</a>`,
    `<img src="${value}">`,
    `<a href="https://x.example/?u=${value}">x</a>`,
  ])('leaves %s alone', (page) => expect(hasScriptAddress(page, value)).toBeNull());
});
