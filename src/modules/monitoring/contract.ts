import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import {
  issueCounts,
  levelCode,
  recurrenceCode,
  scan,
  scanPage,
  schedule,
  targetListReply,
  targetName,
} from './entities.ts';
import { finding } from './issueEntities.ts';
import { issueCalls } from './issueCalls.ts';
import { issueLinkCalls } from './issueLinkCalls.ts';
import { scheduleCalls } from './scheduleCalls.ts';
import { websiteCalls } from './websiteCalls.ts';

const org = { access: 'org', module: 'monitoring' } as const;

/** Another organisation's website answers exactly like one that does not exist. */
const noWebsite = { 'no-such-website': 404 } as const;
const urlRefusals = { 'url-invalid': 400, 'url-restricted': 403, 'url-in-use': 409 } as const;
const targetId = z.uuid();
const url = z.string().trim().min(1, 'Please enter a valid URL.').max(2048, 'Please enter a valid URL.');
const protocol = z.enum(['https://', 'http://'], { error: 'Please select a protocol.' });

export const monitoringContract = {
  createTarget: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/createTarget',
    summary: 'Add a website that the organization may have scanned',
    rate: { max: 30, perSeconds: 60 },
    body: z.object({
      targetName,
      targetUrl: url,
      protocol: protocol.optional(),
      scanProfile: levelCode.optional(),
      recurrence: recurrenceCode.optional(),
      /** Absent, the terms that the account accepted apply, and are kept with the website; `false` is refused. */
      urlConfirmed: z.boolean().optional(),
      formsConfirmed: z.boolean().optional(),
    }),
    reply: z.object({
      targetId,
      zeguroTargetId: z.string(),
      targetName: z.string(),
      targetUrl: z.string(),
      remaining: z.number(),
    }),
    refusals: {
      ...urlRefusals,
      'name-taken': 409,
      'limit-reached': 403,
      'level-not-available': 400,
      'frequency-not-in-plan': 403,
      'consent-missing': 400,
    },
  }),

  editTarget: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/editTarget',
    summary: 'Rename a website',
    body: z.object({ zeguroTargetId: targetId, appName: targetName }),
    reply: z.object({ targetId, targetName: z.string() }),
    refusals: { ...noWebsite, 'name-taken': 409 },
  }),

  deleteTarget: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/deleteTarget',
    summary: 'Remove a website with its schedule, scans, issues and reports; a running scan stops',
    body: z.object({ targetId, targetName: z.string().optional() }),
    reply: z.object({ targetId }),
    refusals: noWebsite,
  }),

  loadTargetList: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadTargetList',
    summary: 'Websites of the organisation, by name, with what the plan allows',
    body: z.object({}),
    reply: targetListReply,
    refusals: {},
  }),

  loadScanMap: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadScanMap',
    summary: 'Scans by targetId, newest first, five a page; of every website, or of one',
    body: z.object({ targetId: targetId.optional(), page: z.int().min(1).max(100_000).default(1) }),
    reply: z.object({ scanMap: z.record(z.string(), scanPage) }),
    refusals: noWebsite,
  }),

  syncScans: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/syncScans',
    summary: 'Fresh scans and schedule of one website; screens repeat it every 15 seconds',
    background: true,
    body: z.object({ targetId, page: z.int().min(1).max(100_000).default(1) }),
    reply: z.object({ scans: scanPage, schedules: z.array(schedule), issues: issueCounts }),
    refusals: noWebsite,
  }),

  startScan: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/startScan',
    summary: 'Scan a website now, at its own level',
    body: z.object({ targetId }),
    reply: z.object({ scan }),
    refusals: {
      ...noWebsite,
      'website-not-in-plan': 403,
      'scan-running': 409,
      'start-limit-reached': 409,
      'quiet-hours': 409,
      'port-unproved': 409,
    },
  }),

  cancelScan: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/cancelScan',
    summary: 'Cancel the scan that is running; answers when the next one is due',
    body: z.object({ zeguroTargetId: targetId, zeguroScanId: z.uuid(), nextScan: z.string().nullish() }),
    reply: z.object({ scan, nextScan: z.string().nullable() }),
    refusals: { ...noWebsite, 'no-such-scan': 404, 'not-running': 409 },
  }),

  checkAppUrl: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/checkAppUrl',
    summary: 'May this address be added? Already used, restricted, or fine',
    // each look-up asks the DNS
    rate: { max: 30, perSeconds: 60 },
    body: z.object({ url }),
    reply: z.object({
      usedInTargets: z.boolean(),
      inAlexaTopSites: z.boolean(),
      /** True for every reason not to scan it, a top site being one. */
      restricted: z.boolean(),
      /** For the administrator, when restricted. */
      reason: z.string().nullable(),
      /** The address as it will be kept. */
      url: z.string(),
    }),
    refusals: { 'url-invalid': 400 },
  }),

  loadScanFindings: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadScanFindings',
    summary: 'What one completed scan found, as it was then: details of a report',
    body: z.object({ scanId: z.uuid(), page: z.int().min(1).max(100_000).default(1) }),
    reply: z.object({
      scan,
      /** Worst first; what is fixed comes last. */
      findings: z.array(finding),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
      /** `tried` is null for scans that did not record it. */
      passed: z.array(
        z.object({
          rule: z.string(),
          title: z.string(),
          tried: z.object({ places: z.number(), requests: z.number() }).nullable(),
        }),
      ),
      /** Checks that say nothing about the website, each with the reason; null for scans that did not record it. */
      notTested: z.array(z.object({ rule: z.string(), title: z.string(), reason: z.string() })).nullable(),
      coverage: z.object({
        blocked: z.array(z.string()),
        timedOut: z.array(z.string()),
        skipped: z.array(z.string()),
        /** Why the scan ended before its time. */
        incomplete: z.string().optional(),
        /** What the scan left on the website. */
        leftBehind: z.array(z.object({ where: z.string(), what: z.string() })).optional(),
      }),
    }),
    refusals: { 'no-such-scan': 404 },
  }),

  ...scheduleCalls,
  ...issueCalls,
  ...issueLinkCalls,
  ...websiteCalls,

  /** `a` is the file name shown in the address (`reportFileName`, without semicolons), `b` the scan, `c` the kind of report. */
  getScanReport: endpoint({
    ...org,
    method: 'GET',
    path: '/monitoring/webapps/getScanReport/:targetId;:a;:b;:c',
    summary: 'The PDF report of a completed scan',
    rate: { max: 30, perSeconds: 60 },
    body: z.object({ targetId, a: z.string().max(400), b: z.uuid(), c: z.enum(['owasp', 'pci']) }),
    reply: 'file',
    refusals: { ...noWebsite, 'no-such-scan': 404, 'report-not-ready': 409 },
  }),
} as const;
