import { z } from 'zod';
import { issueCounts } from './entities.ts';

/** How the list of websites can be sorted. */
export const websiteOrder = z.enum(['name', 'state', 'highs', 'lastScan', 'nextScan', 'change']);

/** A website as the list of all shows it. */
export const websiteRow = z.object({
  targetId: z.string(),
  targetName: z.string(),
  targetUrl: z.string(),
  isInPlan: z.boolean(),
  /** `failed` where the newest scan ended without a report. */
  state: z.enum(['scanning', 'failed', 'scanned', 'new']),
  /** Of a running scan. */
  percent: z.number().nullable(),
  /** Issues that are open now. */
  issues: issueCounts,
  lastScan: z.string().nullable(),
  nextScan: z.string().nullable(),
  /** What the newest completed scan changed; null before the second one. */
  change: z.object({ fresh: z.number(), fixed: z.number() }).nullable(),
});

export type WebsiteOrder = z.output<typeof websiteOrder>;
export type WebsiteListRow = z.output<typeof websiteRow>;
