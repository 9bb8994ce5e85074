import { describe, expect, it } from 'vitest';
import type { Reply } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import { runScan } from '../engine.ts';

/** Rules of the active group that a scan reports for one page with one parameter. */
async function found(link: string, answer: (value: string) => Reply): Promise<string[]> {
  const name = new URL(link, 'http://s').searchParams.keys().next().value!;
  const site = await serve((visit) => {
    if (visit.path === '/') return { body: `<a href="${link}">x</a>` };
    return visit.path === new URL(link, 'http://s').pathname
      ? answer(visit.url.searchParams.get(name) ?? '')
      : undefined;
  });
  const result = await runScan(
    { url: site.url, level: 'safe', allowPrivate: [site.host] },
    { signal: new AbortController().signal, perSecond: 1000 },
  );
  await site.close();
  return result.findings.map((finding) => finding.rule).filter((rule) => rule.startsWith('active.'));
}

const breaks = (value: string) => (value.match(/'/g)?.length ?? 0) % 2 === 1 || /'\w+'/.test(value);
const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

describe('flaws', () => {
  it.each<[string, string, (value: string) => Reply, string]>([
    [
      'a query that breaks without a message',
      '/a?n=x',
      (v) => (breaks(v) ? { status: 500, body: 'Error' } : { body: 'ok' }),
      'active.sql-injection',
    ],
    [
      'a number in a query',
      '/a?id=3',
      (v) =>
        /^[\d\s+*-]+$/.test(v)
          ? { body: `n ${v}` }
          : { status: 500, body: 'SQLSTATE[42000]: Syntax error or access violation: near x' },
      'active.sql-injection',
    ],
    [
      'a file by its name',
      '/a?file=x.txt',
      (v) =>
        v.includes('etc/passwd')
          ? { type: 'text/plain', body: 'root:x:0:0:root:/root:/bin/sh\n' }
          : { body: 'x' },
      'active.path-traversal',
    ],
    [
      'a template',
      '/a?t=x',
      (v) => ({
        body: `<p>${escaped(v).replace(/\{\{(\d+)\*(\d+)\}\}/, (_all, a, b) => String(Number(a) * Number(b)))}`,
      }),
      'active.template-injection',
    ],
    [
      'a redirect that checks only the beginning',
      '/a?next=/x',
      (v) => ({ status: 302, headers: { Location: v.startsWith('/') ? v : '/' } }),
      'active.open-redirect',
    ],
    [
      'a meta refresh',
      '/a?url=/x',
      (v) => ({ body: `<meta http-equiv="refresh" content="0;url=${escaped(v)}">` }),
      'active.open-redirect',
    ],
    [
      'an attribute without quotes',
      '/a?q=x',
      (v) => ({ body: `<input value=${v.replaceAll('<', '').replaceAll('>', '')}>` }),
      'active.reflected-xss',
    ],
    [
      'a link to any address',
      '/a?site=x',
      (v) => ({ body: `<a href="${escaped(v)}">x</a>` }),
      'active.reflected-xss',
    ],
  ])('finds %s', async (_what, link, answer, rule) => expect(await found(link, answer)).toContain(rule));
});

describe('no flaws', () => {
  it.each<[string, string, (value: string) => Reply]>([
    [
      'a refused conversion',
      '/a?id=3',
      (v) =>
        /^\d+$/.test(v)
          ? { body: 'n' }
          : { status: 500, body: 'ERROR: invalid input syntax for type integer: "3"' },
    ],
    [
      'an error for every odd sign',
      '/a?n=x',
      (v) => (/^\w*$/.test(v) ? { body: 'ok' } : { status: 500, body: 'Error' }),
    ],
    ['text shown as text', '/a?q=x', (v) => ({ body: `<p>${escaped(v)}</p><input value="${escaped(v)}">` })],
    ['markup in plain text', '/a?q=x', (v) => ({ type: 'text/plain', body: v })],
    ['markup in JSON', '/a?q=x', (v) => ({ type: 'application/json', body: JSON.stringify({ v }) })],
    [
      'a redirect with the text in its query',
      '/a?next=/x',
      (v) => ({ status: 302, headers: { Location: `/login?next=${encodeURIComponent(v)}` } }),
    ],
    [
      'a redirect to a path put together',
      '/a?next=x',
      (v) => ({ status: 302, headers: { Location: `/p/${encodeURIComponent(v)}` } }),
    ],
    ['a link with a fixed beginning', '/a?site=x', (v) => ({ body: `<a href="/go/${escaped(v)}">x</a>` })],
    ['a formula shown as it is', '/a?t=x', (v) => ({ body: `<p>${escaped(v)}` })],
    [
      'a page about the password file',
      '/a?file=x.txt',
      () => ({ body: 'The file /etc/passwd holds the accounts.' }),
    ],
  ])('leaves %s alone', async (_what, link, answer) => expect(await found(link, answer)).toEqual([]));
});
