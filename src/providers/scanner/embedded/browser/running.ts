import type { Browser } from 'playwright-core';
import type { BrowserInput } from './browser.ts';
import { launchBrowser } from './launch.ts';
import type { Proxy } from './proxy.ts';
import { atMost } from './waiting.ts';

/**
 * Pages may replace what the driver of Chromium calls inside them (`JSON.stringify`, say). Its calls back to us then fail
 * where nobody waits for them, which would end the process.
 */
export const isStray = (error: unknown): boolean =>
  error instanceof Error && /[\\/]playwright-core[\\/]/.test(error.stack ?? '');

let watched = false;

/** Lets failures of the driver pass, and no others. Once for the process. */
export function toleratesStrays(): void {
  if (watched) return;
  watched = true;
  process.on('unhandledRejection', (error) => {
    if (!isStray(error)) throw error;
  });
}

const mostRestarts = 1;

export function keepRunning(
  executable: string,
  proxy: Proxy,
  { note, notifyOperator }: Pick<BrowserInput, 'note' | 'notifyOperator'>,
) {
  const start = () =>
    launchBrowser({ executable, proxyPort: proxy.port, fingerprint: proxy.fingerprint, notifyOperator });
  const shut = async (one: Browser | null) => {
    if (one) await atMost(one.close(), 3000);
  };
  let restarts = 0;
  let closing: Promise<void> | undefined;
  let running: Promise<Browser | null> = start();

  async function alive(broken?: Browser): Promise<Browser | null> {
    const now = await running.catch(() => null);
    if (closing) return null;
    if (now?.isConnected() && now !== broken) return now;
    // Somebody else has seen it too.
    const again = await running.catch(() => null);
    if (again !== now) return alive(broken);
    if (restarts >= mostRestarts) {
      note("The scanner's browser stopped twice, so the scripts of the remaining pages were not run.");
      notifyOperator('Chromium broke down twice in one scan.');
      return null;
    }
    restarts += 1;
    running = shut(now).then(start);
    return running.catch(() => null);
  }

  return {
    started: running,
    alive,
    isClosing: () => closing !== undefined,
    close: (): Promise<void> =>
      (closing ??= (async () => {
        await shut(await running.catch(() => null));
        await proxy.close();
      })()),
  };
}
