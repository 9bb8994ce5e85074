import type { RichText } from '#platform/richText.ts';
import type { Audience, MessageCategory, Severity, WeaknessStatus } from '../../rules.ts';
import type { MessageAction, Thread, ThreadEntry, Weakness } from '../../entities.ts';

/**
 * What the desk of the staff works with. Whose organisations a member of staff may see is the desk's to decide: it gives the
 * channels (null: every one), and checks that an organisation is in scope before it acts in it.
 */

/** Who of the staff does it. */
export type DeskMember = { id: string; name: string; email: string };

export type DeskPage = {
  /** Null: every channel. */
  channels: readonly string[] | null;
  /** Of this organisation alone. */
  orgId?: string | null;
  search: string;
  page: number;
  pageSize: number;
};

export type MessageStatus = 'draft' | 'published' | 'withdrawn';
/** Where a message stands today: published, it is to come, out, or over. */
export type MessageStage = 'draft' | 'scheduled' | 'out' | 'expired' | 'withdrawn';

/** What staff write of a message. */
export type MessageDraft = {
  title: string;
  summary: string;
  body: RichText;
  severity: Severity | null;
  category: MessageCategory;
  /** About how long it takes to read and do. */
  minutes: number | null;
  /** Null for a draft without a day: it comes out when it is published. */
  publishedOn: Date | null;
  expiresOn: Date | null;
  /** Dated, to whoever signs up later, on that day. */
  onArrival: boolean;
  audience: Audience;
  actions: MessageAction[];
  /** Administrators are notified by mail, each as they wish. */
  mail: boolean;
};

export type DeskMessage = MessageDraft & {
  conciergeMessageId: string;
  /** Counts up with each change; give it back with the next one. 0: as it comes with the product, changed by nobody. */
  version: number;
  status: MessageStatus;
  /** Comes with the product (content/concierge). */
  fromProduct: boolean;
  mailedAt: Date | null;
  editedBy: string;
  editedAt: Date | null;
};

/** A letter that staff may begin from. */
export type StarterMessage = {
  id: string;
  title: string;
  /** Has blanks to fill in square brackets. */
  template: boolean;
  draft: MessageDraft;
};

export type DeskCandidate = {
  orgId: string;
  companyName: string;
  channelId: string;
  type: string;
  asset: string;
  state: 'proposed' | 'published' | 'dismissed';
  present: boolean;
  severity: Severity;
  title: string;
  source: 'rating' | 'scan' | 'assessment';
  fact: string;
  evidence: string;
  firstSeen: Date;
  lastSeen: Date;
  goneAt: Date | null;
  weaknessId: string | null;
  decidedBy: string;
  decidedAt: Date | null;
  note: string;
};

/** What becomes of a candidate, or what staff write by themselves. */
export type WeaknessDraft = {
  title: string;
  severity: Severity;
  asset: string;
  evidence: string;
  body: RichText;
};

export type DeskWeakness = WeaknessDraft & {
  orgId: string;
  weaknessId: string;
  status: WeaknessStatus;
  reportedOn: Date;
  statusUpdatedOn: Date;
  source: Weakness['source'];
  version: number;
};

export type DeskWeaknessRow = Omit<DeskWeakness, 'body' | 'evidence'> & {
  companyName: string;
  channelId: string;
  /** The customer says that it is fixed, and waits since then. */
  checkSince: Date | null;
};
export const weaknessOrders = ['urgency', 'status', 'severity', 'organization', 'title', 'reported'] as const;
export type WeaknessOrder = (typeof weaknessOrders)[number];

export type DeskThreadRow = Omit<Thread, 'openedOn' | 'lastEntryOn' | 'unread'> & {
  orgId: string;
  companyName: string;
  channelId: string;
  openedAt: Date;
  lastEntryAt: Date;
  /** Something of the customer's that no member of staff has seen. */
  unseen: boolean;
  assignedTo: string | null;
  assignedName: string;
  /** The first word of the customer that nobody has answered; null where none waits. */
  waitingSince: Date | null;
  /** The customer says that a weakness is fixed. */
  checkAsked: boolean;
};

export type DeskEntry = Omit<ThreadEntry, 'at' | 'mine'> & { at: Date };

export type DeskCounts = {
  waiting: number;
  unseen: number;
  oldestWaiting: Date | null;
  candidates: number;
  openWeaknesses: number;
  /** Weaknesses that customers say are fixed. */
  checks: number;
};
