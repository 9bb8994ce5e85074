import { fillWords } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { refreshPage, tryAgain } from '#platform/web/messages.ts';
import { reasonOf } from '../messages.ts';

/** platform.md 8, word for word. */
export const toasts = {
  updated: 'Details successfully updated.',
  updateFailed: 'Details could not be updated.',
  editFailed: 'Edit user failed.',
  removed: 'Admin successfully removed.',
  removeFailed: 'Admin could not be removed.',
  invited: 'Invited user successfully',
  inviteFailed: 'Error in user invitation',
  cancelFailed: 'Failed to cancel invite.',
  listFailed: 'Cannot fetch user list',
  inviteRemoved: 'Invite removed from the list.',
  inviteNotRemoved: 'Invite could not be removed from the list.',
} as const;

export const canceledToast = (person: { firstName: string; lastName: string; email: string }): string =>
  `Cancelled Invite to ${[person.firstName, person.lastName, person.email].filter(Boolean).join(' ')}`;

/** Why a change did not happen, where it is known; else what to do. */
export function whyNot(error: unknown, kind: 'save' | 'invite' = 'save'): string {
  if (error instanceof CallError && error.code === 'no-such-person')
    return 'This person no longer administers your organization.';
  return reasonOf(error, kind) ?? fillWords(tryAgain);
}

/** Why something could not be shown. */
export const whyNotShown = (error: unknown): string =>
  error instanceof CallError && error.code === 'offline' ? reasonOf(error, 'save')! : fillWords(refreshPage);
