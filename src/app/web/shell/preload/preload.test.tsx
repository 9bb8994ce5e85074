// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { preloadLinks } from './preload.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function setUp(attributes: string) {
  const lazy = vi.fn(async () => ({ Component: () => null }));
  const loader = vi.fn(() => null);
  onTestFinished(preloadLinks([{ path: '/training/:tab', lazy, loader }]));
  document.body.innerHTML = `<a ${attributes}><span>People</span></a><p>Words</p>`;
  return { lazy, loader, words: document.querySelector('span')!, elsewhere: document.querySelector('p')! };
}

test('pointing at a link fetches code and data of its page', async () => {
  const { lazy, loader, words } = setUp('href="/training/people?sort=name"');
  fireEvent.pointerOver(words);
  expect(lazy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(lazy).toHaveBeenCalledTimes(1);
  expect(loader).toHaveBeenCalledWith(expect.objectContaining({ params: { tab: 'people' } }));
  const { request } = (loader.mock.calls as unknown as [{ request: Request }][])[0]![0];
  expect(new URL(request.url).search).toBe('?sort=name');
});

test('passing over a link fetches nothing', async () => {
  const { lazy, words, elsewhere } = setUp('href="/training/people"');
  fireEvent.pointerOver(words);
  fireEvent.pointerOver(elsewhere);
  await vi.advanceTimersByTimeAsync(100);
  expect(lazy).not.toHaveBeenCalled();
});

test.each([
  ['focusing', 'focusIn'],
  ['touching', 'touchStart'],
] as const)('%s a link fetches its page as well', async (_how, event) => {
  const { lazy, words } = setUp('href="/training/people"');
  fireEvent[event](words);
  await vi.advanceTimersByTimeAsync(100);
  expect(lazy).toHaveBeenCalledTimes(1);
});

test.each([
  'href="https://elsewhere.example/training/people"',
  'href="/training/people" target="_blank"',
  'href="/api/training/people"',
  'href="/training/people" download',
])('a link that leads out of the portal fetches nothing: %s', async (attributes) => {
  const { lazy, words } = setUp(attributes);
  fireEvent.pointerOver(words);
  await vi.advanceTimersByTimeAsync(100);
  expect(lazy).not.toHaveBeenCalled();
});
