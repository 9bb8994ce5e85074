import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';
import { dataOf, get, noOrganization, ofOrganization, orgId, page, pages, reason } from './callParts.ts';

const senderSchema = z.object({
  orgId: z.string(),
  companyName: z.string(),
  brand: z.string(),
  planName: z.string(),
  /** People who were written to, and emails in seven days. */
  todayPeople: z.number(),
  weekPeople: z.number(),
  weekEmails: z.number(),
  withheld: z.number(),
  reports: z.number(),
  lastReport: z.string().nullable(),
  stopped: z.boolean(),
  /** Who decided; null where nobody did, or where reports stopped the sender. */
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type StaffSender = z.infer<typeof senderSchema>;

const detailsSchema = z.object({
  orgId: z.string(),
  companyName: z.string(),
  brand: z.string(),
  standing: z.enum(['unproved', 'proved', 'paying']),
  perDay: z.object({ strangers: z.number(), colleagues: z.number() }),
  decision: z
    .object({ stopped: z.boolean(), reason: z.string(), by: z.string().nullable(), at: z.string() })
    .nullable(),
  days: z.array(
    z.object({
      day,
      strangers: z.number(),
      colleagues: z.number(),
      emails: z.number(),
      withheld: z.number(),
    }),
  ),
  reports: z.array(
    z.object({ at: z.string(), about: z.string(), comment: z.string(), colleague: z.boolean() }),
  ),
});
export type StaffSenderDetails = z.infer<typeof detailsSchema>;

/** The email that organizations have sent to people other than their administrators. */
export const staffSendersContract = {
  staffSenders: endpoint({
    ...get,
    path: '/staff/senders',
    summary:
      'Organizations that sent email to others within seven days, or were reported: those that wait for a decision first.',
    body: z.object({
      open: z.enum(['true', 'false']).default('false'),
      page,
    }),
    reply: dataOf(
      z.object({
        senders: z.array(senderSchema),
        ...pages,
      }),
    ),
    refusals: {},
    background: true,
  }),
  staffSender: endpoint({
    ...get,
    path: '/staff/senders/:orgId',
    summary: 'Seven days of one organization, what recipients reported, and what was decided.',
    body: ofOrganization,
    reply: dataOf(detailsSchema),
    refusals: noOrganization,
    background: true,
  }),
  decideSender: endpoint({
    method: 'POST',
    path: '/staff/senders/decide',
    summary:
      'Stops the email of an organization to others, or lets it go on; the desk log and the log of the organization say why.',
    access: 'staff',
    body: z.object({
      orgId,
      stop: z.boolean(),
      reason: reason('Please say in a few words why. The organization can read it.'),
    }),
    reply: z.object({}),
    refusals: noOrganization,
  }),
};
