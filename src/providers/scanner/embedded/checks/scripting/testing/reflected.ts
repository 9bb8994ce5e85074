import type { Reply } from '../../../../sites/serve.ts';
import { escaped } from './trial.ts';

/** Pages that put a text out, each in its own way: with a flaw, and done right. */

export type Case = [what: string, page: (text: string) => string | Reply];

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const doubleOnly = (text: string): string => html(text).replaceAll('"', '&quot;');
const slashed = (text: string): string => text.replace(/['"\\]/g, (char) => `\\${char}`);
const inJson = (text: string): string =>
  JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll("'", '\\u0027');
const noTags = (text: string): string => text.replace(/<[^<>]*>/g, '');
const noAngles = (text: string): string => text.replace(/[<>]/g, '');
const shell = (body: string): string =>
  `<!doctype html><html><head><title>Lamps</title><script>function pick() {} function show() {}</script></head><body><nav><a href="/">Home</a></nav>${body}<footer>Open daily</footer></body></html>`;
const xml = (body: string, type = 'application/xml'): Reply => ({ type, body });

export const flawed: Case[] = [
  ['between elements', (t) => shell(`<p>Results for ${t}</p>`)],
  ['in the title', (t) => `<!doctype html><title>${t}</title><p>x`],
  ['in a textarea', (t) => shell(`<textarea name="c">${t}</textarea>`)],
  ['in noscript', (t) => shell(`<noscript><p>${t}</p></noscript>`)],
  ['in a style element', (t) => shell(`<style>p { color: ${t}; }</style>`)],
  ['in a template element', (t) => shell(`<template><p>${t}</p></template>`)],
  ['in a list of choices', (t) => shell(`<select><option>${t}</option></select>`)],
  ['in a comment', (t) => shell(`<!-- asked: ${t} -->`)],
  ['in an attribute in quotation marks', (t) => shell(`<input value="${t}">`)],
  ['in an attribute in apostrophes', (t) => shell(`<input value='${doubleOnly(t)}'>`)],
  ['in an attribute without quotation marks', (t) => shell(`<input value=${noAngles(t)}>`)],
  ['in a hidden field without angle brackets', (t) => shell(`<input type="hidden" value="${html(t)}">`)],
  ['in a picture without angle brackets', (t) => shell(`<img alt="${html(t)}" src="/x.png">`)],
  [
    'in a handler',
    (t) =>
      shell(`<button onclick="pick('${t.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}')">x</button>`),
  ],
  [
    'in a handler, escaped for markup only',
    (t) => shell(`<button onclick="pick('${escaped(t)}')">x</button>`),
  ],
  ['as the address of a link', (t) => shell(`<a href="${escaped(t)}">x</a>`)],
  ['as the address of a form', (t) => shell(`<form action="${escaped(t)}"><input name="a"></form>`)],
  ['as the address of a frame', (t) => shell(`<iframe src="${escaped(t)}"></iframe>`)],
  ['as the address of a button', (t) => shell(`<form><button formaction="${escaped(t)}">x</button></form>`)],
  ['in a document in an attribute', (t) => shell(`<iframe srcdoc="${doubleOnly(t)}"></iframe>`)],
  ['in a javascript address', (t) => shell(`<a href="javascript:show('${escaped(t)}')">x</a>`)],
  ['in a string in apostrophes', (t) => shell(`<script>var q = '${html(t)}';</script>`)],
  [
    'in a string in quotation marks',
    (t) => shell(`<script>track("${html(t)}", 1); function track() {}</script>`),
  ],
  ['in a template string', (t) => shell(`<script>var q = \`${html(t).replaceAll('`', '')}\`;</script>`)],
  ['in a script as program', (t) => shell(`<script>var n = ${html(t).replace(/['"]/g, '')};</script>`)],
  ['in a comment of a script', (t) => shell(`<script>// ${html(t)}\nvar a = 1;</script>`)],
  ['in a long comment of a script', (t) => shell(`<script>/* ${html(t)} */ var a = 1;</script>`)],
  ['in a regular expression', (t) => shell(`<script>var r = /${html(t).replace(/['"]/g, '')}/;</script>`)],
  ['in a string that keeps the element', (t) => shell(`<script>var q = "${slashed(t)}";</script>`)],
  [
    'in data of a script',
    (t) => shell(`<script>window.state = {"q": "${t.replaceAll('"', '\\"')}"};</script>`),
  ],
  [
    'with quotation marks escaped and backslashes kept',
    (t) => shell(`<script>var q = '${html(t).replaceAll("'", "\\'")}';</script>`),
  ],
  [
    'in a data block',
    (t) => shell(`<script type="application/json">{"q": "${t.replaceAll('"', '\\"')}"}</script>`),
  ],
  ['as the name of an element', (t) => shell(`<${t.replace(/[<>"'/]/g, '')}>x`)],
  ['as the name of an attribute', (t) => shell(`<input ${t.replace(/[<>"'/]/g, '')}="1">`)],
  ['in a drawing', (t) => shell(`<svg><text>${t}</text></svg>`)],
  ['in JSON served as a page', (t) => ({ type: 'text/html', body: JSON.stringify({ q: t, count: 0 }) })],
  ['as the whole answer', (t) => t],
  ['as the whole answer of no type', (t) => ({ type: '', body: t })],
  ['in an error page', (t) => ({ status: 404, body: shell(`<h1>No ${t} here</h1>`) })],
  ['in XML that may be a page', (t) => xml(`<?xml version="1.0"?><r><q>${t}</q></r>`, 'text/xml')],
  [
    'in a page of XML',
    (t) =>
      xml(
        `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${t}</p></body></html>`,
        'application/xhtml+xml',
      ),
  ],
  ['with the word script taken out', (t) => shell(`<p>${t.replaceAll('script', '')}</p>`)],
  ['with whole tags taken out', (t) => shell(`<p>${noTags(t)}</p><p>x</p>`)],
  ['with parentheses taken out', (t) => shell(`<p>${t.replace(/[()]/g, '')}</p>`)],
  ['with handlers taken out once', (t) => shell(`<p>${t.replace(/<script[^<>]*>|\bon\w+=/i, '')}</p>`)],
  ['in capitals', (t) => shell(`<p>${t.toUpperCase()}</p>`)],
  ['cut to fifty letters', (t) => shell(`<p>${t.slice(0, 50)}</p>`)],
  ['decoded once more after escaping', (t) => shell(`<p>${decode(escaped(t))}</p>`)],
  ['in capitals in a script', (t) => shell(`<script>var q = '${html(t).toUpperCase()}';</script>`)],
];

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const sound: Case[] = [
  ['escaped between elements', (t) => shell(`<p>${escaped(t)}</p>`)],
  ['escaped in the title', (t) => `<!doctype html><title>${escaped(t)}</title><p>x`],
  ['escaped in a textarea', (t) => shell(`<textarea>${html(t)}</textarea>`)],
  ['escaped in an attribute', (t) => shell(`<input value="${escaped(t)}">`)],
  ['in quotation marks with apostrophes kept', (t) => shell(`<input value="${doubleOnly(t)}">`)],
  [
    'in apostrophes with quotation marks kept',
    (t) => shell(`<input value='${html(t).replaceAll("'", '&#39;')}'>`),
  ],
  ['in a comment, escaped', (t) => shell(`<!-- ${html(t)} -->`)],
  ['in a comment of a template', (t) => shell(`<!-- ${escaped(t).replaceAll('-', '')} -->`)],
  ['as a safe string', (t) => shell(`<script>var q = ${inJson(t)};</script>`)],
  ['as data of a script', (t) => shell(`<script>window.state = {"q": ${inJson(t)}};</script>`)],
  ['in a data block', (t) => shell(`<script type="application/json">{"q": ${inJson(t)}}</script>`)],
  ['as a number', (t) => shell(`<script>var n = ${Number.parseInt(t, 10) || 0};</script>`)],
  [
    'in a handler, escaped twice',
    (t) => shell(`<button onclick="pick('${escaped(slashed(t))}')">x</button>`),
  ],
  [
    'as a link with a checked beginning',
    (t) => shell(`<a href="${/^(https?:\/)?\//.test(t) ? escaped(t) : '/'}">x</a>`),
  ],
  [
    'as a part of a link',
    (t) => shell(`<a href="/search?q=${encodeURIComponent(t).replaceAll("'", '%27')}">x</a>`),
  ],
  ['behind a fixed beginning', (t) => shell(`<a href="/go/${escaped(t)}">x</a>`)],
  ['as the address of a picture', (t) => shell(`<img src="${escaped(t)}">`)],
  [
    'in a document in an attribute, escaped twice',
    (t) => shell(`<iframe srcdoc="${escaped(escaped(t))}"></iframe>`),
  ],
  ['as plain text', (t) => ({ type: 'text/plain', body: t })],
  ['as JSON', (t) => ({ type: 'application/json', body: JSON.stringify({ q: t }) })],
  [
    'as JSON with markup kept',
    (t) => ({
      type: 'application/json',
      headers: { 'X-Content-Type-Options': 'nosniff' },
      body: `{"q":"${t}"}`,
    }),
  ],
  [
    'as a file to be kept',
    (t) => ({ headers: { 'Content-Disposition': 'attachment; filename="a.html"' }, body: t }),
  ],
  [
    'of no type with sniffing off',
    (t) => ({ type: '', headers: { 'X-Content-Type-Options': 'nosniff' }, body: t }),
  ],
  ['as style sheet', (t) => ({ type: 'text/css', body: `p { color: ${t} }` })],
  ['as a script', (t) => ({ type: 'text/javascript', body: `cb("${slashed(t)}")` })],
  ['in the body of a redirect', (t) => ({ status: 302, headers: { Location: '/' }, body: `<p>${t}</p>` })],
  ['with letters only', (t) => shell(`<p>${t.replace(/\W/g, '')}</p>`)],
  ['with letters only in a script', (t) => shell(`<script>var q = '${t.replace(/\W/g, '')}';</script>`)],
  [
    'refused when it has signs',
    (t) => (/^[\w ]*$/.test(t) ? shell(`<p>${t}</p>`) : { status: 403, body: shell('<h1>Refused</h1>') }),
  ],
  [
    'cleaned: an element that is allowed',
    (t) => shell(`<div>${/^<b>[\w ]*<\/b>$/.test(t) ? t : escaped(t)}</div>`),
  ],
  [
    'cleaned: some elements, no attributes',
    (t) => shell(`<div>${escaped(t).replace(/&lt;(\/?)(b|i|p|em)&gt;/g, '<$1$2>')}</div>`),
  ],
  [
    'in a picture of the text',
    (t) => ({
      type: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg"><text>${escaped(t)}</text></svg>`,
    }),
  ],
  ['in a block of examples', (t) => shell(`<pre><code>${escaped(t)}</code></pre>`)],
  ['in XML, escaped', (t) => xml(`<r><q>${escaped(t)}</q></r>`)],
  ['in XML for feeds, escaped', (t) => xml(`<rss><title>${escaped(t)}</title></rss>`, 'application/rss+xml')],
  ['in a style attribute, escaped', (t) => shell(`<p style="color: ${escaped(t)}">x</p>`)],
  ['as class, checked', (t) => shell(`<p class="${/^[\w-]+$/.test(t) ? t : 'plain'}">x</p>`)],
  ['in capitals and escaped', (t) => shell(`<p>${escaped(t.toUpperCase())}</p>`)],
  [
    'in an error page, escaped',
    (t) => ({ status: 500, body: shell(`<pre>No such lamp: ${escaped(t)}</pre>`) }),
  ],
];
