import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserTools } from '../../../browser/tools.ts';
import type { Lab } from '../../../browser/testing/lab.ts';
import { mark, openLab } from '../../../browser/testing/lab.ts';
import { readPage } from '#probes/web/page.ts';
import type { Finding } from '../../../../port.ts';
import { makeFindings } from '../../../findings/findings.ts';
import type { Scan } from '../../../rule.ts';
import { emptySite } from '../../../scan.ts';
import { domScripts } from './dom.ts';
import { askedFor } from './pages.ts';
import { openString, payloadsFor } from './payloads.ts';

const put = (code: string) =>
  `<div id="at"></div><script>const at = document.getElementById('at'); ${code}</script>`;
const hash = 'decodeURIComponent(location.hash.slice(1))';
const query = (name: string) => `new URLSearchParams(location.search).get('${name}')`;

/** Pages with a flaw, and the parameter that the finding names. */
const flawed: Record<string, [string, string]> = {
  hash: [put(`at.innerHTML = 'Tab ' + ${hash};`), 'fragment'],
  quoted: [put(`at.innerHTML = '<img alt="' + ${hash} + '">';`), 'fragment'],
  option: [put(`document.write('<select><option>' + ${query('lang')} + '</option></select>');`), 'lang'],
  later: [put(`addEventListener('hashchange', () => { at.innerHTML = ${hash}; });`), 'fragment'],
  string: [put(`setTimeout('show("' + ${hash} + '")', 0); function show() {}`), 'fragment'],
  eval: [put(`const n = ${query('n')}; if (n) eval('var m = ' + n);`), 'n'],
  link: [
    put(
      `const a = document.createElement('a'); a.href = ${query('back')} || '/'; a.textContent = 'back'; at.append(a);`,
    ),
    'back',
  ],
  move: [put(`const to = ${query('next')}; if (to) location = to;`), 'next'],
  window: [put(`at.innerHTML = 'For ' + window.name;`), 'window.name'],
  referrer: [put(`at.innerHTML = 'From ' + decodeURIComponent(document.referrer);`), 'referrer'],
  message: [put(`addEventListener('message', (event) => { at.innerHTML = event.data; });`), 'message'],
  typed: [
    put(
      `onmessage = null; addEventListener('message', (e) => { const m = JSON.parse(e.data); if (m.type === 'note') at.innerHTML = m.text; });`,
    ),
    'message',
  ],
};

const safe: Record<string, string> = {
  text: put(`at.textContent = ${hash};`),
  list: put(`const tabs = { one: '<b>1</b>' }; at.innerHTML = tabs[location.hash.slice(1)] || '';`),
  escaped: put(`at.innerHTML = ${hash}.replace(/[&<>"']/g, (c) => '&#' + c.charCodeAt(0) + ';');`),
  checked: put(
    `const to = new URL(${query('next')} || '/', location.href); if (/^https?:$/.test(to.protocol)) { const a = document.createElement('a'); a.href = to.href; a.textContent = 'x'; at.append(a); }`,
  ),
  origin: put(
    `addEventListener('message', (event) => { if (event.origin === location.origin) at.innerHTML = event.data; });`,
  ),
  json: put(`try { at.textContent = JSON.parse(${hash}).name; } catch {}`),
  policy: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${put(`at.innerHTML = ${hash};`)}`,
};

let lab: Lab;
let browser: BrowserTools;
let findings: Finding[];

beforeAll(async () => {
  lab = await openLab();
  browser = await lab.open();
  const site = emptySite();
  const kept = makeFindings(lab.site.url);
  const pages = [
    ...Object.entries(flawed).map(([name, [body]]) => [`/flawed/${name}`, body] as const),
    ...Object.entries(safe).map(([name, body]) => [`/safe/${name}`, body] as const),
  ];
  for (const [path, body] of pages) {
    lab.page(path, body);
    const url = `${lab.site.url}${path}`;
    const answer = await lab.client().ask(url);
    site.pages.push({ url, answer, page: readPage(`<!doctype html><title>t</title>${body}`, url) });
  }
  const scan = {
    site,
    mark,
    depth: 'usual',
    signal: new AbortController().signal,
    browser: () => Promise.resolve(browser),
    inScope: (url: URL) => url.origin === lab.site.url,
    report: kept.report,
    step: () => undefined,
  } as unknown as Scan;
  await domScripts.run!(scan);
  findings = kept.list();
}, 60_000);
afterAll(() => lab.close());

const at = (path: string) =>
  findings.flatMap(({ places }) => places).filter((place) => new URL(place.url).pathname === path);

describe('a script that carries text from outside to where it runs', () => {
  it.each(Object.entries(flawed).map(([name, [, parameter]]) => [name, parameter]))(
    'is found: %s',
    (name, parameter) => {
      expect(at(`/flawed/${name}`).map((place) => place.parameter)).toEqual([parameter]);
    },
  );
  it('comes with what proves it', () => {
    expect(findings[0]).toMatchObject({ rule: 'active.dom-xss', confidence: 'certain' });
    expect(findings[0]!.screenshot?.length).toBeGreaterThan(1000);
    for (const place of findings[0]!.places) expect(place.payload).toContain(mark);
  });
});

describe('a script that does so safely', () => {
  it.each(Object.keys(safe))('is left alone: %s', (name) => expect(at(`/safe/${name}`)).toEqual([]));
});

describe('names of parameters', () => {
  it.each([
    [`new URLSearchParams(location.search).get('lang')`, 'lang'],
    [`getUrlParameter("search-term")`, 'search-term'],
    [`location.href.split('name=')[1]`, 'name'],
    [`/[?&]tab=([^&]*)/.exec(x)`, 'tab'],
  ])('are read from %s', (code, name) => expect(askedFor(code)).toContain(name));
});

it.each([
  ["f('a\\'b", "'"],
  ['f("a", `b', '`'],
  ["f('a')", ''],
])('the string at the end of %s is seen', (code, quote) => expect(openString(code)).toBe(quote));

it('leaves alone an address that begins with something else', () =>
  expect(payloadsFor({ sink: 'address', before: 'https://own.example/', text: '' }, mark, '1')).toEqual([]));
