import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';
import { severalLines } from '#platform/text.ts';
import { reasonLength } from './rules.ts';

const orgId = z.uuid();
const none = { 'no-such-organization': 404 } as const;

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
    method: 'GET',
    path: '/staff/senders',
    summary:
      'Organizations that sent email to others within seven days, or were reported: those that wait for a decision first.',
    access: 'staff',
    body: z.object({
      open: z.enum(['true', 'false']).default('false'),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    reply: z.object({
      data: z.object({
        senders: z.array(senderSchema),
        total: z.number(),
        page: z.number(),
        pages: z.number(),
      }),
    }),
    refusals: {},
    background: true,
  }),
  staffSender: endpoint({
    method: 'GET',
    path: '/staff/senders/:orgId',
    summary: 'Seven days of one organization, what recipients reported, and what was decided.',
    access: 'staff',
    body: z.object({ orgId }),
    reply: z.object({ data: detailsSchema }),
    refusals: none,
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
      reason: z
        .string()
        .max(4000)
        .transform(severalLines)
        .pipe(
          z
            .string()
            .min(reasonLength.min, 'Please say in a few words why. The organization can read it.')
            .max(reasonLength.max, `Please use at most ${reasonLength.max} characters.`),
        ),
    }),
    reply: z.object({}),
    refusals: none,
  }),
};
