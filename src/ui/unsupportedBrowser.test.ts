// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';

const source = readFileSync('src/ui/public/browser.js', 'utf8');
/** Runs the file as a page does, in a browser that has or has not what the portal needs. */
function runIn(supports: boolean): string {
  document.body.innerHTML = '';
  vi.stubGlobal('CSS', { supports: () => supports });
  Object.defineProperty(HTMLScriptElement.prototype, 'noModule', { value: false, configurable: true });
  runInThisContext(source);
  return document.querySelector('[role=alert]')?.textContent ?? '';
}
afterEach(() => vi.unstubAllGlobals());

test('a browser that cannot run the portal is told so, and which can', () => {
  expect(runIn(false)).toMatch(/not supported.+latest version of Chrome, Safari or Edge/);
});

test('a browser of today is told nothing', () => {
  expect(runIn(true)).toBe('');
});
