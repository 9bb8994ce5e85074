import { z } from 'zod';
import { moduleStatusSchema } from '#modules/plans/contract.ts';
import { goalIdSchema } from '#modules/organization/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { actionIds } from './actionIds.ts';

/** platform.md 3, Dashboard data: what the card of website scans shows. */
export const monitoringActivitySchema = z.object({
  webAppsScanned: z.number(),
  scansScheduled: z.number(),
  isScanInProgress: z.boolean(),
  /** Completion of the newest completed scan. */
  lastScanDate: z.string().nullable(),
  targetList: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Issues that are open now. */
  webAppsIssues: z.object({ highs: z.number(), mediums: z.number(), lows: z.number() }),
  /** Names of websites that an action is about: two at most of each kind, so that one can be told from several. */
  websitesWith: z.object({
    noScan: z.array(z.string()),
    noSchedule: z.array(z.string()),
    highs: z.array(z.string()),
    mediums: z.array(z.string()),
    lows: z.array(z.string()),
  }),
});
export type MonitoringActivity = z.infer<typeof monitoringActivitySchema>;

/** platform.md 3, Dashboard data: what the card of the maturity assessment shows. */
export const maturityActivitySchema = z.object({
  /** Null before the first answer. */
  assessmentStatus: z.enum(['notCompleted', 'completed']).nullable(),
  lastUpdated: z.string().nullable(),
  /** The lowest level of all elements, where one without all its answers counts as 0. */
  overallLevel: z.number(),
  /** The overall level, keyed by its number. */
  levelInfo: z.record(z.string(), z.object({ levelName: z.string(), description: z.string() })),
  nextQuestion: z.object({ questionId: z.string(), elementPath: z.string() }).nullable(),
  /** Questions answered, 0 to 100. */
  percent: z.number(),
  /** What is left of the assessment is likely to take. */
  minutesLeft: z.number(),
  /** Elements that have a level of their own, and how many there are in all. */
  finished: z.array(z.object({ id: z.string(), title: z.string(), level: z.number() })),
  elements: z.number(),
  /** Finished elements at the lowest level. */
  weakest: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type MaturityActivity = z.infer<typeof maturityActivitySchema>;

/** platform.md 3, Dashboard data: what the card of security policies shows. */
export const complianceActivitySchema = z.object({
  /** Each policy is counted once. Policies in effect. */
  active: z.number(),
  /** Templates without a draft that were never put in effect. */
  inactive: z.number(),
  /** Drafts of policies that are not in effect. */
  draft: z.number(),
  /** Drafts of the next version of policies in effect. */
  revisions: z.number(),
  lastUpdated: z.string().nullable(),
  /** Templates to begin with of which there is neither a draft nor a policy. */
  missingStarter: z.array(z.object({ id: z.string(), name: z.string(), minutes: z.number() })),
  /** Policies in effect whose review is due. */
  reviewDue: z.number(),
  /** Drafts that their approver sent back. */
  returned: z.number(),
  /** To read and fill in: drafts that were not sent back, those that were, and policies whose review is due. */
  minutes: z.object({ drafts: z.number(), returned: z.number(), reviews: z.number() }),
});
export type ComplianceActivity = z.infer<typeof complianceActivitySchema>;

/** platform.md 3, Dashboard data: what the card of training shows. */
export const trainingActivitySchema = z.object({
  /** People who hold a seat. */
  teamMembers: z.number(),
  /** Of all courses that are unlocked for them by now: finished, and not. */
  isFinished: z.number(),
  isNotFinished: z.number(),
  lastUpdated: z.string().nullable(),
  /** Of those that are not finished, the ones whose day has passed. */
  overdue: z.number(),
  /** People of the company's team who are not trained. */
  others: z.number(),
});
export type TrainingActivity = z.infer<typeof trainingActivitySchema>;

/** What the card of the concierge shows, to the person who asks. */
export const conciergeActivitySchema = z.object({
  /** platform.md 3, Dashboard data: weaknesses that are open, and messages, read or not. */
  numberOfWeaknesses: z.number(),
  numberOfAlerts: z.number(),
  /** Of the messages, those that the person has not read. */
  newAlerts: z.number(),
  /** Of the weaknesses those that are critical or high. */
  urgentWeaknesses: z.number(),
  /** Of both those that are open issues of website scans as well, and counted there. */
  sameAsIssues: z.object({ weaknesses: z.number(), urgent: z.number() }),
  /** Of the newest unread message. */
  newestAlert: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Conversations in which an expert has answered and the person has not looked. */
  unreadAnswers: z.number(),
});
export type ConciergeActivity = z.infer<typeof conciergeActivitySchema>;

/** The rating of the company's attack surface, for the picture of the posture. */
export const ratingsActivitySchema = z.object({
  /** `none`: nobody has looked yet; `failed`: the newest measurement failed, and there is none before it. */
  state: z.enum(['none', 'measuring', 'failed', 'rated']),
  rating: z.number().nullable(),
  /** Of the measurement, UTC ISO. */
  ratedAt: z.string().nullable(),
  /** Of the last day before that was rated. */
  previous: z.number().nullable(),
  /** Our own measurement, not an agency's. */
  isEstimate: z.boolean(),
  domain: z.string().nullable(),
  /** The company has proved that the domain is its own. */
  proved: z.boolean(),
  /** What brings most, the best first. */
  fixes: z.array(z.object({ title: z.string(), gain: z.number(), minutes: z.number(), vector: z.string() })),
});
export type RatingsActivity = z.infer<typeof ratingsActivitySchema>;

/** What the card of the marketplace shows. */
export const marketplaceActivitySchema = z.object({
  /** The largest saving among the offers of today; null where none is in percent. */
  maxPercent: z.number().nullable(),
  partners: z.number(),
});

/** What was put off: not proposed before `until`, unless there is more of it than `amount`. */
export const snoozedSchema = z.object({
  id: z.string(),
  title: z.string(),
  amount: z.number(),
  until: z.string(),
});
export type Snoozed = z.infer<typeof snoozedSchema>;

/** One entry for each module that is in use; null where the module is not active in the plan. */
export const dashboardDataSchema = z.object({
  /** When it was gathered. */
  asOf: z.string(),
  zimm: maturityActivitySchema.nullable(),
  cyberConcierge: conciergeActivitySchema.nullable(),
  compliance: complianceActivitySchema.nullable(),
  training: trainingActivitySchema.nullable(),
  monitoring: monitoringActivitySchema.nullable(),
  ratings: ratingsActivitySchema.nullable(),
  marketplace: marketplaceActivitySchema.nullable(),
  /** When the last evidence pack was made; null before the first. */
  evidence: z.object({ lastMadeAt: z.string().nullable() }),
  /** Whether this sign-in passed a second factor; null where that is nothing for the person who asks. */
  strongSignIn: z.boolean().nullable(),
  snoozed: z.array(snoozedSchema),
  /** What the organization wants to reach, of the goals that actions can serve. */
  goals: z.array(goalIdSchema),
  /** Availability of the modules that have a card or an action. */
  modules: z.object({
    cybermaturity: moduleStatusSchema,
    cyberconcierge: moduleStatusSchema,
    compliance: moduleStatusSchema,
    training: moduleStatusSchema,
    monitoring: moduleStatusSchema,
    marketplace: moduleStatusSchema,
    ratings: moduleStatusSchema,
    insurance: moduleStatusSchema,
  }),
});
export type DashboardData = z.infer<typeof dashboardDataSchema>;

export const dashboardContract = {
  getModuleActivity: endpoint({
    method: 'GET',
    path: '/dashboard/getModuleActivity',
    summary: 'What happened in the modules: the numbers of the dashboard.',
    access: 'org',
    module: 'dashboard',
    body: z.object({}),
    reply: z.object({ data: dashboardDataSchema }),
    refusals: {},
    background: true,
  }),
  monitoring: endpoint({
    method: 'GET',
    path: '/dashboard/monitoring',
    summary: 'The numbers of the website scans alone.',
    access: 'org',
    module: 'dashboard',
    body: z.object({}),
    reply: z.object({ data: z.object({ monitoring: monitoringActivitySchema.nullable() }) }),
    refusals: {},
    background: true,
  }),
  snoozeAction: endpoint({
    method: 'POST',
    path: '/dashboard/snoozeAction',
    summary:
      'Puts a next best action off for 30 days, for everybody of the organisation; it comes back earlier where there is more of it.',
    access: 'org',
    module: 'dashboard',
    body: z.object({ action: z.enum(actionIds) }),
    reply: z.object({ data: dashboardDataSchema }),
    refusals: { 'no-such-action': 404 },
    notInSupportSession: true,
  }),
  restoreAction: endpoint({
    method: 'POST',
    path: '/dashboard/restoreAction',
    summary: 'Takes back that a next best action was put off.',
    access: 'org',
    module: 'dashboard',
    body: z.object({ action: z.enum(actionIds) }),
    reply: z.object({ data: dashboardDataSchema }),
    refusals: {},
    notInSupportSession: true,
  }),
};
