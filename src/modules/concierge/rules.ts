import { pacificDay } from '#platform/days.ts';
/** modules.md 3: severity ranking. */
export const severities = ['Critical', 'High', 'Medium', 'Low', 'Info'] as const;
export type Severity = (typeof severities)[number];
export const severityRank = Object.fromEntries(severities.map((severity, i) => [severity, i + 1])) as Record<
  Severity,
  number
>;

/** modules.md 3: status ranking. */
export const weaknessStatuses = ['Open', 'Resolved', 'Not Relevant', 'No Status'] as const;
export type WeaknessStatus = (typeof weaknessStatuses)[number];

export const pageSize = 10;

export const messageCategories = ['welcome', 'advisory', 'warning', 'guidance', 'reminder', 'news'] as const;
export type MessageCategory = (typeof messageCategories)[number];

export const audienceKinds = ['all', 'brand', 'industry', 'plan', 'organization'] as const;
export type AudienceKind = (typeof audienceKinds)[number];
/** Whom a message is for. */
export type Audience = {
  kind: AudienceKind;
  /** Ids of brands, codes of industries, ids of plans, or ids of organisations; empty for `all`, and else never. */
  values: readonly string[];
  /** Within this brand alone, whatever the kind; null for every brand. Staff of one brand write for theirs. */
  brandId: string | null;
};
/** What decides who reads what. */
export type Reader = { orgId: string; brandId: string; industry: string; planId: string };

/** Whether a message is for an organisation; the database's `concierge_is_for` (0031) says the same, and is tested against this. */
export function isFor(audience: Audience, reader: Reader): boolean {
  if (audience.brandId !== null && audience.brandId !== reader.brandId) return false;
  const own: Record<Exclude<AudienceKind, 'all'>, string> = {
    brand: reader.brandId,
    industry: reader.industry,
    plan: reader.planId,
    organization: reader.orgId,
  };
  return audience.kind === 'all' || audience.values.includes(own[audience.kind]);
}

/** Whether a message is out: published, its day has come, and it has not expired. */
export const isOut = (
  message: { status: string; publishedOn: Date | null; expiresOn: Date | null },
  now: Date,
): boolean =>
  message.status === 'published' &&
  message.publishedOn !== null &&
  message.publishedOn <= now &&
  (message.expiresOn === null || message.expiresOn > now);

export const textLimits = {
  title: 160,
  summary: 400,
  question: 4000,
  note: 1000,
  subject: 160,
  actions: 4,
  actionLabel: 60,
  facts: 10,
  factLabel: 60,
  factValue: 400,
} as const;

/** Questions and answers that one organisation may send within an hour. */
export const mostEntriesPerHour = 40;
/** Conversations of one organisation that may wait for an answer; a robot could fill the desk of every expert. */
export const mostWaiting = 100;

/** modules.md 6: `SecurityWeakness`, the day it was reported and its id. */
export const weaknessPdfName = ({
  weaknessId,
  reportedOn,
}: {
  weaknessId: string;
  reportedOn: string;
}): string => `SecurityWeakness_${pacificDay(new Date(reportedOn))}_${weaknessId}.pdf`;

export function eventWords(
  act: 'published' | 'status' | 'edited' | 'reopened' | 'resolved' | 'check-asked',
  status: WeaknessStatus,
): string {
  const words = {
    published: 'Reported',
    status: `Set to ${status}`,
    edited: 'Text revised',
    reopened: 'Seen again',
    resolved: 'No longer seen',
    'check-asked': 'Check asked for',
  };
  return words[act];
}
