import { expect, test, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { person } from '#app/demo/company.ts';
import { ratingsPaths } from '#modules/ratings/paths.ts';
import { signInByCalls } from '../calls.ts';
import { reads, startJourney } from '../journey.ts';
import { lookAt, press, type Screen } from './looking.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 240_000 });

const journey = startJourney(undefined, ['--demo']);

/** Goes to a chart by keyboard and to the value before its last; what the chart says then stands beside it too. */
const choose = (label: string, says: RegExp) => async (page: Page) => {
  const chart = page.getByRole('slider', { name: label });
  await chart.focus();
  const last = await chart.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  const words = await until('another value', async () => {
    const now = await chart.getAttribute('aria-valuetext');
    return now !== last && now;
  });
  expect(words).toMatch(says);
  const [title] = words.split(': ');
  await reads(page.locator('div', { has: chart }).last(), title!);
};

const charts: readonly Screen[] = [
  {
    name: 'rating with a day chosen',
    path: ratingsPaths.tab('reports'),
    shows: 'Your rating over time',
    open: choose('Rating over time', /^[A-Z][a-z]{2} \d{1,2}, \d{4}: \d{3}/),
  },
  {
    name: 'issues with a scan chosen',
    path: `/webappscan/${encodeURIComponent('Lamp shop preview')}`,
    shows: 'Issues over the last scans',
    open: choose(
      'Issues that each of the last scans found, by severity',
      /^[A-Z][a-z]{2} \d{1,2}, \d{4}: \d+ high, \d+ medium, \d+ low/,
    ),
  },
  {
    name: 'training with a month chosen',
    path: '/training',
    shows: 'Month by month',
    open: choose('Courses by the month in which they opened', /^[A-Z][a-z]+ \d{4}: \d+ of \d+ finished/),
  },
  {
    name: 'months of training as a table',
    path: '/training',
    shows: 'Month by month',
    open: press('Show as table'),
  },
];

test('nobody is kept out of the charts while a value is chosen by keyboard', async () => {
  const calls = await signInByCalls(journey.portal.url, person.email, person.password);
  expect(await lookAt(journey, charts, { calls })).toEqual([]);
});
