import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine } from '#platform/text.ts';
import { actKinds, type ActKind } from './deskLog.ts';
import { blank, dataOf, everyBrandOnly, get, page, pages } from './callParts.ts';

const kindNames = Object.keys(actKinds) as [ActKind, ...ActKind[]];

const filterFields = {
  kind: blank(z.enum(kindNames)),
  /** Address of a member of staff, or `operator`. */
  person: blank(z.string().max(254)),
  search: blank(z.string().max(400).transform(oneLine).pipe(z.string().max(100))),
};
export type LogFilter = z.output<z.ZodObject<typeof filterFields>>;

const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  who: z.object({ name: z.string(), email: z.string() }),
  kind: z.string(),
  kindName: z.string(),
  what: z.string(),
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  from: z.object({ address: z.string(), browser: z.string() }),
  requestId: z.string(),
});
export type LogEntry = z.infer<typeof logEntry>;

/** For staff of every brand alone; to others it is not there. */
export const staffLogContract = {
  deskLog: endpoint({
    ...get,
    path: '/staff/log',
    summary: 'What staff did outside organisations, newest first, page by page.',
    body: z.object({ ...filterFields, page }),
    reply: dataOf(z.object({ entries: z.array(logEntry), ...pages })),
    refusals: everyBrandOnly,
  }),
  deskLogPeople: endpoint({
    ...get,
    path: '/staff/log/people',
    summary: 'Who appears in the desk log.',
    body: z.object({}),
    reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
    refusals: everyBrandOnly,
  }),
  exportDeskLog: endpoint({
    ...get,
    path: '/staff/log/export',
    summary: 'The desk log as CSV, newest first; what one filter finds, at most 50,000 entries.',
    body: z.object(filterFields),
    reply: 'file',
    refusals: everyBrandOnly,
    rate: { max: 10, perSeconds: 60 },
  }),
};
