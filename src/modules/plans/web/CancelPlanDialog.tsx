import { shownDay } from '#platform/dates.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { PaidSubscription } from '../contract.ts';
import { useCancelSubscription } from './changes.ts';
import { messageOf } from './messages.ts';
import classes from './Billing.module.css';

/** Asks before a paid plan is cancelled, and says until when it stays and what follows. */
export function CancelPlanDialog({ subscription, onClose }: { subscription: PaidSubscription; onClose: () => void }) {
  const cancel = useCancelSubscription(onClose);
  const until = shownDay(subscription.termEnd);
  return (
    <ConfirmDialog
      opened
      danger
      title={`Cancel ${subscription.planName}?`}
      confirmLabel="Cancel plan"
      cancelLabel="Keep plan"
      busy={cancel.isPending}
      error={cancel.isError ? messageOf(cancel.error) : undefined}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    >
      <ul className={classes.follows}>
        <li>
          Everything stays as it is until <strong>{until}</strong>, which is paid already.
        </li>
        <li>After that nothing more is charged, scheduled scans stop and the tools of the plan are locked.</li>
        <li>Your settings and results are kept. You can resume the plan until {until}, or subscribe again later.</li>
      </ul>
    </ConfirmDialog>
  );
}
