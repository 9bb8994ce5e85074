import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { handOver, type Calls } from '../calls.ts';
import { picture, reads, refuseAnalytics, type Journey, type Visit } from '../journey.ts';
import { until } from '../world.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** What a checker of accessibility has against the page as it stands now. */
async function complaintsOf(page: Page): Promise<string[]> {
  // by way of the debugger, which the page's policy does not hold; once for a document
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    // what an open menu floats over is out of reach until it is closed
    nodes
      .filter(({ failureSummary }) => !failureSummary.includes('partially obscured'))
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** What stands against the page still after a while: a dialog gets its name a moment after it is drawn. */
export async function lastingComplaintsOf(page: Page): Promise<string[]> {
  const end = Date.now() + 5000;
  for (;;) {
    const found = await complaintsOf(page);
    if (found.length === 0 || Date.now() > end) return found;
    await page.waitForTimeout(500);
  }
}

/**
 * Waits until nothing changes its colour any more and what was begun by the last drawing is drawn as well. A transition that
 * is over stays in the list until something else is drawn, which on a page at rest may be never.
 */
export const comesToRest = (page: Page) =>
  until('the page to come to rest', () =>
    page.evaluate<boolean>(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(!document.getAnimations().some((one) => one instanceof CSSTransition && one.playState !== 'finished')))))`,
    ),
  );

/** How far the page can be scrolled sideways, in pixels. */
export const sideways = (page: Page) =>
  page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`);

export type Screen = {
  name: string;
  path: string;
  shows: string | RegExp;
  open?: (page: Page) => Promise<unknown>;
};

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

export type LookOptions = {
  /** Who is signed in. */
  calls?: Calls | undefined;
  /** Has not said yet whether outside tools may learn how the portal is used. */
  undecided?: boolean;
};

/** A desk by day and a phone by night: between them each screen is seen in both widths and both schemes. */
const widths = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const;

/** Goes on within the portal, as a link does. */
const follow = (page: Page, path: string) =>
  page.evaluate(
    `{ const state = { idx: (history.state?.idx ?? 0) + 1 };
    history.pushState(state, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state })); }`,
  );

const isShown = async (page: Page, words: string | RegExp) =>
  (await page.getByText(words).filter({ visible: true }).count()) > 0;

/**
 * Brings the page to a screen. One that is open already and was only looked at stays as it is. The next one is reached from
 * the one before, if what it shows cannot be taken for it: that each address opens by itself is seen by the crawl.
 */
async function bringTo(page: Page, { path, shows }: Screen, before: Screen | undefined): Promise<void> {
  if (!before || before.open) await page.goto(path);
  else if (before.path !== path) await ((await isShown(page, shows)) ? page.goto(path) : follow(page, path));
}

/** Looks at each screen in turn, in a browser of one width, and tells everything that is wrong. */
async function lookAtWidth(
  journey: Journey,
  { width, height, scheme }: (typeof widths)[number],
  screens: readonly Screen[],
  { calls, undecided }: LookOptions,
): Promise<string[]> {
  const wrong: string[] = [];
  const { page, context, complaints }: Visit = await journey.visit({
    width,
    height,
    dark: scheme === 'dark',
  });
  if (!undecided) await context.addInitScript(refuseAnalytics);
  if (calls) await handOver(calls, context, journey.portal.url);
  for (const [at, screen] of screens.entries()) {
    const { name, shows, open } = screen;
    await bringTo(page, screen, screens[at - 1]);
    await reads(page, shows);
    // words in the corner of a page may stand before its own do
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await open?.(page);
    await comesToRest(page);
    wrong.push(...(await lastingComplaintsOf(page)).map((line) => `${name}, ${scheme} at ${width}: ${line}`));
    await picture(page, `screen-${name.replace(/\W+/g, '-')}-${scheme}-${width}`);
    if (width > 390) continue;
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await sideways(page);
    if (wide > 0) wrong.push(`${name}: ${wide} pixels too wide for 320`);
    await page.setViewportSize({ width, height });
  }
  return [...wrong, ...complaints.map((line) => `at ${width}: ${line}`)];
}

/** What is wrong with screens on a desk and on a phone, in light and dark: accessibility, sideways scrolling, errors. */
export const lookAt = async (
  journey: Journey,
  screens: readonly Screen[],
  options: LookOptions = {},
): Promise<string[]> =>
  (await Promise.all(widths.map((size) => lookAtWidth(journey, size, screens, options)))).flat();
