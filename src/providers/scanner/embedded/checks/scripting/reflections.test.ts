import { describe, expect, it } from 'vitest';
import { breakout } from '../../points/tried.ts';
import type { Context } from './reflections.ts';
import { findReflections } from './reflections.ts';
import { findRunning } from './runs.ts';
import { isProgram, readScript } from './script.ts';

const mark = 'zq12ab34cd';
const sent = breakout(mark);
const html = sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const quoted = html.replaceAll('"', '&quot;').replaceAll("'", '&#39;');

describe('where a text comes back', () => {
  it.each<[string, string, Partial<Context>]>([
    ['between elements', `<p>${html}</p>`, { at: 'text' }],
    ['in a title', `<title>${html}</title>`, { at: 'raw', element: 'title' }],
    ['in the title of a drawing', `<svg><title>${html}</title></svg>`, { at: 'text' }],
    ['in a comment', `<!-- ${html.replaceAll('--', '')} -->`, { at: 'comment' }],
    ['in quotation marks', `<a title="${quoted}">`, { at: 'attribute', quote: '"', tag: 'a', name: 'title' }],
    ['in apostrophes', `<a title = '${quoted}'>`, { at: 'attribute', quote: "'" }],
    ['without either', `<a title=${quoted}>`, { at: 'attribute', quote: '' }],
    ['as an address', `<a href="${quoted}">`, { at: 'address', name: 'href' }],
    ['behind spaces of an address', `<a href=" \n${quoted}">`, { at: 'address' }],
    ['later in an address', `<a href="/a?b=${quoted}">`, { at: 'attribute', name: 'href' }],
    [
      'in a handler',
      `<a onclick="go('${quoted}')">`,
      { at: 'script', in: 'single', of: 'handler', quote: '"' },
    ],
    [
      'in a script address',
      `<a href="javascript:go(&quot;${quoted}&quot;)">`,
      { at: 'script', in: 'double', of: 'address' },
    ],
    ['in a document', `<iframe srcdoc="&lt;p&gt;${quoted}">`, { at: 'document' }],
    ['in a script', `<script>a = ${html}</script>`, { at: 'script', in: 'code', of: 'element' }],
    [
      'in a data block',
      `<script type="application/ld+json">"${html}"</script>`,
      { at: 'raw', element: 'script' },
    ],
    ['behind a division', `<script>a = b / 2; c = "${html}" / 3</script>`, { at: 'script', in: 'double' }],
    [
      'behind a pattern with quotation marks',
      `<script>a = /["']/; b = '${html}'</script>`,
      { at: 'script', in: 'single' },
    ],
    [
      'in a template in a template',
      '<script>a = `x${b + `'.concat(html, '`}y`</script>'),
      { at: 'script', in: 'template' },
    ],
  ])('%s', (_where, page, context) => expect(findReflections(page, mark)[0]?.context).toMatchObject(context));

  it.each([
    ['raw', sent, { single: 'raw', double: 'raw', less: 'raw', slash: 'raw' }],
    ['as entities', quoted, { single: 'entity', double: 'entity', less: 'entity' }],
    [
      'as entities of entities',
      quoted.replaceAll('&', '&amp;'),
      { single: 'entity-twice', less: 'entity-twice' },
    ],
    [
      'behind backslashes',
      sent.replace(/['"]/g, '\\$&'),
      { single: 'escaped', double: 'escaped', less: 'raw' },
    ],
    [
      'as escapes of scripts',
      sent.replaceAll('<', '\\u003c').replaceAll("'", '\\x27'),
      { single: 'escaped', double: 'raw', less: 'escaped' },
    ],
    ['doubled', sent.replaceAll("'", "''"), { single: 'doubled', double: 'raw' }],
    ['without quotation marks', sent.replace(/['"]/g, ''), { single: 'gone', double: 'gone', less: 'raw' }],
    ['cut', sent.slice(0, 14), { single: 'raw', double: 'raw', greater: 'raw', less: 'cut' }],
  ])('knows what became of signs that come back %s', (_how, text, encodings) =>
    expect(findReflections(`<p>${text}.</p>`, mark)[0]?.encodings).toMatchObject(encodings),
  );
});

describe('what runs', () => {
  const call = `${mark}(7)`;
  it.each([
    `<svg onload=${call}>`,
    `<script>${call}</script>`,
    `<script>a = '' - ${call} - ''</script>`,
    '<script>a = `${'.concat(call, '}`</script>'),
    `<a href="java&#9;script:${call}">`,
    `<a href="javascript:%7a${call.slice(1)}">`,
    `<iframe srcdoc="&lt;svg onload=${call}&gt;">`,
  ])('is seen in %s', (page) => expect(findRunning(page, call)).not.toBeNull());
  it.each([
    `<p>${call}</p>`,
    `<textarea><svg onload=${call}></textarea>`,
    `<!-- <svg onload=${call}> -->`,
    `<template><svg onload=${call}></template>`,
    `<p title="<svg onload=${call}>">`,
    `<script>a = '${call}'</script>`,
    `<script>// ${call}</script>`,
    `<script>a = ' - ${call} - '</script>`,
    `<script>a = = ${call}</script>`,
    `<script>x${call}</script>`,
    `<script type="text/plain">${call}</script>`,
    `<script src="/a.js">${call}</script>`,
    `<a onclick="say('${call}')">`,
    `<img src="javascript:${call}">`,
    `<a href="/javascript:${call}">`,
  ])('is not seen in %s', (page) => expect(findRunning(page, call)).toBeNull());
});

describe('pages made to keep the scan busy', () => {
  it.each([
    ['marks in a script', `<script>${`a='${mark}';`.repeat(60_000)}</script>`],
    ['marks in a handler', `<a onclick="${`f('${mark}');`.repeat(60_000)}">`],
    [
      'documents in documents',
      `<iframe srcdoc="${`&lt;iframe srcdoc=&quot;&amp;lt;p&amp;gt;${mark}(1)`.repeat(20_000)}">`,
    ],
    ['open templates', `<script>${'`${'.repeat(200_000)}${mark}(1)</script>`],
    ['open brackets', `<script>${'('.repeat(400_000)}${mark}(1)</script>`],
    ['drawings in drawings', `${'<svg><title>'.repeat(60_000)}${mark}(1)`],
    ['scripts', `<script>${mark}(1)</script>`.repeat(40_000)],
  ])('are read in one go: %s', (_what, page) => {
    // Read once for each mark, they would take minutes and end the test.
    expect(() => [findReflections(page, mark), findRunning(page, `${mark}(1)`)]).not.toThrow();
  });
  it('leave nothing out', () => {
    const code = "a = 'b' + `c${'d' + /e'/.test(\"f\")}` // g\n/* h */ i";
    const runs = readScript(code);
    expect(runs.map(({ start, end }) => code.slice(start, end)).join('')).toBe(code);
    expect(['b', 'd', 'f', 'i'].map((name) => isProgram(code, name))).toEqual([false, false, false, true]);
  });
});
