import { createServer } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '#platform/server/settings.ts';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import { flawedSite } from '#providers/scanner/fixtures/flawed.ts';
import { serve } from '#providers/scanner/fixtures/serve.ts';
import type { ScanResult } from '#providers/scanner/port.ts';
import type { RealScans } from './results.ts';

/** What the company has put right on the website since it was added. */
const mendedPaths = new Set([
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/backup.zip',
  '/dump.sql.gz',
  '/.htpasswd',
  '/phpinfo.php',
  '/server-status',
  '/old-backup/',
  '/old-backup/customers.sql',
  '/login.php~',
  '/error.log',
  '/crossdomain.xml',
]);

export type LiveSite = {
  url: string;
  /** host:port, to be allowed for scanning. */
  host: string;
  /** Two scans by the real engine, in a hurry since it is our own machine; the website is as it is now afterwards. */
  realScans: () => Promise<RealScans>;
  close: () => Promise<void>;
};

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const kept = z.object({ livePort: z.int().min(1).max(65_535) });

/** The port that this data folder's organisation knows, or null. */
function keptPort(file: string): number | null {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8'))).livePort;
  } catch {
    // none yet, or cut off while it was written
    return null;
  }
}

/**
 * Serves a deliberately flawed website on loopback, on the same port each time for one data folder: the organisation
 * knows it by its address. Nothing in it is real, and no other machine can reach it.
 * @throws PortTaken when that port is in use by now
 */
export async function openLiveSite(settings: Pick<Settings, 'dataDir' | 'port'>): Promise<LiveSite> {
  const file = path.join(settings.dataDir, 'demo.json');
  const known = keptPort(file);
  if (known !== null && !(await isFree(known))) throw new PortTaken(known);
  const wished = settings.port === 0 ? 0 : settings.port + 10;
  let isMended = true;
  const site = await serve(
    (visit, response) => flawedSite(isMended && mendedPaths.has(visit.path) ? { ...visit, path: '/mended' } : visit, response),
    { port: known ?? (wished > 0 && wished < 65_536 && (await isFree(wished)) ? wished : 0) },
  );
  const livePort = Number(new URL(site.url).port);
  if (known === null) {
    mkdirSync(settings.dataDir, { recursive: true });
    writeFileSync(file, JSON.stringify({ livePort }));
  }
  const scanner = embeddedScanner({ contactUrl: site.url, allowPrivate: [site.host], perSecond: 500 });
  const scan = (): Promise<ScanResult> =>
    scanner.run({ url: site.url, level: 'safe' }, { signal: new AbortController().signal, onProgress: () => {} });
  return {
    url: site.url,
    host: site.host,
    realScans: async () => {
      isMended = false;
      try {
        const before = await scan();
        isMended = true;
        return { before, now: await scan() };
      } finally {
        isMended = true;
      }
    },
    close: site.close,
  };
}

export class PortTaken extends Error {
  readonly port: number;
  constructor(port: number) {
    super(
      `Port ${port}, on which the demo serves its example website, is in use: stop the other program, or use another data folder, for example DATA_DIR=./demo.`,
    );
    this.port = port;
  }
}
