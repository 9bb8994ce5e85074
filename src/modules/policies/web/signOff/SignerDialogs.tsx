import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { useRemind, useRemoveSigner } from './changes.ts';
import { messageOf, peopleCount } from './messages.ts';
import type { Signer } from './queries.ts';

export function RemoveSignerDialog({ person, onClose }: { person: Signer; onClose: () => void }) {
  const remove = useRemoveSigner(person.name);
  return (
    <ConfirmDialog
      opened
      danger
      title="Remove from the team?"
      confirmLabel="Remove"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ memberId: person.memberId }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <strong>
        <bdi>{person.name}</bdi>
      </strong>{' '}
      gets no more emails, and the link that was sent stops working.{' '}
      {person.signed > 0 ? 'What was signed' : 'Anything signed before'} stays on record with name, date and
      version.
    </ConfirmDialog>
  );
}

export function RemindDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  const remind = useRemind();
  return (
    <ConfirmDialog
      opened
      title={waiting === 1 ? 'Remind the one who waits?' : `Remind all ${waiting} who wait?`}
      confirmLabel="Send reminders"
      busy={remind.isPending}
      onConfirm={() => remind.mutate({}, { onSettled: onClose })}
      onCancel={onClose}
    >
      {peopleCount(waiting)} still {waiting === 1 ? 'owes' : 'owe'} a signature. Each gets one email with
      their link and what is left to read. Anyone who had an email within the last hour is skipped.
    </ConfirmDialog>
  );
}
