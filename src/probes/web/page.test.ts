import { expect, test } from 'vitest';
import { readPage } from './page.ts';

const letters = 1_000_000;
const filled = (part: string) => part.repeat(letters / 2 / part.length);

test.each([
  ['elements that are never closed, and ends of others', `${filled('<b>')}${filled('</i>')}`],
  ['elements in one another', `${filled('<b>')}${filled('</b>')}`],
  ['tables in one another', filled('<table>')],
  ['links in list items', filled('<li><a href="x">')],
  ['ends just below the limit', `${'<b>'.repeat(900)}${filled('</i>')}`],
])('a hostile page of %s is read in a blink, up to where it goes too deep', (_name, html) => {
  const began = performance.now();
  const page = readPage(`<title>Shop</title><a href="/first">x</a>${html}`, 'https://shop.example/');
  expect(page).toMatchObject({ title: 'Shop' });
  expect(page.links).toContain('https://shop.example/first');
  // minutes without a limit
  expect(performance.now() - began).toBeLessThan(2000);
});
