import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine, severalLines } from '#platform/text.ts';
import { issueLink, place, retest, severity } from './issueEntities.ts';

const org = { access: 'org', module: 'monitoring', notInSupportSession: true } as const;
const issue = { targetId: z.uuid(), findingId: z.string().min(1).max(200) } as const;
const missing = { 'no-such-website': 404, 'no-such-issue': 404 } as const;

/** For administrators: who is shown an issue. Part of the module's contract. */
export const issueLinkCalls = {
  makeIssueLink: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/makeIssueLink',
    summary:
      'Makes a link that shows one issue without an account for 30 days, and emails it where an address is given',
    rate: { max: 30, perSeconds: 60 },
    body: z.object({
      ...issue,
      email: z.string().trim().max(254).pipe(z.email('Please enter a valid email address.')).optional(),
    }),
    reply: z.object({ link: issueLink }),
    refusals: { ...missing, 'issue-not-open': 409, 'too-many-links': 409, 'too-many-emails': 429 },
  }),
  withdrawIssueLink: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/withdrawIssueLink',
    summary: 'Ends a link to an issue',
    body: z.object({ ...issue, linkId: z.uuid() }),
    reply: z.object({}),
    refusals: { 'no-such-link': 404 },
  }),
} as const;

const token = z.string().min(20).max(400);
const open = {
  access: 'public',
  method: 'POST',
  rate: { max: 60, perSeconds: 60 },
  background: true,
} as const;
/** `link-closed`: the account of the organization is being closed, or its plan has no scans now. */
const dead = { 'link-invalid': 404, 'link-expired': 410, 'link-withdrawn': 410, 'link-closed': 410 } as const;

/** Where the issue is now, for somebody who waits for the check. */
const standing = {
  state: z.enum(['open', 'fixed', 'accepted', 'false-positive']),
  retest: retest.pick({ status: true, endedAt: true, reason: true, percent: true }).nullable(),
  /** How often this link said that it is fixed; the next answer names it. */
  answers: z.number(),
};

/** For whoever has a link, without an account. Their token is in the body: it is in no log of addresses. */
export const issueLinkContract = {
  openIssueLink: endpoint({
    ...open,
    path: '/monitoring/issueLink/open',
    summary: 'The issue of a link with proof and fix; written into the log of the organization',
    body: z.object({ token }),
    reply: z.object({
      data: z.object({
        companyName: z.string(),
        /** The administrator who made the link. */
        sentBy: z.string(),
        expiresAt: z.string(),
        website: z.object({ name: z.string(), url: z.string() }),
        issue: z.object({
          title: z.string(),
          severity,
          score: z.number(),
          vector: z.string(),
          cwe: z.string(),
          owasp: z.string(),
          explanation: z.string(),
          confirmed: z.string(),
          /** Steps for everyone and for the stack that was seen, and apart from them those for other stacks. */
          fix: z.string(),
          stacks: z.array(z.string()),
          otherFixes: z.string(),
          references: z.array(z.string()),
          places: z.array(place),
          placesTotal: z.number(),
          firstSeen: z.string(),
          lastSeen: z.string(),
        }),
        ...standing,
      }),
    }),
    refusals: dead,
  }),
  issueLinkStanding: endpoint({
    ...open,
    path: '/monitoring/issueLink/standing',
    summary: 'How the check of an issue goes; says nothing else about it',
    body: z.object({ token }),
    reply: z.object({ data: z.object(standing) }),
    refusals: dead,
  }),
  reportFixed: endpoint({
    ...open,
    rate: { max: 20, perSeconds: 60 },
    path: '/monitoring/issueLink/fixed',
    summary: 'Says that the issue is fixed and has it checked, as the button of an administrator does',
    body: z.object({
      token,
      /** `answers` of the page: an answer that is sent again is refused. */
      answers: z.int().min(0).max(1_000_000),
      name: z
        .string()
        .max(400)
        .transform(oneLine)
        .pipe(z.string().max(80, 'Use at most 80 characters.'))
        .default(''),
      note: z
        .string()
        .max(4000)
        .transform(severalLines)
        .pipe(z.string().max(500, 'Use at most 500 characters.'))
        .default(''),
    }),
    reply: z.object({ data: z.object(standing) }),
    refusals: {
      ...dead,
      'issue-not-open': 409,
      'already-answered': 409,
      'website-not-in-plan': 403,
      'retest-limit-reached': 409,
    },
  }),
} as const;
