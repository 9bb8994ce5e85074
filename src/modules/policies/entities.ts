import { z } from 'zod';
import { block, givenValue, template } from './document.ts';

/** modules.md 3: a version that was approved stays Active; whether it is the one that holds now, `inForce` says. */
export const policyStatus = z.enum(['Draft', 'Active']);
/** modules.md 4: how far a draft is. */
export const draftMode = z.enum(['customize', 'sent']);

export const policyId = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9-]+$/i, 'Not the id of a policy.');
export const versionNumber = z.coerce.number().int().min(1).max(9999);

/** A draft that waits for its approver, or was sent back. */
export const approvalRequest = z.object({
  approver: z.string(),
  email: z.string(),
  sentBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  outcome: z.enum(['waiting', 'approved', 'returned', 'voided', 'expired']),
  comment: z.string(),
  answeredAt: z.string().nullable(),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

const version = {
  id: z.string(),
  name: z.string(),
  version: z.int(),
  status: policyStatus,
  inForce: z.boolean(),
  custom: z.boolean(),
  /** Name of who approved it; empty for drafts. */
  approver: z.string(),
  approverEmail: z.string(),
  /** Who wrote the approval down, where that is somebody else, or says to be. */
  recordedBy: z.string(),
  recordedByEmail: z.string(),
  approvalDate: z.string().nullable(),
  /** Null for approved versions. */
  mode: draftMode.nullable(),
  /** False for a template that was never saved. */
  saved: z.boolean(),
  savedAt: z.string().nullable(),
  savedBy: z.string(),
  /** What the author says changed. */
  note: z.string(),
  /** Whether people who signed an earlier version are asked to sign again. */
  material: z.boolean(),
};

/** One line of the list: an Active version that holds, or an open Draft. */
export const policySummary = z.object({
  ...version,
  summary: z.string(),
  /** When an Active version is to be looked through again. */
  reviewDate: z.string().nullable(),
  /** `soon` within 30 days. */
  review: z.enum(['none', 'later', 'soon', 'overdue']),
  newerTemplate: z.boolean(),
  /** How many of the people asked have signed; null where nobody is asked. */
  signOff: z.object({ signed: z.int(), asked: z.int() }).nullable(),
  /** A draft that was returned, with its comment. */
  returned: z.boolean(),
});
export type PolicySummary = z.infer<typeof policySummary>;

export const outOfBoxPolicy = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  order: z.int(),
  /** One of the five to begin with. */
  starter: z.boolean(),
  /** To fill in and read. */
  minutes: z.int(),
  templateVersion: z.int(),
  /** Whether the organisation has a version of it. */
  saved: z.boolean(),
});
export type OutOfBoxPolicy = z.infer<typeof outOfBoxPolicy>;

/** modules.md 3, Policy, whole. */
export const policy = z.object({
  ...version,
  customValues: z.record(z.string(), givenValue),
  /** Rich text of a custom policy as HTML of headings, paragraphs, lists, tables and emphasis; empty for templates. */
  customPolicy: z.string(),
  /** Null for custom policies. */
  template: template.nullable(),
  /** The text with its values as HTML; of an approved version exactly what was approved. */
  text: z.string(),
  /** The same as a tree. */
  blocks: z.array(block),
  /** SHA-256 of `text` (UTF-8) in hexadecimal, of approved versions. */
  textHash: z.string().nullable(),
  /** Labels of required values that are empty; they hold up approval, not saving. */
  missing: z.array(z.string()),
  reviewDate: z.string().nullable(),
  newerTemplate: z.boolean(),
  request: approvalRequest.nullable(),
  /** Changes with each save: send it back, so that nobody's work is overwritten unseen. */
  etag: z.string().nullable(),
});
export type Policy = z.infer<typeof policy>;

/** One kept version, newest first. */
export const storedVersion = z.object({
  ...version,
  textHash: z.string().nullable(),
  /** Address part of its PDF, for `policyDownload`. */
  file: z.string(),
});
export type StoredVersion = z.infer<typeof storedVersion>;

/** A run of words in a comparison. */
const diffPart = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
/** One line of text (heading, paragraph, rule, item, table row) in a comparison of two versions. */
export const diffLine = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  role: z.enum(['section', 'heading', 'paragraph', 'rule', 'item', 'row', 'quote']),
  number: z.string().optional(),
  parts: z.array(diffPart),
});
export type DiffLine = z.infer<typeof diffLine>;

/** A version as it goes to people without an account. */
export const publicPolicy = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  summary: z.string(),
  approver: z.string(),
  recordedBy: z.string(),
  approvalDate: z.string().nullable(),
  note: z.string(),
  blocks: z.array(block),
  textHash: z.string(),
});
export type PublicPolicy = z.infer<typeof publicPolicy>;
