import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

const patience = { retries: 8, retryDelaySeconds: 30, retryBackoff: true, timeLimitSeconds: 60 };
const texts = z.record(z.string(), z.string());

const leadData = z.object({
  id: z.string(),
  at: z.string(),
  email: z.string(),
  fields: texts,
  pageUri: z.string(),
  pageName: z.string(),
  visitor: z.string().nullable(),
  ip: z.string().nullable(),
  organizationId: z.string().nullable(),
});
export type QueuedLead = z.infer<typeof leadData>;
export const sendLeadSpec = jobSpec({ name: 'send-lead', data: leadData, ...patience });

const eventData = z.object({
  id: z.string(),
  at: z.string(),
  name: z.string(),
  person: z.object({ id: z.string(), email: z.string() }).nullable(),
  organizationId: z.string().nullable(),
  properties: texts,
});
export type QueuedEvent = z.infer<typeof eventData>;
export const sendEventSpec = jobSpec({ name: 'send-usage-event', data: eventData, ...patience });
