import { z } from 'zod';

export const severity = z.enum(['high', 'medium', 'low']);
export const findingState = z.enum(['new', 'open', 'reopened', 'fixed', 'accepted', 'false-positive']);
export const decisionKind = z.enum(['accepted', 'false-positive']);
export const confidence = z.enum(['certain', 'firm', 'tentative']);

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

export type FindingWire = z.output<typeof finding>;
export type IssueWire = z.output<typeof issue>;
export type IssueLinkWire = z.output<typeof issueLink>;
export type RetestWire = z.output<typeof retest>;
export type DecisionWire = z.output<typeof decision>;
export type HistoryEntry = z.output<typeof historyEntry>;
