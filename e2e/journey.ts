import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { startPortal, type RunningPortal } from './world.ts';

// a browser that minds its own business: nothing is fetched but what the journey asks for
const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

// addresses that lead to this machine under a name of their own
const foreign = '--host-resolver-rules=MAP *.test 127.0.0.1';

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...quiet, foreign, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });

// one for all files of a worker: opening it takes longer than a short journey
let opened: Browser | undefined;
const openBrowser = async (): Promise<Browser> =>
  opened?.isConnected() ? opened : (opened = await launch());

export type VisitOptions = {
  width?: number;
  height?: number;
  dark?: boolean;
  /** Another address of the portal than its own. */
  url?: string;
  /** Stays open after the test, for the next one to go on with. */
  keep?: boolean;
};

/** Somebody who has said no to measuring, so that nothing asks; a window that only fetches a file may keep nothing. */
export const refuseAnalytics = `try { localStorage.setItem('analytics-consent', 'refused'); } catch {}`;

/** A person's browser: a page, and what went wrong in it that nobody saw. */
export type Visit = { page: Page; context: BrowserContext; complaints: string[] };

export type Journey = {
  portal: RunningPortal;
  browser: Browser;
  /** Opens a browser of its own, with empty cookies. */
  visit: (options?: VisitOptions) => Promise<Visit>;
};

/** Errors of the console, of scripts, and violations of the page's policy. */
function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url() ?? ''}: ${message.text()}`);
  });
  context.on('weberror', (error) =>
    complaints.push(`${error.page()?.url() ?? ''}: ${error.error().message}`),
  );
  return complaints;
}

// a violation is heard in the page and said where it is listened for
const sayViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy ' + event.violatedDirective + ' blocked ' + event.blockedURI + ' in ' + event.sourceFile + ':' + event.lineNumber + ':' + event.columnNumber));`;

/** Starts the product once for the tests of a file, on an empty data folder, with a browser for all of them. */
export function startJourney(
  env: () => Promise<Record<string, string>> | Record<string, string> = () => ({}),
  /** What is said on the command line, such as `--demo`. */
  args: string[] = [],
): Journey {
  const journey = {
    visit: async ({
      width = 1440,
      height = 900,
      dark = false,
      url = journey.portal.url,
      keep = false,
    }: VisitOptions = {}) => {
      const context = await journey.browser.newContext({
        baseURL: url,
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(60_000);
      const complaints = listen(context);
      await context.addInitScript(sayViolations);
      if (!keep) onTestFinished(() => context.close());
      return { page: await context.newPage(), context, complaints };
    },
  } as Journey;
  beforeAll(async () => {
    const [portal, browser] = await Promise.all([
      Promise.resolve(env()).then((given) => startPortal(given, args)),
      openBrowser(),
    ]);
    Object.assign(journey, { portal, browser });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const output = journey.portal?.output() ?? '';
    const said = output.split('\n').filter((line) => /"level":"(?:warn|error|fatal)"/.test(line));
    process.stderr.write(`${said.slice(-20).join('\n')}\n`);
    const pages = journey.browser?.contexts().flatMap((context) => context.pages()) ?? [];
    await Promise.all(
      pages.map((page, at) => picture(page, `failed-${task.name.replace(/\W+/g, '-')}-${at + 1}`)),
    );
  });
  afterAll(async () => {
    await Promise.all((journey.browser?.contexts() ?? []).map((context) => context.close()));
    const { exitCode, signalCode } = journey.portal?.child ?? {};
    const code = await journey.portal?.stop();
    expect({ exitCode, signalCode, code, output: journey.portal?.output() }).toMatchObject({
      exitCode: null,
      signalCode: null,
      code: 0,
    });
  });
  return journey;
}

/** The words stand on the screen, or come to stand there; in one look, for a toast may go before a second one. */
export async function reads(where: Page | Locator, words: string | RegExp, seconds = 60): Promise<void> {
  const found = where.getByText(words).filter({ visible: true });
  await vi.waitFor(async () => expect((await found.allTextContents())[0] ?? '').toMatch(words), {
    timeout: seconds * 1000,
  });
}

// the address changes first and the screen in a transition after it, so a click at once would still meet the old screen
const settle = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))').catch(() => undefined);

/** The page's address comes to be this path, and its screen is drawn. */
export async function arrives(page: Page, at: string | RegExp, seconds = 60): Promise<void> {
  await page.waitForURL(
    (url) => (typeof at === 'string' ? url.pathname === at : at.test(url.pathname + url.search)),
    {
      timeout: seconds * 1000,
    },
  );
  await settle(page);
}

/** Keeps a picture of the page in the folder JOURNEY_PICTURES, where that is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.JOURNEY_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    fullPage: (await page.getByRole('dialog').count()) === 0,
  });
}
