import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { handOver, type Calls } from './calls.ts';
import { picture, reads, type Journey, type Visit } from './journey.ts';
import { until } from './world.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** What a checker of accessibility has against the page as it stands now. */
async function complaintsOf(page: Page): Promise<string[]> {
  // by way of the debugger, which the page's policy does not hold
  await page.evaluate(axe);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}

/** Changes light and dark as the system does, and waits until the colours have followed; pages of billing follow by themselves. */
async function changeScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await until(`the page to be ${colorScheme}`, () =>
    page.evaluate<boolean>(
      `[undefined, '${colorScheme}'].includes(document.documentElement.dataset.mantineColorScheme) && !document.getAnimations().some((one) => one instanceof CSSTransition)`,
    ),
  );
}

/** How far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) => page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`);

export type Screen = { name: string; path: string; shows: string | RegExp; open?: (page: Page) => Promise<unknown> };

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

export type LookOptions = {
  /** Who is signed in. */
  calls?: Calls | undefined;
  /** Has not said yet whether outside tools may learn how the portal is used. */
  undecided?: boolean;
};

/** Each width begins in one scheme and changes into the other, as the system of a person may at dusk. */
const widths = [
  { width: 1440, height: 900, schemes: ['light', 'dark'] },
  { width: 390, height: 844, schemes: ['dark', 'light'] },
] as const;

/** Looks at each screen in turn, in a browser of one width, and tells everything that is wrong. */
async function lookAtWidth(
  journey: Journey,
  { width, height, schemes }: (typeof widths)[number],
  screens: readonly Screen[],
  { calls, undecided }: LookOptions,
): Promise<string[]> {
  const wrong: string[] = [];
  const { page, context, complaints }: Visit = await journey.visit({ width, height, dark: schemes[0] === 'dark' });
  if (!undecided) await context.addInitScript(`localStorage.setItem('analytics-consent', 'refused')`);
  if (calls) await handOver(calls, context, journey.portal.url);
  for (const { name, path, shows, open } of screens) {
    await page.emulateMedia({ colorScheme: schemes[0] });
    await page.goto(path);
    await reads(page, shows);
    await open?.(page);
    for (const colorScheme of schemes) {
      await changeScheme(page, colorScheme);
      wrong.push(...(await complaintsOf(page)).map((line) => `${name}, ${colorScheme} at ${width}: ${line}`));
      await picture(page, `screen-${name.replace(/\W+/g, '-')}-${colorScheme}-${width}`);
    }
    if (width > 390) continue;
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await sideways(page);
    if (wide > 0) wrong.push(`${name}: ${wide} pixels too wide for 320`);
    await page.setViewportSize({ width, height });
  }
  return [...wrong, ...complaints.map((line) => `at ${width}: ${line}`)];
}

/** What is wrong with screens on a desk and on a phone, in light and dark: accessibility, sideways scrolling, errors. */
export const lookAt = async (journey: Journey, screens: readonly Screen[], options: LookOptions = {}): Promise<string[]> =>
  (await Promise.all(widths.map((size) => lookAtWidth(journey, size, screens, options)))).flat();
