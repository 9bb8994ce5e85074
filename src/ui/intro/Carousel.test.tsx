// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Carousel } from './Carousel.tsx';
import { renderUi } from '../testing/render.tsx';

const slides = ['One', 'Two', 'Three'].map((name) => ({
  id: name,
  label: name,
  content: <a href={`/${name}`}>{`See ${name}`}</a>,
}));
const prefers = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') && reduced,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }));
/** What can be seen and reached: the others are inert. */
const shown = () =>
  screen
    .getAllByRole('group', { hidden: true })
    .filter((slide) => !slide.hasAttribute('inert'))
    .map((slide) => slide.ariaLabel ?? slide.getAttribute('aria-label'));
const pass = (seconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });
const show = () => renderUi(<Carousel label="Featured" slides={slides} autoplaySeconds={5} />);

beforeEach(() => {
  vi.useFakeTimers();
  prefers(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('goes on every five seconds and begins anew after the last', () => {
  show();
  expect(screen.getByRole('region', { name: 'Featured' }).getAttribute('aria-roledescription')).toBe(
    'carousel',
  );
  expect(shown()).toEqual(['1 of 3: One']);
  pass(4.9);
  expect(shown()).toEqual(['1 of 3: One']);
  pass(0.2);
  expect(shown()).toEqual(['2 of 3: Two']);
  pass(10);
  expect(shown()).toEqual(['1 of 3: One']);
});

test('waits while somebody points at it or has the focus in it, and goes on afterwards', () => {
  show();
  const carousel = screen.getByRole('region', { name: 'Featured' });
  fireEvent.mouseEnter(carousel);
  pass(30);
  expect(shown()).toEqual(['1 of 3: One']);
  fireEvent.mouseLeave(carousel);
  act(() => screen.getByRole('link', { name: 'See One' }).focus());
  pass(30);
  expect(shown()).toEqual(['1 of 3: One']);
  act(() => screen.getByRole('link', { name: 'See One' }).blur());
  pass(5);
  expect(shown()).toEqual(['2 of 3: Two']);
});

test('stops for good when it is told to, and turns by buttons and arrow keys', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Stop the slides' }));
  pass(30);
  expect(shown()).toEqual(['1 of 3: One']);
  fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
  expect(shown()).toEqual(['3 of 3: Three']);
  fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Next slide' }), { key: 'ArrowRight' });
  expect(shown()).toEqual(['2 of 3: Two']);
  fireEvent.click(screen.getByRole('button', { name: 'Let the slides take turns' }));
  pass(5);
  expect(shown()).toEqual(['3 of 3: Three']);
});

test('does not move by itself for people who asked for less motion', () => {
  prefers(true);
  show();
  pass(60);
  expect(shown()).toEqual(['1 of 3: One']);
  expect(screen.queryByRole('button', { name: 'Stop the slides' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(shown()).toEqual(['2 of 3: Two']);
});
