import { shownDay } from '#platform/dates.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import type { PaidSubscription, PlanProfile } from '../../contract.ts';
import { useCancelSubscription } from '../changes.ts';
import { messageOf } from '../messages.ts';

type CancelPlanDialogProps = { plan: PlanProfile; subscription: PaidSubscription; onClose: () => void };

/** Asks before a paid plan is cancelled, and says until when it stays and what follows. */
export function CancelPlanDialog({ plan, subscription, onClose }: CancelPlanDialogProps) {
  const cancel = useCancelSubscription(onClose);
  const free = plan.channelObject.eligiblePlans.find((one) => one.planPrice === 0 && one.showToCustomer);
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
      <ul className="bullets grid gap-2">
        <li>
          Everything stays as it is until <strong>{until}</strong>, which is paid already.
        </li>
        <li>
          After that nothing more is charged
          {free
            ? `, and you have the ${free.planName} plan: tools that it does not include are locked.`
            : ', and the tools of the plan are locked.'}
        </li>
        <li>
          Your settings and results are kept. You can resume the plan until {until}, or subscribe again later.
        </li>
      </ul>
    </ConfirmDialog>
  );
}
