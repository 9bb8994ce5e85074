import { z } from 'zod';
import { richText, safeLink } from '#platform/richText.ts';
import { oneLine, severalLines } from '#platform/text.ts';
import { audienceKinds, messageCategories, severities, textLimits, weaknessStatuses } from './rules.ts';

export const severity = z.enum(severities);
export const weaknessStatus = z.enum(weaknessStatuses);
export const messageCategory = z.enum(messageCategories);

/** One line that somebody typed. */
export const typedLine = (max: number, min = 0) =>
  z
    .string()
    .max(max * 2)
    .transform(oneLine)
    .pipe(z.string().min(min, 'Please fill this in.').max(max, `Please use at most ${max} characters.`));
/** Lines that somebody typed. */
export const typedText = (max: number, min = 0) =>
  z
    .string()
    .max(max * 2)
    .transform(severalLines)
    .pipe(z.string().min(min, 'Please write something.').max(max, `Please use at most ${max} characters.`));

/** A link that is safe to follow; see `safeLink`. */
const safeAddress = z.string().transform((href, context) => {
  const link = safeLink(href);
  if (link === null)
    context.addIssue({
      code: 'custom',
      message: 'Please give an https address, or a page of the portal such as /training.',
    });
  return link ?? '';
});

/** A button under a letter. */
export const messageAction = z.object({ label: typedLine(textLimits.actionLabel, 1), link: safeAddress });
export type MessageAction = z.output<typeof messageAction>;

const offeringIcons = [
  'urgent',
  'report',
  'plan',
  'mail',
  'supplier',
  'form',
  'tabletop',
  'policies',
] as const;
export type OfferingIcon = (typeof offeringIcons)[number];

const callToAction = z.object({
  text: z.string(),
  style: z.literal('PRIMARY'),
  icon: z.enum(['mail', 'calendar']),
  link: z.string(),
});

export const offering = z.object({
  id: z.string(),
  icon: z.enum(offeringIcons),
  title: z.string(),
  text: z.string(),
  minutes: z.number(),
  /** A page of the portal about it; null where a talk is all it needs. */
  link: z.string().nullable(),
});
export type Offering = z.output<typeof offering>;

/** modules.md 3, Concierge config. */
export const conciergeConfig = z.object({
  pageTitle: z.string(),
  subtitle: z.string(),
  heading: z.string(),
  subscriptionInfo: z.string(),
  offeringsHeading: z.string(),
  emailCta: callToAction,
  /** Null where the brand has no scheduling link. */
  callCta: callToAction.nullable(),
  offerings: z.array(offering),
  knowledgeBaseLink: z.string(),
});
export type ConciergeConfig = z.output<typeof conciergeConfig>;

const guidePart = {
  title: z.string(),
  steps: z.array(z.object({ text: z.string(), why: z.string().optional() })),
};
/** The first hour of an incident. */
export const incidentGuide = z.object({
  title: z.string(),
  summary: z.string(),
  now: z.object(guidePart),
  kinds: z.array(z.object({ id: z.string(), ...guidePart })),
  later: z.object(guidePart),
});
export type IncidentGuide = z.output<typeof incidentGuide>;
/** Whom the brand's insured call. */
export const incidentClaims = z.object({ insurer: z.string(), phone: z.string(), hours: z.string() });
export type IncidentClaims = z.output<typeof incidentClaims>;

/** What becomes of the conversation about a message or a weakness. */
export const threadState = z.enum(['waiting', 'answered', 'closed']);
export type ThreadState = z.output<typeof threadState>;
const threadBrief = z.object({
  threadId: z.string(),
  state: threadState,
  unread: z.boolean(),
  entries: z.number(),
});

export const alert = z.object({
  conciergeMessageId: z.string(),
  title: z.string(),
  summary: z.string(),
  severity: severity.nullable(),
  category: messageCategory,
  publishedOn: z.string(),
  expiresOn: z.string().nullable(),
  /** When the person who asks read it; null where they have not. */
  readOn: z.string().nullable(),
  thread: threadBrief.nullable(),
});
export type Alert = z.output<typeof alert>;
export const alertDetails = alert.extend({
  body: richText,
  actions: z.array(z.object({ label: z.string(), link: z.string() })),
  /** How long it takes to read and do, minutes; null where nobody said. */
  minutes: z.number().nullable(),
});

export type AlertDetails = z.output<typeof alertDetails>;

export const weakness = z.object({
  weaknessId: z.string(),
  title: z.string(),
  reportedOn: z.string(),
  severity,
  status: weaknessStatus,
  statusUpdatedOn: z.string(),
  /** What it was seen at, such as `shop.example:3389`; empty where it is about the whole company. */
  asset: z.string(),
  source: z.enum(['rating', 'scan', 'assessment', 'staff']),
  thread: threadBrief.nullable(),
});
export type Weakness = z.output<typeof weakness>;

export const weaknessEvent = z.object({
  at: z.string(),
  act: z.enum(['published', 'status', 'edited', 'reopened', 'resolved', 'check-asked']),
  status: weaknessStatus,
  note: z.string(),
  /** Who did it: a name, or empty for the portal itself. */
  by: z.string(),
});
export type WeaknessEvent = z.output<typeof weaknessEvent>;

/** Evidence quotes servers that nobody vouches for: plain text. */
export const weaknessDetails = weakness.extend({
  body: richText,
  evidence: z.string(),
  /** Newest first. */
  history: z.array(weaknessEvent),
  pdfName: z.string(),
  /** What it follows from, as others list it: one problem, one severity. Titles quote websites: plain text. */
  issues: z.array(
    z.object({
      targetId: z.string(),
      findingId: z.string(),
      website: z.string(),
      title: z.string(),
      severity: z.enum(['high', 'medium', 'low']),
      status: z.enum(['open', 'fixed', 'accepted', 'false-positive']),
    }),
  ),
  ratingFindings: z.array(z.object({ title: z.string(), vector: z.string(), asset: z.string() })),
});
export type WeaknessDetails = z.output<typeof weaknessDetails>;

export const contextKinds = [
  'finding',
  'issue',
  'rating',
  'element',
  'policy',
  'course',
  'message',
  'weakness',
  'report',
  'offering',
  'incident',
] as const;
/**
 * What a question is about, as the screen that asks describes it: few short facts that the person sees before sending. Never
 * secrets, and never the excerpts of a scan.
 */
export const questionContext = z.object({
  kind: z.enum(contextKinds),
  id: typedLine(300),
  title: typedLine(textLimits.title * 2, 1),
  /** The place of the portal where it is seen. */
  route: z
    .string()
    .max(500)
    .refine((route) => safeLink(route)?.startsWith('/') === true, 'Please give a page of the portal.')
    .nullable()
    .default(null),
  facts: z
    .array(z.object({ label: typedLine(textLimits.factLabel, 1), value: typedLine(textLimits.factValue, 1) }))
    .max(textLimits.facts)
    .default([]),
});
export type QuestionContext = z.output<typeof questionContext>;

export const threadEntry = z.object({
  entryId: z.number(),
  at: z.string(),
  from: z.enum(['customer', 'staff']),
  /** The name of whoever wrote it. */
  by: z.string(),
  /** Written by the person who asks. */
  mine: z.boolean(),
  body: richText,
  /** `check`: the customer says that a weakness is fixed. */
  kind: z.enum(['text', 'check', 'closed']),
});
export type ThreadEntry = z.output<typeof threadEntry>;

export const thread = z.object({
  threadId: z.string(),
  subject: z.string(),
  state: threadState,
  context: questionContext.nullable(),
  messageId: z.string().nullable(),
  weaknessId: z.string().nullable(),
  openedBy: z.string(),
  openedOn: z.string(),
  lastEntryOn: z.string(),
  lastFrom: z.enum(['customer', 'staff']),
  /** The beginning of the last entry. */
  excerpt: z.string(),
  entries: z.number(),
  /** An answer that the person who asks has not seen. */
  unread: z.boolean(),
});
export type Thread = z.output<typeof thread>;

/** Whom a message is for; see `isFor`. */
export const audience = z
  .object({
    kind: z.enum(audienceKinds),
    values: z.array(z.string().trim().min(1).max(100)).max(500).default([]),
    brandId: z.string().max(100).nullable().default(null),
  })
  .refine(({ kind, values }) => (kind === 'all') === (values.length === 0), {
    path: ['values'],
    error: 'Please say for whom it is.',
  });
