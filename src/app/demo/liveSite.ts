import { createServer } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '#platform/server/settings/settings.ts';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import { flawedSite } from '#providers/scanner/sites/flawed.ts';
import { serve, type Handler, type Site } from '#providers/scanner/sites/serve.ts';
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

/** The newer shop was set up with more care. */
const tidyPaths = new Set([
  ...mendedPaths,
  '/shop',
  '/search',
  '/go',
  '/login.php',
  '/api/orders',
  '/js/app.min.js',
  '/js/app.min.js.map',
  '/.DS_Store',
  '/images/',
]);

export type LiveSites = {
  /** The flawed shop with a history. */
  preview: string;
  /** The one that was never scanned. */
  newcomer: string;
  /** host:port of both, to be allowed for scanning. */
  hosts: string[];
  /** Two scans of the shop by the real engine, in a hurry since it is our own machine; it is as it is now afterwards. */
  realScans: () => Promise<RealScans>;
  close: () => Promise<void>;
};

/** A port of the demo that something else uses by now. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(
      `Port ${port}, on which the demo serves its example websites, is in use: stop the other program, or use another data folder, for example DATA_DIR=./demo.`,
    );
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const port = z.int().min(1).max(65_535);
const kept = z.object({ preview: port, newcomer: port });

/** The ports that this data folder's organisation knows, or null. */
function keptPorts(file: string): z.output<typeof kept> | null {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // none yet, or cut off while it was written
    return null;
  }
}

const without = (missing: () => ReadonlySet<string>): Handler => {
  return (visit, response) =>
    flawedSite(missing().has(visit.path) ? { ...visit, path: '/mended' } : visit, response);
};

/** Serves on a port known from before, else on the wished one or, where that is taken, on any. */
async function serveOn(handler: Handler, known: number | undefined, wished: number): Promise<Site> {
  if (known !== undefined && !(await isFree(known))) throw new PortTaken(known);
  const fits = wished > 0 && wished < 65_536 && (await isFree(wished));
  return serve(handler, { port: known ?? (fits ? wished : 0) });
}

/**
 * Serves two deliberately flawed websites on loopback, on the same ports each time for one data folder: the organisation
 * knows them by their addresses. Nothing in them is real, and no other machine can reach them.
 * @throws PortTaken when such a port is in use by now
 */
export async function openLiveSites(settings: Pick<Settings, 'dataDir' | 'port'>): Promise<LiveSites> {
  const file = path.join(settings.dataDir, 'demo.json');
  const known = keptPorts(file);
  const wished = settings.port === 0 ? 0 : settings.port + 10;
  let mended: ReadonlySet<string> = mendedPaths;
  const preview = await serveOn(
    without(() => mended),
    known?.preview,
    wished,
  );
  const newcomer = await serveOn(
    without(() => tidyPaths),
    known?.newcomer,
    wished && wished + 1,
  ).catch(async (error: unknown) => {
    await preview.close();
    throw error;
  });
  if (!known) {
    mkdirSync(settings.dataDir, { recursive: true });
    const portOf = (site: Site) => Number(new URL(site.url).port);
    writeFileSync(file, JSON.stringify({ preview: portOf(preview), newcomer: portOf(newcomer) }));
  }
  const scanner = embeddedScanner({ contactUrl: preview.url, allowPrivate: [preview.host], perSecond: 500 });
  const scan = (): Promise<ScanResult> =>
    scanner.run(
      { url: preview.url, level: 'safe' },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
  return {
    preview: preview.url,
    newcomer: newcomer.url,
    hosts: [preview.host, newcomer.host],
    realScans: async () => {
      mended = new Set();
      try {
        const before = await scan();
        mended = mendedPaths;
        return { before, now: await scan() };
      } finally {
        mended = mendedPaths;
      }
    },
    close: async () => {
      await Promise.all([preview.close(), newcomer.close()]);
    },
  };
}
