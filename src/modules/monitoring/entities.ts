import { z } from 'zod';
import { isWire, nameProblem } from './rules.ts';

/** Codes of the wire (modules.md 3). */
export const recurrenceCode = z.enum(['d', 'w', 'm', 'q']);
export const levelCode = z.enum(['safe', 'lightning', 'normal', 'full', 'log4shell', 'sandbox_lightning', 'sandbox_normal']);
export const frequencyName = z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY']);
export const weekIndex = z.enum(['first', 'second', 'third', 'fourth', 'last']);
export const severity = z.enum(['high', 'medium', 'low']);
export const findingState = z.enum(['new', 'open', 'reopened', 'fixed']);

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

export const target = z.object({
  targetId: z.string(),
  zeguroTargetId: z.string(),
  targetName: z.string(),
  targetUrl: z.string(),
  protocol: z.string(),
  scanProfile: levelCode,
  recurrence: recurrenceCode.nullable(),
  urlConfirmed: z.boolean(),
  /** Who confirmed, and when. */
  confirmedBy: z.string(),
  confirmedAt: z.string(),
  isScanInProgress: z.boolean(),
  /** Completion of the newest completed scan. */
  lastScanDate: z.string().nullable(),
  /** Issues that are open now. */
  issues: issueCounts,
  /** False for a website beyond the plan's number: it is kept with its reports, and not scanned. */
  isInPlan: z.boolean(),
});

export const targetListReply = z.object({
  targetList: z.array(target),
  /** For the names of report files. */
  companyName: z.string(),
  numberOfTargets: z.object({ maximumAllowed: z.number(), remaining: z.number() }),
  /** Every frequency, slowest first, with whether the plan allows it. */
  frequencies: z.array(z.object({ name: frequencyName, recurrence: recurrenceCode, label: z.string(), allowed: z.boolean() })),
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
});

export const changeCounts = z.object({ new: z.number(), open: z.number(), reopened: z.number(), fixed: z.number() });

export const scan = z.object({
  scanId: z.string(),
  targetId: z.string(),
  status: z.enum(['started', 'completed', 'failed', 'canceled']),
  startTime: z.string(),
  completeTime: z.string().nullable(),
  scanProfile: levelCode,
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
  history: z.array(z.object({ completeTime: z.string(), highs: z.number(), mediums: z.number(), lows: z.number() })),
});

/** Plain text of a hostile website: never to be rendered as markup. */
export const place = z.object({
  method: z.string(),
  url: z.string(),
  parameter: z.string(),
  evidence: z.string(),
  request: z.string(),
  response: z.string(),
});

const about = {
  findingId: z.string(),
  rule: z.string(),
  title: z.string(),
  severity,
  score: z.number(),
  vector: z.string(),
  cwe: z.string(),
  owasp: z.string(),
  pci: z.string(),
  confidence: z.enum(['certain', 'firm', 'tentative']),
  explanation: z.string(),
  fix: z.string(),
  references: z.array(z.string()),
  places: z.array(place),
  /** There may be more places than are listed. */
  placesTotal: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** `fixed` in a report: it was open before, and this scan looked and did not find it. */
  state: findingState,
};

export const finding = z.object(about);
export const issue = z.object({ ...about, fixedAt: z.string().nullable(), timesReopened: z.number() });

export type ScheduleWire = z.output<typeof schedule>;
export type ScanWire = z.output<typeof scan>;
export type FindingWire = z.output<typeof finding>;
export type RecurrenceCode = z.output<typeof recurrenceCode>;
export type LevelCode = z.output<typeof levelCode>;
export type WeekIndex = z.output<typeof weekIndex>;
