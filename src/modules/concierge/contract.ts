import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import {
  alert,
  alertDetails,
  conciergeConfig,
  incidentClaims,
  incidentGuide,
  questionContext,
  severity,
  thread,
  threadEntry,
  typedLine,
  typedText,
  weakness,
  weaknessDetails,
  weaknessStatus,
} from './entities.ts';
import { textLimits } from './rules.ts';

// for the desk of the staff
export {
  alert,
  audience,
  messageAction,
  messageCategory,
  severity,
  thread,
  threadEntry,
  typedLine,
  typedText,
  weakness,
  weaknessEvent,
  weaknessStatus,
} from './entities.ts';
export { eventWords, severities, textLimits, weaknessStatuses } from './rules.ts';

const org = { access: 'org', module: 'cyberconcierge' } as const;
const get = { ...org, method: 'GET', refusals: {}, background: true } as const;
const post = { ...org, method: 'POST' } as const;
/** What a person alone says in their name. */
const own = { ...post, notInSupportSession: true, rate: { max: 30, perSeconds: 60 } } as const;

const messageId = z.string().min(1).max(60);
const page = z.coerce.number().int().min(1).max(10_000).default(1);
const search = z.string().trim().max(200).default('');
const paged = { total: z.number(), page: z.number(), pages: z.number() };
const noSuchThread = { 'no-such-conversation': 404 } as const;
const noSuchWeakness = { 'no-such-weakness': 404 } as const;
const noSuchMessage = { 'no-such-message': 404 } as const;
/** So many questions within an hour, or so many that wait. */
const tooMany = { 'too-many-questions': 429 } as const;

export const conciergeContract = {
  cyberConciergeConfig: endpoint({
    ...get,
    body: z.object({}),
    path: '/cyberconcierge/cyberConciergeConfig',
    summary: 'Words, offerings and ways of contact of the concierge page.',
    reply: z.object({ config: conciergeConfig }),
  }),
  incidentGuide: endpoint({
    ...get,
    body: z.object({}),
    path: '/cyberconcierge/incidentGuide',
    summary: 'What to do in the first hour of an incident.',
    reply: z.object({
      guide: incidentGuide,
      /** Null where the brand names no insurer. */ claims: incidentClaims.nullable(),
      pdfName: z.string(),
    }),
  }),
  incidentPdf: endpoint({
    ...org,
    method: 'GET',
    path: '/cyberconcierge/incidentPdf/:fileName',
    summary: 'Every list of the first hour as a PDF, to be kept offline.',
    body: z.object({ fileName: z.string().max(300) }),
    reply: 'file',
    refusals: {},
    rate: { max: 60, perSeconds: 60 },
  }),
  cyberConciergeAlerts: endpoint({
    ...get,
    path: '/cyberconcierge/cyberConciergeAlerts',
    summary: 'Messages to this organisation that have not expired, newest first, ten a page.',
    body: z.object({
      page,
      search,
      show: z.enum(['all', 'unread']).default('all'),
    }),
    reply: z.object({
      alerts: z.array(alert),
      ...paged,
      /** Of all messages, whatever is searched. */ unread: z.number(),
    }),
  }),
  cyberConciergeAlert: endpoint({
    ...get,
    path: '/cyberconcierge/cyberConciergeAlert',
    summary: 'One message.',
    body: z.object({ conciergeMessageId: messageId }),
    reply: z.object({ alert: alertDetails }),
    refusals: noSuchMessage,
  }),
  cyberConciergeWeaknesses: endpoint({
    ...get,
    path: '/cyberconcierge/cyberConciergeWeaknesses',
    summary: 'Security weaknesses of this organisation, ten a page; ties are ordered by date.',
    body: z.object({
      page,
      search,
      severity: severity.optional(),
      status: weaknessStatus.optional(),
      sort: z.enum(['severity', 'status', 'reportedOn', 'statusUpdatedOn', 'title']).default('status'),
      down: z.stringbool().default(false),
    }),
    reply: z.object({
      weaknesses: z.array(weakness),
      ...paged,
      /** Of all, by status. */
      counts: z.record(weaknessStatus, z.number()),
      /** Of the open ones, by severity. */
      open: z.record(severity, z.number()),
    }),
  }),
  weakness: endpoint({
    ...get,
    path: '/cyberconcierge/weakness',
    summary: 'One weakness with its history.',
    body: z.object({ weaknessId: z.string().max(60) }),
    reply: z.object({ weakness: weaknessDetails }),
    refusals: noSuchWeakness,
  }),
  weaknessPdf: endpoint({
    ...org,
    method: 'GET',
    path: '/cyberconcierge/weaknessPdf/:weaknessId/:fileName',
    summary: 'One weakness as a PDF, named by the rule and not by what the address says.',
    body: z.object({ weaknessId: z.string().max(60), fileName: z.string().max(300) }),
    reply: 'file',
    refusals: noSuchWeakness,
    rate: { max: 60, perSeconds: 60 },
  }),
  markAlerts: endpoint({
    ...post,
    path: '/cyberconcierge/markAlerts',
    summary:
      'Notes for the person who asks which messages they have read, or not; in a support session nothing is saved.',
    body: z.object({
      conciergeMessageIds: z.union([z.array(messageId).min(1).max(100), z.literal('all')]),
      read: z.boolean(),
    }),
    reply: z.object({ /** Messages that are unread now. */ unread: z.number() }),
    refusals: {},
  }),
  checkWeakness: endpoint({
    ...own,
    path: '/cyberconcierge/checkWeakness',
    summary: 'Says that a weakness is fixed and asks the experts to check. The status stays theirs.',
    body: z.object({ weaknessId: z.uuid(), note: typedText(textLimits.note).default('') }),
    reply: z.object({ threadId: z.string() }),
    refusals: {
      ...noSuchWeakness,
      ...tooMany,
      /** It waits for an answer already. */ 'already-asked': 409,
      'not-open': 409,
    },
  }),
  conversations: endpoint({
    ...get,
    path: '/cyberconcierge/conversations',
    summary: 'Conversations of this organisation with the experts, the newest first, ten a page.',
    body: z.object({ page, search, show: z.enum(['all', 'waiting', 'unread', 'closed']).default('all') }),
    reply: z.object({ threads: z.array(thread), ...paged, unread: z.number() }),
  }),
  conversation: endpoint({
    ...get,
    path: '/cyberconcierge/conversation',
    summary: 'One conversation, the newest 200 entries, oldest first.',
    body: z.object({ threadId: z.uuid() }),
    reply: z.object({ thread, entries: z.array(threadEntry) }),
    refusals: noSuchThread,
  }),
  askExpert: endpoint({
    ...own,
    path: '/cyberconcierge/ask',
    summary:
      'Asks the experts; about a message or a weakness it goes on in the conversation that belongs to it.',
    body: z.object({
      subject: typedLine(textLimits.subject).default(''),
      text: typedText(textLimits.question, 1),
      context: questionContext.nullable().default(null),
    }),
    reply: z.object({ threadId: z.string() }),
    refusals: { ...tooMany, ...noSuchMessage, ...noSuchWeakness },
  }),
  answerConversation: endpoint({
    ...own,
    path: '/cyberconcierge/answer',
    summary: 'Writes on in a conversation; one that was closed is open again.',
    body: z.object({ threadId: z.uuid(), text: typedText(textLimits.question, 1) }),
    reply: z.object({}),
    refusals: { ...noSuchThread, ...tooMany },
  }),
  closeConversation: endpoint({
    ...own,
    path: '/cyberconcierge/closeConversation',
    summary: 'Nothing more is needed.',
    body: z.object({ threadId: z.uuid() }),
    reply: z.object({}),
    refusals: noSuchThread,
  }),
  markConversation: endpoint({
    ...post,
    path: '/cyberconcierge/markConversation',
    summary:
      'Notes that the person who asks has seen the conversation; in a support session nothing is saved.',
    body: z.object({ threadId: z.uuid() }),
    reply: z.object({}),
    refusals: {},
  }),
};
