import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import type { Pack } from '../contract.ts';
import { messageOf } from './messages.ts';
import { useWithdrawPack } from './queries.ts';

/** Asks before the page that checks a pack says that it is withdrawn. */
export function WithdrawDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const withdraw = useWithdrawPack(onClose);
  return (
    <ConfirmDialog
      opened
      danger
      title="Withdraw evidence pack?"
      confirmLabel="Withdraw"
      busy={withdraw.isPending}
      error={withdraw.error ? messageOf(withdraw.error) : undefined}
      onConfirm={() => withdraw.mutate({ id: pack.id })}
      onCancel={onClose}
    >
      Anyone who checks{' '}
      <strong>
        <bdi>{pack.name}</bdi>
      </strong>{' '}
      will see that you withdrew it. Files that you already sent stay where they are. You cannot undo this,
      but you can make a new pack.
    </ConfirmDialog>
  );
}
