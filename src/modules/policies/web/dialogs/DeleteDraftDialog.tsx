import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import type { Policy } from '../../entities.ts';
import { useDeleteDraft } from '../changes.ts';
import { messageOf } from '../messages.ts';

type DeleteDraftDialogProps = {
  policy: Pick<Policy, 'id' | 'name' | 'version'>;
  onClose: () => void;
  /** Once it is gone; the dialog closes by itself otherwise. */
  onDeleted?: () => void;
};

export function DeleteDraftDialog({ policy, onClose, onDeleted = onClose }: DeleteDraftDialogProps) {
  const remove = useDeleteDraft();
  return (
    <ConfirmDialog
      opened
      danger
      title="Delete draft?"
      confirmLabel="Delete draft"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ id: policy.id, version: policy.version }, { onSuccess: onDeleted })}
      onCancel={onClose}
    >
      Version {policy.version} of{' '}
      <strong>
        <bdi>{policy.name}</bdi>
      </strong>{' '}
      will be deleted for everyone, and cannot be brought back.{' '}
      {policy.version > 1 ? 'The version that was approved before stays as it is.' : 'It was never approved.'}
    </ConfirmDialog>
  );
}
