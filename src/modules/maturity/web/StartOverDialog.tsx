import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { toast } from '#ui/notice/toast.ts';
import { messageOf, toasts } from './messages.ts';
import { startOver } from './saving.ts';

/** Asks before all answers are taken back. */
export function StartOverDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => startOver(client),
    onSuccess: onClose,
    onError: () => void toast.danger(toasts.failed),
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Start over?"
      confirmLabel="Remove all answers"
      danger
      busy={remove.isPending}
      error={remove.error && messageOf(remove.error)}
      onConfirm={() => remove.mutate()}
      onCancel={() => {
        remove.reset();
        onClose();
      }}
    >
      All of your company's answers are removed, and the assessment starts again with the first question.
      Levels of earlier days stay in the report for comparison.
    </ConfirmDialog>
  );
}
