import { Skeleton } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import type { ChangePreview, EligiblePlan, PlanProfile } from '../../contract.ts';
import { amount, money } from '../../rules.ts';
import { useTakePlan, useUpdatePlan } from '../changes.ts';
import { messageOf, toasts } from '../messages.ts';
import classes from '../PlanScreen.module.css';
import { usePlanChangePreview } from './billingQueries.ts';

function Failed({ error }: { error: unknown }) {
  return (
    <>
      <strong>{toasts.upgradeFailed}</strong>
      <div className="font-normal">{messageOf(error)}</div>
    </>
  );
}

function Amounts({ preview, from, to }: { preview: ChangePreview; from: string; to: string }) {
  const lines = [
    { label: `${to}, for the rest of this term`, cents: preview.chargeCents },
    ...(preview.creditCents > 0
      ? [{ label: `Credit for the unused part of ${from}`, cents: -preview.creditCents }]
      : []),
  ];
  return (
    <>
      <dl className={classes.amounts}>
        {lines.map(({ label, cents }) => (
          <div key={label} className={`${classes.amount} flex justify-between gap-4 text-body border-t`}>
            <dt>{label}</dt>
            <dd>{amount(cents)}</dd>
          </div>
        ))}
        <div className={`${classes.amount} flex justify-between gap-4 text-body border-t`} data-due>
          <dt>Due today</dt>
          <dd>{amount(preview.dueNowCents)}</dd>
        </div>
      </dl>
      <p className="text-body leading-5 text-dimmed mt-2">
        Then {money(preview.nextAmountCents)} per month, next on {shownDay(preview.nextBillingAt)}. All
        amounts plus taxes.
      </p>
    </>
  );
}

/** Asks before a paid subscription moves to a larger plan, and says what that costs (platform.md 4, Manage Plan). */
export function ChangePlanDialog({
  from,
  plan,
  onClose,
}: {
  from: string;
  plan: EligiblePlan;
  onClose: () => void;
}) {
  const { planId } = plan.planPointer.appId;
  const preview = usePlanChangePreview(planId);
  const update = useUpdatePlan(onClose);
  return (
    <ConfirmDialog
      opened
      title="Manage Plan"
      confirmLabel={`Upgrade to ${plan.planName}`}
      ready={preview.data !== undefined}
      busy={update.isPending}
      error={update.isError ? <Failed error={update.error} /> : undefined}
      onConfirm={() => update.mutate(planId)}
      onCancel={onClose}
    >
      {preview.isError && !preview.data ? (
        <ErrorState
          level={3}
          title="The cost could not be calculated"
          kept="Your plan was not changed."
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
          retryLabel="Retry"
        >
          {messageOf(preview.error)}
        </ErrorState>
      ) : (
        <>
          <p>
            Your organization moves from {from} to <strong>{plan.planName}</strong> at once. The card on file
            is charged.
          </p>
          {preview.data ? (
            <Amounts preview={preview.data} from={from} to={plan.planName} />
          ) : (
            <div aria-busy>
              <output className="visually-hidden">Working out the cost</output>
              <Skeleton height={12} mt={28} width="92%" />
              <Skeleton height={12} mt={24} width="84%" />
              <Skeleton height={12} mt={24} width="60%" />
              <Skeleton height={12} mt={24} mb={8} width="76%" />
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** Asks before a plan without a price is taken. */
export function TakePlanDialog({
  profile,
  plan,
  onClose,
}: {
  profile: PlanProfile;
  plan: EligiblePlan;
  onClose: () => void;
}) {
  const { planId } = plan.planPointer.appId;
  const take = useTakePlan(onClose);
  const inTrial = profile.subscriptionStatus === 'INTRIAL' && !profile.trialExpired;
  return (
    <ConfirmDialog
      opened
      title="Manage Plan"
      confirmLabel={`Take ${plan.planName}`}
      busy={take.isPending}
      error={take.isError ? <Failed error={take.error} /> : undefined}
      onConfirm={() => take.mutate(planId)}
      onCancel={onClose}
    >
      <p>
        {plan.planName} costs nothing and needs no card.
        {inTrial && ' Your free trial ends now, and tools that the plan does not include are locked.'} Your
        settings and results are kept, and you can move up at any time.
      </p>
    </ConfirmDialog>
  );
}
