import type { Site } from '../../sites/serve.ts';
import type { ScanRequest, ScanResult } from '../../port.ts';
import type { EngineOptions } from '../engine.ts';
import { runScan } from '../engine.ts';

/** Scans of small websites on this machine. */

export const fast = { perSecond: 1000 };

export async function scan(
  site: Site,
  request: Partial<ScanRequest> = {},
  options: Partial<EngineOptions> = {},
): Promise<ScanResult> {
  return runScan(
    { url: site.url, level: 'safe', allowPrivate: [site.host], ...request },
    { signal: new AbortController().signal, ...fast, ...options },
  );
}

export async function using<T extends Site>(
  opening: Promise<T>,
  work: (site: T) => Promise<void>,
): Promise<void> {
  const site = await opening;
  try {
    await work(site);
  } finally {
    await site.close();
  }
}
