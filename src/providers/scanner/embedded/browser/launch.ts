import { existsSync } from 'node:fs';
import os from 'node:os';
import type { Browser } from 'playwright-core';

// The headless shell comes first: a full Chromium draws a window for each new page, which takes three times as long.
// Debian's /usr/bin/chromium-headless-shell is a shell script, and killing it leaves the browser running.
const usualPaths = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What a process must be able to read to look for Chromium and start it; beyond Linux nobody has counted. */
export const filesOfLaunch = (given = process.env.CHROMIUM_PATH): string[] =>
  process.platform === 'linux'
    ? [...(given ? [given] : usualPaths), '/proc/sys/fs/binfmt_misc/WSLInterop', '/run/WSL']
    : ['*'];

/** The machine's Chromium; null where there is none. A path in CHROMIUM_PATH comes first and is not replaced by another. */
export function findChromium(given = process.env.CHROMIUM_PATH): string | null {
  if (given) return existsSync(given) ? given : null;
  return usualPaths.find((path) => existsSync(path)) ?? null;
}

type LaunchInput = {
  executable: string;
  proxyPort: number;
  fingerprint: string;
  notifyOperator: (text: string) => void;
  /** Whether Chromium may try its sandbox; it refuses one to the administrator. */
  trySandbox?: boolean;
};

const switches = ({ proxyPort, fingerprint }: LaunchInput): string[] => [
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Chromium would otherwise reach this machine without asking the proxy.
  '--proxy-bypass-list=<-loopback>',
  // Names are resolved and judged by the scan alone.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--ignore-certificate-errors-spki-list=${fingerprint}`,
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--deny-permission-prompts',
  '--disable-notifications',
  '--disable-geolocation',
  '--use-fake-device-for-media-stream',
  '--no-pings',
  '--dns-prefetch-disable',
  '--disable-domain-reliability',
  '--disable-gpu',
  '--disable-file-system',
  '--disk-cache-size=1048576',
  '--renderer-process-limit=3',
  '--js-flags=--max-old-space-size=384',
];

/**
 * Starts Chromium without a window and with an empty profile. With its sandbox where the machine allows that, otherwise
 * without, which the operator is told. It ends with this process, however that ends: its end of our pipe closes. Rejects when it
 * cannot be started at all.
 */
export async function launchBrowser(input: LaunchInput): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  // Half a second of reading, for scans that have a browser.
  const { chromium } = await import('playwright-core');
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: input.executable,
      chromiumSandbox,
      args: switches(input),
      // None of the portal's secrets, should a page break out.
      env: {
        PATH: process.env.PATH ?? '',
        HOME: os.tmpdir(),
        TMPDIR: os.tmpdir(),
        TZ: 'UTC',
        LANG: 'C.UTF-8',
      },
      // The scan ends by its own signal and closes what it opened.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    });
  if (input.trySandbox ?? !isRoot) {
    try {
      return await start(true);
    } catch {
      // Where the system allows half of what the sandbox needs, Chromium ends without a word that tells why.
    }
  }
  const browser = await start(false);
  input.notifyOperator(
    isRoot
      ? 'Chromium ran without its own sandbox because the scan runs as root. Run it as another user.'
      : 'Chromium ran without its own sandbox because this machine does not allow one (user namespaces are switched off or limited).',
  );
  return browser;
}
