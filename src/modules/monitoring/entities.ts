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
export const severity = z.enum(['high', 'medium', 'low']);
export const findingState = z.enum(['new', 'open', 'reopened', 'fixed', 'accepted', 'false-positive']);
export const decisionKind = z.enum(['accepted', 'false-positive']);
export const confidence = z.enum(['certain', 'firm', 'tentative']);

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

/** Plain text of a hostile website: never to be rendered as markup. */
export const place = z.object({
  method: z.string(),
  url: z.string(),
  parameter: z.string(),
  evidence: z.string(),
  request: z.string(),
  response: z.string(),
  /** What was sent to prove it; empty when the place was only looked at. */
  payload: z.string(),
});

/** What a person decided about an issue. */
export const decision = z.object({
  kind: decisionKind,
  reason: z.string(),
  /** Who, by e-mail. */
  by: z.string(),
  at: z.string(),
  /** Last moment of an acceptance; a false alarm has none. */
  until: z.string().nullable(),
});

/** A look at one issue alone. */
export const retest = z.object({
  retestId: z.string(),
  status: z.enum(['waiting', 'running', 'gone', 'still-there', 'unchecked']),
  requestedBy: z.string(),
  requestedAt: z.string(),
  endedAt: z.string().nullable(),
  percent: z.number(),
  activity: z.string(),
  requests: z.number(),
  /** Why it could not be checked. */
  reason: z.string(),
});

export const historyEntry = z.object({
  at: z.string(),
  kind: z.enum([
    'found',
    'fixed',
    'reopened',
    'accepted',
    'false-positive',
    'undone',
    'acceptance-ended',
    'second-look',
    'retest-gone',
    'retest-still-there',
    'retest-unchecked',
  ]),
  /** The person, by e-mail; null for what scans and dates do. */
  by: z.string().nullable(),
  note: z.string(),
  until: z.string().nullable(),
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
  /** The same in the edition of 2025; empty where it has no place there. */
  owasp2025: z.string(),
  pciFails: z.boolean(),
  confidence,
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
  /** A picture of the page is kept as proof; `loadIssue` brings it. */
  hasScreenshot: z.boolean(),
  decision: decision.nullable(),
};

export const finding = z.object(about);
export const issue = z.object({
  ...about,
  fixedAt: z.string().nullable(),
  timesReopened: z.number(),
  /** Marked as a false alarm, and more severe since: somebody should look again. */
  secondLook: z.boolean(),
  /** When an acceptance ended by itself, after which the issue is open again. */
  acceptanceEndedAt: z.string().nullable(),
  /** The newest one. */
  retest: retest.nullable(),
  /** Issues of the same rule in the list that was asked for. */
  ofRule: z.number(),
});

/** A link that shows one issue to somebody without an account. */
export const issueLink = z.object({
  linkId: z.string(),
  /** To whom it was mailed; null for one to copy. */
  email: z.string().nullable(),
  madeBy: z.string(),
  madeAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(['open', 'expired', 'withdrawn']),
  opens: z.number(),
  lastOpenedAt: z.string().nullable(),
  /** When it last said that the issue is fixed. */
  lastAnsweredAt: z.string().nullable(),
  /** The whole address, while it works. */
  address: z.string().nullable(),
});

/** What narrows a list of issues; the list and its exports take the same. */
export const issueFilter = {
  state: z.enum(['open', 'accepted', 'false-positive', 'fixed', 'all']).default('open'),
  severity: severity.optional(),
  confidence: confidence.optional(),
  /** Category of the OWASP Top 10 2021, `A05`. */
  owasp: z
    .string()
    .regex(/^A\d\d$/, 'Not a category.')
    .optional(),
  /** First folder of the address, `/shop/`; `/` for the rest. */
  folder: z.string().max(2100).optional(),
  search: z.string().trim().max(200).default(''),
  sort: z.enum(['severity', 'title', 'firstSeen', 'lastSeen']).default('severity'),
} as const;

export type Ownership = z.output<typeof ownership>;
export type ScheduleWire = z.output<typeof schedule>;
export type ScanWire = z.output<typeof scan>;
export type FindingWire = z.output<typeof finding>;
export type IssueWire = z.output<typeof issue>;
export type IssueLinkWire = z.output<typeof issueLink>;
export type RetestWire = z.output<typeof retest>;
export type DecisionWire = z.output<typeof decision>;
export type HistoryEntry = z.output<typeof historyEntry>;
export type RecurrenceCode = z.output<typeof recurrenceCode>;
export type LevelCode = z.output<typeof levelCode>;
export type WeekIndex = z.output<typeof weekIndex>;
