import { z } from 'zod';

/**
 * What administrators can be told of by mail. The place in this list is the number by which links name an event: add at the
 * end, never in between.
 */
export const noticeEvents = [
  'scan-done',
  'scan-failed',
  'new-high',
  'rating-drop',
  'policy-due',
  'training-due',
  'concierge-message',
  'weakness-published',
  'concierge-answer',
  'weekly-digest',
  'proof-gone',
  'acceptance-ended',
  'report-ready',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** Text that people or scanned websites wrote: too long is cut, never refused, so that a notice holds up no change. */
const cut = (max: number) =>
  z.string().transform((text) => {
    const letters = [...text];
    return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text;
  });
const count = z.int().nonnegative();
/** A place of the portal. */
const place = z.string().regex(/^\/(?!\/)[^\s\\]*$/);
const severity = z.enum(['Critical', 'High', 'Medium', 'Low', 'Info']);

/** A person waits for the report of this scan: `report-ready` tells of it, and whoever gets that needs no second mail. */
const awaited = z.boolean().default(false);

/** What each event that happens by itself is told with; the other events are told by the portal's own round. */
const factsOf = {
  'scan-done': z.object({
    website: cut(255),
    url: cut(500),
    highs: count,
    mediums: count,
    lows: count,
    /** Issues that no scan saw before or that came back, and those that are gone. */
    fresh: count,
    fixed: count,
    /** Of the fresh ones those that are high: whoever hears of them by `new-high` needs no second mail. */
    freshHighs: count,
    awaited,
    /** Null: no earlier scan was completed, so everything is new. */
    comparedWith: z.iso.datetime().nullable(),
    path: place,
  }),
  'scan-failed': z.object({
    website: cut(255),
    url: cut(500),
    reason: cut(600),
    nextScan: z.iso.datetime().nullable(),
    path: place,
  }),
  'new-high': z.object({
    website: cut(255),
    url: cut(500),
    /** The first few, and how many there are in all. */
    titles: z.array(cut(200)).min(1).max(10),
    /** The page of each of these; none in notices of the version before. */
    places: z.array(place).max(10).default([]),
    total: z.int().positive(),
    awaited,
    path: place,
  }),
  'report-ready': z.object({
    website: cut(255),
    url: cut(500),
    highs: count,
    mediums: count,
    lows: count,
    path: place,
  }),
  'proof-gone': z.object({ website: cut(255), url: cut(500), path: place }),
  'acceptance-ended': z.object({
    website: cut(255),
    url: cut(500),
    /** The first few, and how many there are in all. */
    titles: z.array(cut(200)).min(1).max(10),
    /** The page of each of these; none in notices of the version before. */
    places: z.array(place).max(10).default([]),
    total: z.int().positive(),
    path: place,
  }),
  'rating-drop': z.object({
    domain: cut(253),
    before: z.int(),
    after: z.int(),
    /** One short line for each cause that is known. */
    causes: z.array(cut(300)).max(10),
    path: place,
  }),
  'concierge-message': z.object({
    title: cut(200),
    summary: cut(600),
    severity: severity.nullable(),
    path: place,
  }),
  'weakness-published': z.object({ title: cut(200), severity, asset: cut(300), path: place }),
  'concierge-answer': z.object({ subject: cut(200), excerpt: cut(600), path: place }),
} as const satisfies Partial<Record<NoticeEvent, z.ZodType>>;

const notice = <E extends keyof typeof factsOf>(event: E) =>
  z.object({ event: z.literal(event), facts: factsOf[event] });
export const noticeSchema = z.discriminatedUnion('event', [
  notice('scan-done'),
  notice('scan-failed'),
  notice('new-high'),
  notice('report-ready'),
  notice('proof-gone'),
  notice('acceptance-ended'),
  notice('rating-drop'),
  notice('concierge-message'),
  notice('weakness-published'),
  notice('concierge-answer'),
]);
export type Notice = z.output<typeof noticeSchema>;
export type NoticeInput = z.input<typeof noticeSchema>;
