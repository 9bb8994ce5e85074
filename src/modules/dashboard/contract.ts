import { z } from 'zod';
import { moduleStatusSchema } from '#modules/brand/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

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
});
export type MonitoringActivity = z.infer<typeof monitoringActivitySchema>;

/** platform.md 3, Dashboard data: what the card of the maturity assessment shows. */
export const maturityActivitySchema = z.object({
  /** Null before the first answer. */
  assessmentStatus: z.enum(['notCompleted', 'completed']).nullable(),
  lastUpdated: z.string().nullable(),
  overallLevel: z.number(),
  /** The overall level, keyed by its number. */
  levelInfo: z.record(z.string(), z.object({ levelName: z.string(), description: z.string() })),
  nextQuestion: z.object({ questionId: z.string(), elementPath: z.string() }).nullable(),
  /** Questions answered, 0 to 100. */
  percent: z.number(),
  /** Elements at the lowest level, once the assessment is completed. */
  weakest: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type MaturityActivity = z.infer<typeof maturityActivitySchema>;

/** platform.md 3, Dashboard data: what the card of security policies shows. */
export const complianceActivitySchema = z.object({
  /** Policies in effect. */
  active: z.number(),
  /** Templates that were never put in effect. */
  inactive: z.number(),
  draft: z.number(),
  lastUpdated: z.string().nullable(),
  /** Templates to begin with of which there is neither a draft nor a policy. */
  missingStarter: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Policies in effect whose review is due. */
  reviewDue: z.number(),
  /** Drafts that their approver sent back. */
  returned: z.number(),
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

/** One entry for each module that is in use; null where the module is not active in the plan. */
export const dashboardDataSchema = z.object({
  zimm: maturityActivitySchema.nullable(),
  compliance: complianceActivitySchema.nullable(),
  training: trainingActivitySchema.nullable(),
  monitoring: monitoringActivitySchema.nullable(),
  /** Availability of the modules that can have a card. */
  modules: z.object({
    cybermaturity: moduleStatusSchema,
    compliance: moduleStatusSchema,
    training: moduleStatusSchema,
    monitoring: moduleStatusSchema,
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
};
