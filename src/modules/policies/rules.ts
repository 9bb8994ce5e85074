import { companyPart, dayPart, filePart } from '#platform/fileNames.ts';

/** Security policies without a database: version numbers, names, reviews. */

export type DraftMode = 'customize' | 'sent';
/** The versions that a policy has; a template that was never saved has none. */
export type PolicyState = {
  draft: { version: number; mode: DraftMode } | null;
  /** The approved version that holds. */
  inForce: number | null;
  /** Approved versions that no longer hold, oldest first. */
  past: readonly number[];
};
export type PolicyAction =
  | { kind: 'save' }
  /** Save and send to the approver. */
  | { kind: 'send' }
  /** `again`: the version in force is approved once more, not the draft. */
  | { kind: 'approve'; again?: boolean }
  | { kind: 'delete'; version: number };
export type StateRefusal = 'draft-open' | 'only-drafts' | 'no-such-policy';

/** The version that the next save or approval is about: the open draft, else one above what holds. */
export const workingVersion = ({ draft, inForce }: PolicyState): number =>
  draft?.version ?? (inForce ?? 0) + 1;

/** modules.md 4: what an action makes of a policy's versions, or why it cannot be. */
export function afterAction(state: PolicyState, action: PolicyAction): PolicyState | StateRefusal {
  const version = workingVersion(state);
  switch (action.kind) {
    case 'save':
      return { ...state, draft: { version, mode: 'customize' } };
    case 'send':
      return { ...state, draft: { version, mode: 'sent' } };
    case 'approve':
      // approving what holds once more would take the number that the open draft has
      if (action.again && state.draft) return 'draft-open';
      return {
        draft: null,
        inForce: version,
        past: state.inForce === null ? state.past : [...state.past, state.inForce],
      };
    case 'delete':
      if (state.draft?.version === action.version) return { ...state, draft: null };
      return state.inForce === action.version || state.past.includes(action.version)
        ? 'only-drafts'
        : 'no-such-policy';
    default:
      return state;
  }
}

export const policiesAtMost = 200;
/** An outside approver's link is good for so long. */
export const approvalLinkDays = 14;
const soonDays = 30;
const dayMs = 86_400_000;

/** Names with the same key are the same name: case, width, spacing and what is not seen do not count. */
export const policyNameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase();

/** The same day some months later; the last of the month where that has no such day. */
export function monthsLater(from: Date, months: number): Date {
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(
    Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0),
  ).getUTCDate();
  const sinceMidnight = from.getTime() % dayMs;
  return new Date(first + (Math.min(from.getUTCDate(), lastDay) - 1) * dayMs + sinceMidnight);
}

/** How a policy stands to its next review. */
export function reviewStanding(reviewAt: Date | null, now: Date): 'none' | 'later' | 'soon' | 'overdue' {
  if (!reviewAt) return 'none';
  const left = reviewAt.getTime() - now.getTime();
  return left < 0 ? 'overdue' : left <= soonDays * dayMs ? 'soon' : 'later';
}

/** `Cora Bell, recorded by Ada Vance`, where somebody else wrote the approval down. */
export const approvedBy = ({ approver, recordedBy }: { approver: string; recordedBy: string }): string =>
  recordedBy ? `${approver}, recorded by ${recordedBy}` : approver;

/** `Acme_Passwords_Sign-in_v2.pdf`: first word of the company, policy, version. */
export function policyFileName(companyName: string, policyName: string, version: number): string {
  const policy = [...filePart(policyName)].slice(0, 120).join('') || 'Policy';
  return `${companyPart(companyName)}_${policy}_v${version}.pdf`;
}

/** `Acme_Policies_2026_03_02.pdf`: every policy that holds, by the Pacific day it was made on. */
export const packFileName = (companyName: string, at: Date): string =>
  `${companyPart(companyName)}_Policies_${dayPart(at)}.pdf`;

/** An id that people can read in the address of a new custom policy. */
export function customPolicyId(name: string, suffix: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|(?<!-)-+$/g, '');
  return `${words || 'policy'}-${suffix}`;
}
