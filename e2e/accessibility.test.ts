import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { serveFlawedSite } from '#providers/scanner/fixtures/flawed.ts';
import { handOver, makeAccount, makeAdministrator, signInByCalls, type Calls } from './calls.ts';
import { picture, reads, startJourney, type Visit } from './journey.ts';
import { until } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const flawed = await serveFlawedSite();
afterAll(() => flawed.close());
const journey = startJourney(() => ({ SCAN_ALLOW_PRIVATE: flawed.host }));

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

/** Changes light and dark as the system does, and waits until the colours have followed. */
async function changeScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await until(`the page to be ${colorScheme}`, () =>
    page.evaluate<boolean>(
      `document.documentElement.dataset.mantineColorScheme === '${colorScheme}' && !document.getAnimations().some((one) => one instanceof CSSTransition)`,
    ),
  );
}

/** How far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) => page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`);

type Screen = { name: string; path: string; shows: string | RegExp; open?: (page: Page) => Promise<void> };
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Each width begins in one scheme and changes into the other, as the system of a person may at dusk. */
const widths = [
  { width: 1440, height: 900, schemes: ['light', 'dark'] },
  { width: 390, height: 844, schemes: ['dark', 'light'] },
] as const;

/** Looks at each screen in turn, in a browser of one width, and tells everything that is wrong. */
async function lookAtWidth(
  { width, height, schemes }: (typeof widths)[number],
  screens: readonly Screen[],
  calls?: Calls,
): Promise<string[]> {
  const wrong: string[] = [];
  const { page, context, complaints }: Visit = await journey.visit({ width, height, dark: schemes[0] === 'dark' });
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

/** On a desk and on a phone, in light and dark. */
const lookAt = async (screens: readonly Screen[], calls?: Calls): Promise<string[]> =>
  (await Promise.all(widths.map((size) => lookAtWidth(size, screens, calls)))).flat();

describe('nobody is kept out: no fault of accessibility, no sideways scrolling, no error', () => {
  let full: Calls;
  let targetId: string;

  test('while a scan runs', async () => {
    full = await makeAdministrator(journey.portal, 'full@harbor-lamps.com');
    const website = { targetName: 'Main shop', targetUrl: flawed.url, scanProfile: 'safe', urlConfirmed: true };
    const { body } = await full.post<{ targetId: string }>('/monitoring/webapps/createTarget', website);
    targetId = body.targetId;
    await full.post('/monitoring/webapps/startScan', { targetId });
    expect(await lookAt([{ name: 'scans running', path: '/webappscan', shows: 'Scan initiated' }], full)).toEqual([]);
  });

  test('before sign-in', async () => {
    const mistakes = async (page: Page) => {
      await page.getByLabel('Work email address').fill('ada@harbor-lamps.com');
      await page.getByLabel('Password', { exact: true }).fill('weak');
      await page.keyboard.press('Enter');
      await reads(page, 'Form Incomplete. Please fill empty fields.');
    };
    const wrong = await lookAt([
      { name: 'sign-in', path: '/signin', shows: 'I forgot my password' },
      {
        name: 'sign-in with a toast',
        path: '/signin?verification_result=expired&username=ada%40harbor-lamps.com',
        shows: 'request new link',
      },
      { name: 'sign-up', path: '/signup', shows: 'Start Free Trial' },
      { name: 'sign-up with mistakes', path: '/signup', shows: 'Start Free Trial', open: mistakes },
      { name: 'sign-up of a partner', path: '/signup/CHAMBER-2026', shows: 'Chamber member pricing' },
      { name: 'verify', path: '/verify?username=ada%40harbor-lamps.com', shows: 'Resend Email' },
      { name: 'forgot password', path: '/forgotPassword', shows: 'Verify your identity.' },
      { name: 'support dialog', path: '/verify?username=ada%40harbor-lamps.com', shows: 'Contact Support', open: press('Contact Support') },
      { name: 'invalid invitation', path: '/link-error-page', shows: 'Oops, link not valid' },
      { name: 'not found', path: '/404', shows: 'find that page' },
    ]);
    expect(wrong).toEqual([]);
  });

  test('on the way in', async () => {
    await makeAccount(journey.portal, 'new@harbor-lamps.com');
    const calls = await signInByCalls(journey.portal.url, 'new@harbor-lamps.com');
    const toCompany = press('Continue');
    const onboarding = await lookAt(
      [
        { name: 'welcome', path: '/onboarding', shows: 'Welcome to Cyber Safety' },
        {
          name: 'onboarding with mistakes',
          path: '/onboarding',
          shows: 'Welcome to Cyber Safety',
          open: async (page) => {
            await toCompany(page);
            await page.getByRole('button', { name: 'Next' }).click({ force: true });
            await reads(page, 'Please enter the organization name.');
          },
        },
      ],
      calls,
    );
    const saved = await calls.post('/profile/profileSave', {
      companyProfile: { companyName: 'Harbor Lamps LLC', industry: 'RETAIL', numberOfEmployees: '0-10', companyUrl: '' },
      adminProfile: { firstName: 'Ada', lastName: 'Marsh' },
    });
    expect(saved.status).toBe(200);
    const turn = (pages: number) => async (page: Page) => {
      for (let at = 1; at < pages; at++) await press('Next')(page);
      await reads(page, `${pages} of 6`);
    };
    const intro = await lookAt(
      [1, 3, 6].map((at) => ({ name: `introduction ${at}`, path: '/intro', shows: '1 of 6', open: turn(at) })),
      calls,
    );
    expect([...onboarding, ...intro]).toEqual([]);
  });

  test('with nothing in it yet', async () => {
    const calls = await makeAdministrator(journey.portal, 'empty@harbor-lamps.com');
    const wizard = press('Add a Website');
    const wrong = await lookAt(
      [
        { name: 'dashboard empty', path: '/dashboard', shows: 'No scans yet' },
        { name: 'scans empty', path: '/webappscan', shows: 'Find out what your website gives away' },
        { name: 'intro of scans', path: '/webappscan', shows: 'Find out what', open: press('View Intro') },
        {
          name: 'wizard with mistakes',
          path: '/webappscan',
          shows: 'Find out what',
          open: async (page) => {
            await wizard(page);
            await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
            await reads(page, 'Please enter a name.');
          },
        },
        {
          name: 'wizard at its end',
          path: '/webappscan',
          shows: 'Find out what',
          open: async (page) => {
            await wizard(page);
            const dialog = page.getByRole('dialog');
            await dialog.getByLabel('Website name').fill('Shop');
            await dialog.getByLabel('Protocol').selectOption('http://');
            await dialog.getByRole('textbox', { name: 'URL' }).fill(flawed.host);
            await dialog.getByRole('button', { name: 'Next' }).click();
            await dialog.getByLabel('I have permission to scan this website').check();
            await dialog.getByRole('button', { name: 'I Agree' }).click();
            await reads(dialog, 'Recurrence');
          },
        },
        { name: 'plans', path: '/plan', shows: /Essential/ },
        { name: 'account menu', path: '/plan', shows: /Essential/, open: openAccountMenu },
      ],
      calls,
    );
    expect(wrong).toEqual([]);
  });

  test('with a website and its report', async () => {
    type Scans = { scanMap: Record<string, { scans: { status: string }[] }> };
    await until('the report', async () => {
      const answer = await full.post<Scans>('/monitoring/webapps/loadScanMap', { targetId });
      return answer.body.scanMap[targetId]!.scans[0]!.status === 'completed';
    });
    const choose = (action: string) => async (page: Page) => {
      await press('Actions')(page);
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog').waitFor();
    };
    const wrong = await lookAt(
      [
        { name: 'dashboard full', path: '/dashboard', shows: 'View Scan Findings' },
        { name: 'scans full', path: '/webappscan', shows: 'View details' },
        {
          name: 'report details',
          path: '/webappscan',
          shows: 'View details',
          open: async (page) => {
            await press('View details')(page);
            await page.getByRole('heading', { level: 4 }).getByRole('button').first().click();
            await reads(page, 'How to fix it');
          },
        },
        { name: 'download menu', path: '/webappscan', shows: 'View details', open: press('Download Report') },
        { name: 'edit name', path: '/webappscan', shows: 'View details', open: choose('Edit Website Name') },
        { name: 'schedule', path: '/webappscan', shows: 'View details', open: choose('Schedule Scans') },
        { name: 'remove', path: '/webappscan', shows: 'View details', open: choose('Remove Website') },
      ],
      full,
    );
    expect(wrong).toEqual([]);
  });
});

/** The person's menu: at the foot of the side menu, which is a drawer on a phone. */
async function openAccountMenu(page: Page) {
  const drawer = page.getByRole('button', { name: 'Open menu' });
  if (await drawer.isVisible()) await drawer.click();
  await page
    .getByRole('button', { name: /Account menu/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
}
