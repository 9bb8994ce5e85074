import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine } from '#platform/text.ts';
import { kindNames } from './words.ts';

export const entrySchema = z.object({
  id: z.string(),
  at: z.string(),
  who: z.object({
    /** The portal itself, a person, or staff on behalf of a person. */
    kind: z.enum(['portal', 'person', 'staff']),
    name: z.string(),
    email: z.string(),
    /** Address of the member of staff; `staffName` is empty once the member has left. */
    staff: z.string(),
    staffName: z.string(),
  }),
  /** What was done, as a sentence without its subject. */
  what: z.string(),
  kind: z.enum(kindNames).nullable(),
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  from: z.object({ address: z.string(), browser: z.string(), userAgent: z.string() }),
  subjectId: z.string(),
  /** A page of the portal about what it was done to; null where there is none. */
  place: z.string().nullable(),
  requestId: z.string(),
});
export type Entry = z.infer<typeof entrySchema>;

/** A day of the Pacific calendar. */
const pacificDay = day.refine(
  (text) => text >= '2000-01-01' && text < '2100-01-01',
  'Please choose a day of this century.',
);
const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const filterFields = {
  /** The user pool's id of a person, `portal` for the portal's own acts, or `staff` for those of staff. */
  person: blank(z.string().max(100)),
  kind: blank(z.enum(kindNames)),
  /** First and last day, both included. */
  from: blank(pacificDay),
  to: blank(pacificDay),
  text: blank(z.string().max(400).transform(oneLine).pipe(z.string().max(100))),
};
export type Filter = z.output<z.ZodObject<typeof filterFields>>;

export const auditContract = {
  entries: endpoint({
    method: 'GET',
    path: '/audit/entries',
    summary:
      "The organisation's activity log, newest first, in pages: `before` is the last entry of the page before.",
    access: 'org',
    body: z.object({
      ...filterFields,
      before: blank(z.string().regex(/^\d{1,15}$/)),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ data: z.array(entrySchema), next: z.string().nullable() }),
    refusals: {},
  }),
  people: endpoint({
    method: 'GET',
    path: '/audit/people',
    summary: 'Who appears in the activity log.',
    access: 'org',
    body: z.object({}),
    reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })) }),
    refusals: {},
  }),
  exportEntries: endpoint({
    method: 'GET',
    path: '/audit/export',
    summary: 'The activity log as CSV, newest first; what one filter finds, at most 50,000 entries.',
    access: 'org',
    body: z.object(filterFields),
    reply: 'file',
    refusals: {},
    rate: { max: 10, perSeconds: 60 },
  }),
};
