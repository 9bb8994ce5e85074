import { z } from 'zod';
import { isWire, nameProblem } from './rules.ts';

/** Codes of the wire (modules.md 3). */
export const recurrenceCode = z.enum(['d', 'w', 'm', 'q']);
export const levelCode = z.enum([
  'safe',
  'lightning',
  'normal',
  'full',
  'log4shell',
  'sandbox_lightning',
  'sandbox_normal',
]);
export const frequencyName = z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY']);
export const weekIndex = z.enum(['first', 'second', 'third', 'fourth', 'last']);
export const wireInstant = z.string().refine(isWire, 'Date is not valid.');

/** Required, at most 255 symbols (modules.md 5). */
export const targetName = z
  .string()
  .transform((name) => name.toWellFormed().trim())
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

export const issueCounts = z.object({ highs: z.number(), mediums: z.number(), lows: z.number() });

/** Whether a website is shown to be the organisation's, which all scans but the quick look need. */
export const ownership = z.object({
  /**
   * `proved` by what stands at the website or its DNS, `domain` by a domain above it that is proved for the rating, `operator`
   * by whoever runs the portal; `not-needed` where the scanner asks for none.
   */
  state: z.enum(['proved', 'domain', 'operator', 'not-needed', 'missing']),
  by: z.enum(['dns', 'file', 'meta']).nullable(),
  /** When it was proved. */
  since: z.string().nullable(),
  /** The domain that covers it. */
  domain: z.string().nullable(),
});

export const target = z.object({
  targetId: z.string(),
  zeguroTargetId: z.string(),
  targetName: z.string(),
  targetUrl: z.string(),
  protocol: z.string(),
  scanProfile: levelCode,
  recurrence: recurrenceCode.nullable(),
  /** False where the website was added without a confirmation of its own; `standingConsent` then holds the terms that apply. */
  urlConfirmed: z.boolean(),
  /** Who confirmed or added it, and when. */
  confirmedBy: z.string(),
  confirmedAt: z.string(),
  standingConsent: z.object({ terms: z.string(), acceptedAt: z.string() }).nullable(),
  isScanInProgress: z.boolean(),
  /** Completion of the newest completed scan. */
  lastScanDate: z.string().nullable(),
  /** Issues that are open now. */
  issues: issueCounts,
  /** False for a website beyond the plan's number: it is kept with its reports, and not scanned. */
  isInPlan: z.boolean(),
  ownership,
  /** Who agreed that scans send its forms, and when; null when nobody did. */
  formsConfirmedBy: z.string().nullable(),
  formsConfirmedAt: z.string().nullable(),
});

export const targetListReply = z.object({
  targetList: z.array(target),
  /** For the names of report files. */
  companyName: z.string(),
  /** The company's website as given at onboarding, without scheme: what the wizard proposes. */
  companyUrl: z.string(),
  numberOfTargets: z.object({ maximumAllowed: z.number(), remaining: z.number() }),
  /** Every frequency, slowest first, with whether the plan allows it. */
  frequencies: z.array(
    z.object({ name: frequencyName, recurrence: recurrenceCode, label: z.string(), allowed: z.boolean() }),
  ),
  /** Levels that can be chosen, in the order to offer them. */
  scanLevels: z.array(z.object({ code: levelCode, label: z.string() })),
  defaultScanLevel: levelCode,
  /** On the highest plan a reached limit leads to support, else to the plan page (modules.md 2). */
  isHighestPlan: z.boolean(),
});

export const schedule = z.object({
  scheduledScanId: z.string(),
  zeguroScheduledScanId: z.string(),
  targetId: z.string(),
  recurrence: recurrenceCode,
  /** The next scan, as the form takes it up. */
  dateTime: z.string(),
  date_time: z.string(),
  /** `2026-11-21` and `01:00`, Pacific time. */
  scheduleDate: z.string(),
  scheduleTime: z.string(),
  dayOfMonth: z.number().nullable(),
  scheduledDayOfWeek: z.number().nullable(),
  weekIndex: weekIndex.nullable(),
  runOnDayOfWeek: z.boolean(),
  scanProfile: levelCode,
  nextScan: z.string(),
  /** The end of the quiet hours for which a due scan waits. */
  heldUntil: z.string().nullable(),
});

export const changeCounts = z.object({
  new: z.number(),
  open: z.number(),
  reopened: z.number(),
  fixed: z.number(),
});

export const scan = z.object({
  scanId: z.string(),
  targetId: z.string(),
  status: z.enum(['started', 'completed', 'failed', 'canceled']),
  startTime: z.string(),
  completeTime: z.string().nullable(),
  scanProfile: levelCode,
  /** The level that was asked for, where the scan runs at a lower one, and why. */
  askedProfile: levelCode.nullable(),
  heldBack: z.enum(['proof', 'forms']).nullable(),
  highs: z.number(),
  mediums: z.number(),
  lows: z.number(),
  /** Whole minutes; null while it runs. */
  durationMinutes: z.number().nullable(),
  startedBy: z.enum(['schedule', 'administrator']),
  /** Of a running scan: 0 to 100, and what it does now. */
  percent: z.number(),
  activity: z.string(),
  requests: z.number(),
  pages: z.number(),
  /** Why it failed, for the administrator. */
  failureReason: z.string().nullable(),
  /** Against what was known of the website before; of a completed scan. */
  changes: changeCounts.nullable(),
  /** True when something kept the scan from reaching all of the website. */
  limited: z.boolean(),
  /** Accepted risks and false alarms that the scan met; none of them is in the counts above. */
  decided: z.number(),
});

/** One page of a website's scans, newest first. */
export const scanPage = z.object({
  scans: z.array(scan),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  /** The scan that runs now, whichever page is shown. */
  running: scan.nullable(),
  /** Completed scans, older to newer, at most 12. */
  history: z.array(
    z.object({
      completeTime: z.string(),
      highs: z.number(),
      mediums: z.number(),
      lows: z.number(),
      changes: changeCounts,
    }),
  ),
});

export type Ownership = z.output<typeof ownership>;
export type ScheduleWire = z.output<typeof schedule>;
export type ScanWire = z.output<typeof scan>;
export type RecurrenceCode = z.output<typeof recurrenceCode>;
export type LevelCode = z.output<typeof levelCode>;
export type WeekIndex = z.output<typeof weekIndex>;
