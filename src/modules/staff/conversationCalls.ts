import { z } from 'zod';
import { textLimits, typedLine } from '#modules/concierge/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { richTextInput } from '#platform/richText.ts';
import { conversationDetail, conversationRow, listed, ofOne } from './conciergeSchemas.ts';
import { conversationViews } from './conciergeRules.ts';
import { dataOf, get, meanwhile, noOrganization, orgId, pageOf, post } from './callParts.ts';

const long = { maxBytes: 1024 * 1024 } as const;

const noConversation = { ...noOrganization, 'no-such-conversation': 404 } as const;

/** Calls about what customers and staff write to each other; part of the contract of the concierge's desk. */
export const conversationCalls = {
  deskConversations: endpoint({
    ...get,
    path: '/staff/concierge/conversations',
    summary: 'Conversations with customers, page by page: those that wait first, the longest wait first.',
    body: z.object({ ...listed, ...ofOne, view: z.enum(conversationViews).default('waiting') }),
    reply: pageOf(conversationRow),
    refusals: {},
  }),
  deskConversation: endpoint({
    ...get,
    path: '/staff/concierge/conversations/:orgId/:threadId',
    summary: 'One conversation with what it is about.',
    body: z.object({ orgId, threadId: z.uuid() }),
    reply: dataOf(conversationDetail),
    refusals: noConversation,
    background: true,
  }),
  answerCustomer: endpoint({
    ...post,
    ...long,
    path: '/staff/concierge/conversations/answer',
    summary: 'Answers a customer, who is told by mail. Refused where somebody wrote meanwhile.',
    body: z.object({
      orgId,
      threadId: z.uuid(),
      /** The last entry that whoever answers has seen. */
      lastEntry: z.number().int().min(0),
      body: richTextInput,
      close: z.boolean().default(false),
    }),
    reply: z.object({}),
    refusals: { ...noConversation, ...meanwhile },
  }),
  beginConversation: endpoint({
    ...post,
    ...long,
    path: '/staff/concierge/conversations/begin',
    summary: 'Writes to an organisation first; its administrators are told by mail.',
    body: z.object({ orgId, subject: typedLine(textLimits.subject, 1), body: richTextInput }),
    reply: dataOf(z.object({ threadId: z.string() })),
    refusals: noOrganization,
  }),
  changeConversation: endpoint({
    ...post,
    path: '/staff/concierge/conversations/change',
    summary: 'Closes a conversation or opens it again, takes care of it or leaves it to others.',
    body: z.object({ orgId, threadId: z.uuid(), to: z.enum(['closed', 'open', 'mine', 'nobody']) }),
    reply: z.object({}),
    refusals: noConversation,
  }),
  seeConversation: endpoint({
    ...post,
    path: '/staff/concierge/conversations/seen',
    summary: 'Notes that somebody of the staff has seen what the customer wrote.',
    body: z.object({ orgId, threadId: z.uuid() }),
    reply: z.object({}),
    refusals: noOrganization,
  }),
};
