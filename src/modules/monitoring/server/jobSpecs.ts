import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';
import { longestScanMs } from '#providers/scanner/port.ts';

/**
 * Carries out whatever scan of a website is started. The job names the website and not the scan, so that one that
 * waits already serves a scan that was started after it.
 */
export const runScanSpec = jobSpec({
  name: 'run-scan',
  data: z.object({ orgId: z.uuid(), websiteId: z.uuid() }),
  retries: 2,
  retryDelaySeconds: 5,
  oneAtATimePerKey: true,
  dropWhileQueued: true,
  // all its work, and rests within quiet hours that are short (runScan.ts); a lost worker is noticed long before
  timeLimitSeconds: longestScanMs / 1000 + 10 * 3600,
});

/** A scan that somebody asked for goes before those of the clock; a quick look, which is over in seconds, before all. */
export const askedPriority = 1;
export const quickLookPriority = 2;

/** Starts what the clock says is due. */
export const startDueScansSpec = jobSpec({
  name: 'start-due-scans',
  data: z.object({}),
  retries: 0,
  dropWhileQueued: true,
  timeLimitSeconds: 300,
  cron: '* * * * *',
});

/** Takes up scans that no worker speaks about, so that none is stuck for ever. */
export const mindScansSpec = jobSpec({
  name: 'mind-scans',
  data: z.object({}),
  retries: 0,
  dropWhileQueued: true,
  timeLimitSeconds: 300,
  cron: '* * * * *',
});

/** Looks at the issues of a website that somebody says are fixed, one after the other. */
export const runRetestsSpec = jobSpec({
  name: 'run-retests',
  data: z.object({ orgId: z.uuid(), websiteId: z.uuid() }),
  retries: 2,
  retryDelaySeconds: 5,
  oneAtATimePerKey: true,
  dropWhileQueued: true,
  timeLimitSeconds: 3600,
});

/** Ends acceptances whose date is over, and takes up looks that nobody takes care of. */
export const mindIssuesSpec = jobSpec({
  name: 'mind-issues',
  data: z.object({}),
  retries: 0,
  dropWhileQueued: true,
  timeLimitSeconds: 300,
  cron: '* * * * *',
});
