import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { useCancelInvite, useRemoveInvite, useRemoveUser } from './changes.ts';
import type { Admin, ListedInvite } from './queries.ts';
import { canceledToast, whyNot } from './wording.ts';

export const nameOf = (person: { firstName: string; lastName: string; email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.email;

export function RemoveAdminDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const remove = useRemoveUser();
  return (
    <ConfirmDialog
      opened
      danger
      title={`Remove ${nameOf(admin)}?`}
      confirmLabel="Remove Admin"
      busy={remove.isPending}
      error={remove.error ? whyNot(remove.error) : undefined}
      onConfirm={() => remove.mutate({ cognitoId: admin.cognitoId }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {admin.email} is signed out everywhere at once and can no longer open your organization. What was done
      stays in the activity log. You can invite this person again at any time.
    </ConfirmDialog>
  );
}

export function CancelInviteDialog({ invite, onClose }: { invite: ListedInvite; onClose: () => void }) {
  const cancel = useCancelInvite(canceledToast(invite));
  return (
    <ConfirmDialog
      opened
      danger
      title={`Cancel the invite to ${nameOf(invite)}?`}
      confirmLabel="Cancel Invite"
      cancelLabel="Keep it"
      busy={cancel.isPending}
      error={cancel.error ? whyNot(cancel.error, 'invite') : undefined}
      onConfirm={() => cancel.mutate({ linkId: invite.linkId }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      The link that was emailed to {invite.email} stops working.
    </ConfirmDialog>
  );
}

export function RemoveInviteDialog({ invite, onClose }: { invite: ListedInvite; onClose: () => void }) {
  const remove = useRemoveInvite();
  return (
    <ConfirmDialog
      opened
      danger
      title={`Remove the invite to ${nameOf(invite)} from the list?`}
      confirmLabel="Remove Invite"
      busy={remove.isPending}
      error={remove.error ? whyNot(remove.error, 'invite') : undefined}
      onConfirm={() => remove.mutate({ linkId: invite.linkId }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Its link no longer works. That {invite.email} was invited stays in the activity log.
    </ConfirmDialog>
  );
}
