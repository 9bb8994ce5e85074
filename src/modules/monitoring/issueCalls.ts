import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';
import { issueCounts } from './entities.ts';
import { decisionKind, historyEntry, issue, issueFilter, issueLink, place, retest } from './issueEntities.ts';
import { retestsAtOnce } from './rules.ts';

const org = { access: 'org', module: 'monitoring' } as const;
const noWebsite = { 'no-such-website': 404 } as const;
const noIssue = { 'no-such-issue': 404 } as const;

const targetId = z.uuid();
/** A scanner's own id of an issue. */
const findingId = z.string().min(1).max(200);
export const exportFormat = z.enum(['csv', 'sarif', 'json']);

/** Calls about lasting issues; part of the module's contract. */
export const issueCalls = {
  loadIssues: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadIssues',
    summary: 'Lasting issues of a website over all its scans, ten a page',
    body: z.object({
      targetId,
      ...issueFilter,
      descending: z.boolean().default(true),
      /** Issues of one rule stand together, the worst rule first. */
      grouped: z.boolean().default(false),
      page: z.int().min(1).max(100_000).default(1),
    }),
    reply: z.object({
      issues: z.array(issue),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
      counts: z.object({
        open: issueCounts,
        fixed: z.number(),
        accepted: z.number(),
        falsePositive: z.number(),
      }),
      /** What the issues of this state can be narrowed by. */
      facets: z.object({
        owasp: z.array(z.object({ code: z.string(), count: z.number() })),
        folders: z.array(z.object({ folder: z.string(), count: z.number() })),
      }),
    }),
    refusals: noWebsite,
  }),

  loadIssue: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadIssue',
    summary:
      'One issue with its history, its proof and the newest look after a fix; the proof as an older report has it where a scan is named',
    background: true,
    body: z.object({ targetId, findingId, scanId: z.uuid().optional() }),
    reply: z.object({
      issue,
      /** JPEG, base64. */
      screenshot: z.string().nullable(),
      /** Older to newer. */
      history: z.array(historyEntry),
      /** What the newest look saw, where the issue is still there. */
      seen: z.object({ places: z.array(place), screenshot: z.string().nullable() }).nullable(),
      website: z.object({ targetId: z.string(), targetName: z.string(), targetUrl: z.string() }),
      /** Who was shown it by a link, the newest first. */
      links: z.array(issueLink),
      /** The weakness that is the same problem, where the experts reported one. */
      weakness: z.object({ weaknessId: z.string(), title: z.string() }).nullable(),
    }),
    refusals: { ...noWebsite, ...noIssue },
  }),

  decideIssues: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/decideIssues',
    summary: 'Accept the risk of issues until a date, or mark them as false alarms, with a reason',
    notInSupportSession: true,
    body: z
      .object({
        targetId,
        findingIds: z.array(findingId).min(1).max(100),
        decision: decisionKind,
        reason: z.string().trim().min(3, 'Please say why.').max(1000, 'Max 1000 symbols.'),
        /** The last day of an acceptance, Pacific time. */
        until: day.optional(),
      })
      .refine((body) => body.decision !== 'accepted' || body.until !== undefined, {
        path: ['until'],
        error: 'Please choose a date.',
      }),
    reply: z.object({ decided: z.number() }),
    refusals: { ...noWebsite, ...noIssue, 'until-not-valid': 400 },
  }),

  undoDecision: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/undoDecision',
    summary: 'Take back what was decided about issues',
    notInSupportSession: true,
    body: z.object({ targetId, findingIds: z.array(findingId).min(1).max(100) }),
    reply: z.object({ undone: z.number() }),
    refusals: { ...noWebsite, ...noIssue },
  }),

  retestIssues: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/retestIssues',
    summary:
      'Look at these issues alone and say whether each is gone; waits while a scan of the website runs',
    body: z.object({ targetId, findingIds: z.array(findingId).min(1).max(retestsAtOnce) }),
    reply: z.object({ retests: z.array(retest.extend({ findingId: z.string() })) }),
    refusals: {
      ...noWebsite,
      ...noIssue,
      'website-not-in-plan': 403,
      'issue-not-open': 409,
      'retest-limit-reached': 409,
    },
  }),

  exportIssues: endpoint({
    ...org,
    method: 'GET',
    path: '/monitoring/webapps/exportIssues/:targetId/:format',
    summary: 'Issues of a website as a file, as one filter finds them, at most 20,000',
    rate: { max: 20, perSeconds: 60 },
    body: z.object({
      targetId,
      format: exportFormat,
      ...issueFilter,
      state: issueFilter.state.default('all'),
    }),
    reply: 'file',
    refusals: noWebsite,
  }),

  exportScan: endpoint({
    ...org,
    method: 'GET',
    path: '/monitoring/webapps/exportScan/:scanId/:format',
    summary: 'What one completed scan found, as a file',
    rate: { max: 20, perSeconds: 60 },
    body: z.object({ scanId: z.uuid(), format: exportFormat }),
    reply: 'file',
    refusals: { 'no-such-scan': 404, 'report-not-ready': 409 },
  }),
} as const;
