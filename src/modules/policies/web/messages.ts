import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { policiesContract } from '../contract.ts';

type Refusal = RefusalsOf<typeof policiesContract>;

/** modules.md 8, word for word. */
export const toasts = {
  saved: 'Draft saved.',
  approved: 'Policy approved.',
  failed: 'Saving Policy Failed.',
  deleted: 'Draft deleted.',
} as const;

/** Said where people begin, and at the foot of every text. */
export const disclaimer =
  'Our texts are a starting point, not legal advice. Change what does not fit your company, and have a lawyer read what matters most.';

const wordingOf = messagesOf<Refusal>({
  'no-such-policy': 'This policy is no longer there. Go back to the list to see what there is now.',
  'changed-meanwhile':
    'Someone else saved this in the meantime. Nothing was lost: compare both, then choose.',
  'values-invalid': 'Some values do not fit their fields. Correct the marked ones and try again.',
  'values-missing': 'Some required values are still empty. Fill them in before the policy is approved.',
  'name-missing': 'Please give the policy a name.',
  'name-taken': 'Another policy already has this name. Choose a different one.',
  'text-missing': 'The policy has no text yet. Write it before it is approved.',
  'draft-open': 'A newer draft of this policy is open. Approve or delete that draft first.',
  'text-changed':
    'What all policies say about the company has changed, and this text with it. Open it for editing, read it again, then approve it.',
  'approver-missing': 'Please say who approves the policy.',
  'too-many-policies':
    'Your organization has reached the largest number of policies. Delete drafts that you no longer need.',
  'too-many-requests-sent':
    'Many approval requests were sent today. Wait until tomorrow before you send another one.',
  'only-drafts': 'Approved versions are kept as evidence. Only drafts can be deleted.',
  'nothing-in-force': 'No policy is active yet, so there is nothing to put into the pack.',
  'module-inactive': 'Security policies are not part of your plan now. Choose a plan to continue.',
});

type Fault = { field: string; message: string };

/** Fields that an answer complains about, by name. */
export const faultsOf = (error: unknown): Fault[] => {
  const fields = error instanceof CallError ? error.detail.fields : undefined;
  return Array.isArray(fields)
    ? (fields as Fault[]).filter((one) => typeof one?.field === 'string' && typeof one.message === 'string')
    : [];
};

/** What a person reads when a call of this module did not work: what it means and what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'invalid')
    return faultsOf(error)[0]?.message ?? wordingOf(error);
  return wordingOf(error);
}

export const isRefusal = (error: unknown, ...codes: (Refusal | CommonRefusal)[]): error is CallError =>
  error instanceof CallError && (codes as string[]).includes(error.code);
