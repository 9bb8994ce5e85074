import { z } from 'zod';
import { audience, severity, textLimits, typedText, weaknessStatus } from '#modules/concierge/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import {
  listed,
  ofOne,
  candidateKey,
  candidateRow,
  conciergeOptions,
  deskCounts,
  messageDetail,
  messageFields,
  messageRow,
  organizationState,
  savedWeakness,
  starter,
  weaknessDetail,
  weaknessFields,
  weaknessRow,
} from './conciergeSchemas.ts';
import { conversationCalls } from './conversationCalls.ts';
import { candidateViews, messageStages, mostAtOnce, weaknessSorts } from './conciergeRules.ts';
import {
  blank,
  dataOf,
  get,
  meanwhile,
  noOrganization,
  ofOrganization,
  orgId,
  pageOf,
  post,
} from './callParts.ts';

const long = { maxBytes: 1024 * 1024 } as const;

const messageId = z.string().min(1).max(60);
const version = z.number().int().min(0).max(1_000_000);
const noMessage = { 'no-such-message': 404 } as const;
const noWeakness = { ...noOrganization, 'no-such-weakness': 404 } as const;
const noCandidate = { ...noOrganization, 'no-such-candidate': 404 } as const;
const decided = { 'already-decided': 409 } as const;
const note = typedText(textLimits.note).default('');

/** What staff of one brand see and write is of that brand alone; the rest answers like what is not there. */
export const staffConciergeContract = {
  conciergeCounts: endpoint({
    ...get,
    path: '/staff/concierge/counts',
    summary: 'What waits for the staff.',
    body: z.object({}),
    reply: dataOf(deskCounts),
    refusals: {},
    background: true,
  }),
  conciergeOptions: endpoint({
    ...get,
    path: '/staff/concierge/options',
    summary: 'Brands, industries and plans that a member of staff can write to.',
    body: z.object({}),
    reply: dataOf(conciergeOptions),
    refusals: {},
  }),
  starterMessages: endpoint({
    ...get,
    path: '/staff/concierge/starters',
    summary: 'Messages that staff may begin from.',
    body: z.object({}),
    reply: dataOf(z.array(starter)),
    refusals: {},
  }),
  deskMessages: endpoint({
    ...get,
    path: '/staff/concierge/messages',
    summary: 'Messages with whom they reach and how many have read them, page by page.',
    body: z.object({ ...listed, stage: blank(z.enum(messageStages)) }),
    reply: pageOf(messageRow),
    refusals: {},
  }),
  deskMessage: endpoint({
    ...get,
    path: '/staff/concierge/messages/:conciergeMessageId',
    summary: 'One message with every version.',
    body: z.object({ conciergeMessageId: messageId }),
    reply: dataOf(messageDetail),
    refusals: noMessage,
  }),
  messageReach: endpoint({
    ...post,
    path: '/staff/concierge/reach',
    summary: 'How many organisations and people an audience is; keeps nothing.',
    body: z.object({ audience }),
    reply: dataOf(z.object({ organizations: z.number(), people: z.number() })),
    refusals: { 'bad-audience': 422, 'not-your-audience': 403 },
  }),
  saveMessage: endpoint({
    ...post,
    ...long,
    path: '/staff/concierge/messages/save',
    summary: 'Writes the next version of a message: a draft, published, or withdrawn.',
    body: z.object({
      conciergeMessageId: messageId.nullable(),
      version,
      status: z.enum(['draft', 'published', 'withdrawn']),
      fields: messageFields,
    }),
    reply: dataOf(messageDetail),
    refusals: {
      ...noMessage,
      ...meanwhile,
      'bad-audience': 422,
      'bad-days': 422,
      'not-your-audience': 403,
      /** What is out is withdrawn, and never a draft again. */
      'is-published': 409,
    },
  }),
  deskWeaknesses: endpoint({
    ...get,
    path: '/staff/concierge/weaknesses',
    summary: 'Weaknesses over organisations, page by page; those to check come first.',
    body: z.object({
      ...listed,
      ...ofOne,
      status: blank(weaknessStatus),
      severity: blank(severity),
      checks: z.stringbool().default(false),
      sort: z.enum(weaknessSorts).default('urgency'),
      direction: z.enum(['ascending', 'descending']).default('ascending'),
    }),
    reply: pageOf(weaknessRow),
    refusals: {},
  }),
  deskWeakness: endpoint({
    ...get,
    path: '/staff/concierge/weaknesses/:orgId/:weaknessId',
    summary: 'One weakness with its history.',
    body: z.object({ orgId, weaknessId: z.uuid() }),
    reply: dataOf(weaknessDetail),
    refusals: noWeakness,
  }),
  createWeakness: endpoint({
    ...post,
    ...long,
    path: '/staff/concierge/weaknesses/create',
    summary: 'Publishes a weakness that staff found; the administrators are told.',
    body: z.object({ orgId, fields: weaknessFields }),
    reply: dataOf(z.object({ weaknessId: z.string() })),
    refusals: noOrganization,
  }),
  changeWeakness: endpoint({
    ...post,
    ...long,
    path: '/staff/concierge/weaknesses/change',
    summary:
      'Changes text or status of a weakness. The note stands in its history, and answers the customer where that is wanted.',
    body: z
      .object({
        orgId,
        weaknessId: z.uuid(),
        version,
        fields: weaknessFields.optional(),
        status: weaknessStatus.optional(),
        note,
        /** The note is an answer in the conversation about it too. */
        answer: z.boolean().default(false),
      })
      .refine(({ answer, note: words }) => !answer || words !== '', {
        path: ['note'],
        error: 'Please write what to answer.',
      }),
    reply: z.object({}),
    refusals: { ...noWeakness, ...meanwhile },
  }),
  deskCandidates: endpoint({
    ...get,
    path: '/staff/concierge/candidates',
    summary: 'What ratings, scans and assessments propose as weaknesses, page by page, the gravest first.',
    body: z.object({
      ...listed,
      ...ofOne,
      severity: blank(severity),
      view: z.enum(candidateViews).default('proposed'),
    }),
    reply: pageOf(candidateRow),
    refusals: {},
  }),
  deskCandidate: endpoint({
    ...get,
    path: '/staff/concierge/candidate/:orgId',
    summary: 'What a candidate would say if it were published as it is.',
    body: candidateKey,
    reply: dataOf(
      z.object({
        companyName: z.string(),
        state: z.enum(['proposed', 'published', 'dismissed']),
        fields: savedWeakness,
      }),
    ),
    refusals: noCandidate,
  }),
  publishCandidate: endpoint({
    ...post,
    ...long,
    path: '/staff/concierge/candidates/publish',
    summary: 'Makes a weakness of a candidate, as staff worded it.',
    body: candidateKey.extend({ fields: weaknessFields }),
    reply: dataOf(z.object({ weaknessId: z.string() })),
    refusals: { ...noCandidate, ...decided },
  }),
  publishCandidates: endpoint({
    ...post,
    path: '/staff/concierge/candidates/publishMany',
    summary:
      'Makes weaknesses of candidates in the words of their types; what somebody decided meanwhile is left alone.',
    body: z.object({ candidates: z.array(candidateKey).min(1).max(mostAtOnce) }),
    reply: dataOf(z.object({ published: z.number(), left: z.number() })),
    refusals: {},
  }),
  decideCandidate: endpoint({
    ...post,
    path: '/staff/concierge/candidates/decide',
    summary: 'Sets a candidate aside with a reason, or takes it up again.',
    body: candidateKey
      .extend({ state: z.enum(['dismissed', 'proposed']), note })
      .refine(({ state, note: reason }) => state === 'proposed' || reason !== '', {
        path: ['note'],
        error: 'Please say why.',
      }),
    reply: z.object({}),
    refusals: { ...noCandidate, ...decided },
  }),
  ...conversationCalls,
  organizationState: endpoint({
    ...get,
    path: '/staff/concierge/organizations/:orgId',
    summary:
      'How one organisation stands: rating, scans, weaknesses, conversations, and what it says is not its own.',
    body: ofOrganization,
    reply: dataOf(organizationState),
    refusals: noOrganization,
  }),
};
