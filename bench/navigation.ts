import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startDemo, signIn } from './demo.ts';

/** Where one goes from the dashboard, by the links that it has. */
const places = [
  ['/cybermaturity', 'Cyber Maturity'],
  ['/concierge', 'Cyber Concierge'],
  ['/securitypolicy', 'Security Policies'],
  ['/training', 'Training'],
  ['/webappscan', 'Website Security Scans'],
  ['/attacksurface', 'Attack Surface Analytics'],
  ['/insurance', 'Insurance'],
  ['/marketplace', 'Marketplace'],
  ['/concierge/incident', 'The first hour'],
] as const;

const mostMs = 100;
const runs = Number(process.env.BENCH_RUNS ?? 5);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Runs in the page: when its heading is drawn and nothing is being loaded in the main part, after the press that comes next. */
// without a value: what is returned would be waited for before the press
const watch = (title: string) => `void (globalThis.came = new Promise((done) => {
  let pressed = 0;
  addEventListener('click', () => { pressed = performance.now(); }, { capture: true, once: true });
  const look = () => {
    const main = document.getElementById('main');
    const there = pressed > 0 && main?.querySelector('h1')?.textContent.includes(${JSON.stringify(title)}) && !main.querySelector('[aria-busy=true]');
    // what stands in the document now is on the screen with the next drawing
    if (there) requestAnimationFrame(() => done(performance.now() - pressed));
    else requestAnimationFrame(look);
  };
  look();
}))`;

/** From a press on a link until the page behind it shows its content; `ahead` is how long the link was pointed at, or null. */
async function goTo(
  page: Page,
  [href, title]: (typeof places)[number],
  ahead: number | null,
): Promise<number> {
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  const link = page.locator(`aside a[href="${href}"]`).first();
  await page.evaluate(watch(title));
  if (ahead === null) await link.evaluate((element: { click: () => void }) => element.click());
  else {
    await link.hover();
    await page.waitForTimeout(ahead);
    await link.click();
  }
  return page.evaluate<number>('globalThis.came');
}

/** How soon a page shows its content after its link is pressed: at once, and after the link was pointed at for 300 ms. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-navigation-'));
  const demo = await startDemo(folder);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--ignore-certificate-errors', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const context = await browser.newContext({
      baseURL: demo.origin,
      ignoreHTTPSErrors: true,
      viewport: { width: 1440, height: 900 },
    });
    await signIn(context, demo.origin);
    const page = await context.newPage();
    console.log(
      `\n${'from the dashboard to'.padEnd(28)}${'at once'.padStart(10)}${'pointed at'.padStart(12)}   (ms, medians of ${runs})`,
    );
    const pointed: number[] = [];
    for (const place of places) {
      const [cold, warm]: [number[], number[]] = [[], []];
      for (let at = 0; at < runs; at++) {
        cold.push(await goTo(page, place, null));
        warm.push(await goTo(page, place, 300));
      }
      pointed.push(median(warm));
      const over = median(warm) > mostMs ? '   OVER BUDGET' : '';
      console.log(
        `${place[1].padEnd(28)}${median(cold).toFixed(0).padStart(10)}${median(warm).toFixed(0).padStart(12)}${over}`,
      );
    }
    console.log(
      `${'all'.padEnd(28)}${''.padStart(10)}${median(pointed).toFixed(0).padStart(12)}   at most ${mostMs}`,
    );
    console.log(`\n${os.cpus().length} processors, load ${os.loadavg()[0]!.toFixed(1)}.`);
  } finally {
    await browser.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
