import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import {
  alert,
  audience,
  messageAction,
  messageCategory,
  severity,
  textLimits,
  thread,
  threadEntry,
  typedLine,
  weakness,
  weaknessEvent,
} from '#modules/concierge/contract.ts';
import { richText, richTextInput } from '#platform/richText.ts';
import { severalLines } from '#platform/text.ts';
import { messageStages } from './conciergeRules.ts';
import { blank, orgId, page, search } from './callParts.ts';

/** Takes a list by search, brand and page. */
export const listed = {
  search,
  brandId: z.string().max(100).default(''),
  page,
};
export const ofOne = { orgId: blank(orgId) };
const dayOrNone = z.union([day, z.literal('')]);

/** What staff write of a message. Days are Pacific ones: empty is at once, and without end. */
export const messageFields = z.object({
  title: typedLine(textLimits.title, 1),
  summary: typedLine(textLimits.summary, 1),
  body: richTextInput,
  severity: severity.nullable(),
  category: messageCategory,
  minutes: z.number().int().min(1).max(600).nullable(),
  publishOn: dayOrNone,
  expiresOn: dayOrNone,
  onArrival: z.boolean(),
  audience,
  actions: z.array(messageAction).max(textLimits.actions),
  mail: z.boolean(),
});
export type MessageFields = z.output<typeof messageFields>;

const reach = z.object({ organizations: z.number(), people: z.number() });
const place = z.object({ orgId: z.string(), companyName: z.string(), brand: z.string() });

export const messageRow = alert.omit({ readOn: true, thread: true }).extend({
  stage: z.enum(messageStages),
  publishedOn: z.string().nullable(),
  /** For whom, in words. */
  audience: z.string(),
  reach,
  /** People who have read it. */
  seen: z.number(),
  mail: z.boolean(),
  fromProduct: z.boolean(),
  editedBy: z.string(),
  editedAt: z.string().nullable(),
});
export type MessageRow = z.output<typeof messageRow>;

const savedFields = messageFields.extend({ body: richText });
const messageVersion = z.object({
  version: z.number(),
  by: z.string(),
  at: z.string(),
  status: z.enum(['draft', 'published', 'withdrawn']),
  fields: savedFields,
});
export type MessageVersion = z.output<typeof messageVersion>;
export const messageDetail = messageRow.extend({
  version: z.number(),
  status: z.enum(['draft', 'published', 'withdrawn']),
  fields: savedFields,
  /** Names of the organisations that it is for, by id. */
  organizations: z.array(place),
  mailedAt: z.string().nullable(),
  /** Newest first. */
  history: z.array(messageVersion),
});
export type MessageDetail = z.output<typeof messageDetail>;

export const starter = z.object({
  id: z.string(),
  title: z.string(),
  template: z.boolean(),
  fields: savedFields,
});
export type Starter = z.output<typeof starter>;

export const conciergeOptions = z.object({
  brands: z.array(
    z.object({
      brandId: z.string(),
      name: z.string(),
      shortName: z.string(),
      emailDomain: z.string(),
      /** What ratings and scans find is published before anybody has looked. */
      autoPublish: z.boolean(),
    }),
  ),
  industries: z.array(z.object({ id: z.string(), name: z.string() })),
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The one brand that the member writes for; null where it is every brand. */
  brandId: z.string().nullable(),
});
export type ConciergeOptions = z.output<typeof conciergeOptions>;

/** What staff write of a weakness. */
export const weaknessFields = z.object({
  title: typedLine(textLimits.title, 1),
  severity,
  asset: typedLine(300),
  evidence: z
    .string()
    .max(4000)
    .transform(severalLines)
    .pipe(z.string().max(2000, 'Please use at most 2000 characters.')),
  body: richTextInput,
});
export type WeaknessFields = z.output<typeof weaknessFields>;
export const savedWeakness = weaknessFields.extend({ body: richText });
const ofCustomer = weakness.omit({ thread: true }).extend(place.shape);

export const weaknessRow = ofCustomer.extend({
  /** Since when the customer waits for somebody to check that it is fixed. */
  checkSince: z.string().nullable(),
});
export type WeaknessRow = z.output<typeof weaknessRow>;
export const weaknessDetail = ofCustomer.omit({ title: true, severity: true, asset: true }).extend({
  version: z.number(),
  fields: savedWeakness,
  threadId: z.string().nullable(),
  /** What the customer wrote when they asked for a check that nobody has answered; null where none is asked for. */
  check: z.object({ by: z.string(), since: z.string(), note: z.string() }).nullable(),
  history: z.array(weaknessEvent),
});
export type WeaknessDetail = z.output<typeof weaknessDetail>;

export const candidateKey = z.object({
  orgId: z.uuid(),
  type: z.string().min(1).max(60),
  asset: z.string().max(300),
});
export type CandidateKey = z.output<typeof candidateKey>;
export const candidateRow = place.extend({
  type: z.string(),
  asset: z.string(),
  state: z.enum(['proposed', 'published', 'dismissed']),
  present: z.boolean(),
  severity,
  title: z.string(),
  source: weakness.shape.source,
  evidence: z.string(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  goneAt: z.string().nullable(),
  weaknessId: z.string().nullable(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  note: z.string(),
});
export type CandidateRow = z.output<typeof candidateRow>;

const conversation = thread.omit({ unread: true }).extend({
  ...place.shape,
  unseen: z.boolean(),
  waitingSince: z.string().nullable(),
});
const opened = { context: true, messageId: true, weaknessId: true, openedOn: true } as const;
const last = { lastEntryOn: true, lastFrom: true, excerpt: true } as const;

export const conversationRow = conversation.omit(opened).extend({
  /** It came with an incident. */
  isIncident: z.boolean(),
  checkAsked: z.boolean(),
  assignedName: z.string(),
});
export type ConversationRow = z.output<typeof conversationRow>;
export const conversationDetail = conversation.omit(last).extend({
  openedByEmail: z.string().nullable(),
  assigned: z.object({ name: z.string(), mine: z.boolean() }).nullable(),
  entries: z.array(threadEntry.omit({ mine: true })),
});
export type ConversationDetail = z.output<typeof conversationDetail>;

export const deskCounts = z.object({
  waiting: z.number(),
  unseen: z.number(),
  oldestWaiting: z.string().nullable(),
  candidates: z.number(),
  openWeaknesses: z.number(),
  checks: z.number(),
});

export const organizationState = deskCounts.extend({
  /** Open weaknesses by severity. */
  bySeverity: z.record(severity, z.number()),
  rating: z.object({
    value: z.number().nullable(),
    band: z.string().nullable(),
    at: z.string().nullable(),
    state: z.enum(['none', 'measuring', 'failed', 'rated']),
  }),
  scans: z.object({
    last: z.string().nullable(),
    running: z.boolean(),
    highs: z.number(),
    mediums: z.number(),
    lows: z.number(),
  }),
  /** What the company says is not its own, newest first. */
  disowned: z.array(
    z.object({
      domain: z.string(),
      asset: z.string(),
      because: z.string(),
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
});
export type OrganizationState = z.output<typeof organizationState>;
