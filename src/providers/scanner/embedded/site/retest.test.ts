import { afterAll, expect, test } from 'vitest';
import { serve, type Reply } from '../../sites/serve.ts';
import type { Retest } from '../../port.ts';
import { runScan } from '../engine.ts';

const html = (body: string): Reply => ({
  body: `<!doctype html><html><head><title>Lamps</title></head><body>${body}</body></html>`,
});
const wrong = {
  status: 500,
  body: "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '''",
};
// an open text, or a word behind a closed one
const breaks = (value: string) => (value.match(/'/g)?.length ?? 0) % 2 === 1 || /'\w+'/.test(value);

// what has become of the website by now
let now: 'flawed' | 'fixed' | 'gone' = 'flawed';
const query = (value: string | null) =>
  now === 'flawed' && breaks(value ?? '') ? wrong : html('<h1>Lamps</h1>');
const site = await serve(({ method, path, url, form }) => {
  if (path === '/')
    return html(
      '<a href="/shop?category=lamps">Shop</a> <a href="/find">Find</a> <a href="/about">About</a>',
    );
  if (path === '/about') return html('<a href="/about?page=2">2</a>');
  if (now === 'gone') return undefined;
  if (path === '/shop') return query(url.searchParams.get('category'));
  if (path === '/find' && method === 'GET')
    return html('<form action="/found" method="post"><input name="word"></form>');
  if (path === '/found' && method === 'POST') return query(form.get('word'));
  return undefined;
});
afterAll(() => site.close());

const rule = 'active.sql-injection';
const scan = (only?: Retest) =>
  runScan(
    { url: site.url, level: 'normal', allowPrivate: [site.host], ...(only && { only }) },
    { signal: new AbortController().signal, perSecond: 1000 },
  );
const whole = await scan();
const issue = whole.findings.find((one) => one.rule === rule)!;

test.each([
  ['/shop', 'flawed', 1, []],
  ['/shop', 'fixed', 0, [rule]],
  ['/found', 'flawed', 1, []],
  ['/found', 'fixed', 0, [rule]],
  // its form is not there any more, so nothing was tried
  ['/found', 'gone', 0, []],
] as const)('an issue at %s, looked at alone when it is %s by now', async (path, state, issues, passed) => {
  now = state;
  const places = issue.places.filter(({ url }) => new URL(url).pathname === path);
  expect(places).toHaveLength(1);
  const again = await scan({ rule, places });
  expect({ issues: again.findings.length, passed: again.passed }).toEqual({ issues, passed });
  expect(again.findings.every((one) => one.id === issue.id)).toBe(true);
  expect(again.coverage.skipped.some((line) => line.includes('could not be found any more'))).toBe(
    state === 'gone',
  );
  expect(again.requests).toBeLessThan(whole.requests / 4);
});
