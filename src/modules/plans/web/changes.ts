import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { reportLead } from '#platform/web/analytics.ts';
import { fillWords } from '#platform/web/boot.ts';
import { call, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/notice/toast.ts';
import { plansContract } from '../contract.ts';
import { providerWindows } from './checkout/checkout.ts';
import { isRefusal, messageOf, toasts } from './messages.ts';
import { refreshAfterPlanChange } from './billing/billingQueries.ts';

const logFault = (error: unknown, endpoint: { path: string }): void => {
  if (isFault(error)) void logError(error, { endpoint: endpoint.path });
};

/** platform.md 9: how marketing knows of a change of plan. */
const showChange = (planName: string): void =>
  reportLead({
    pageName: 'Cybersafty Subscription Change',
    leadStatus: 'Subscribed',
    fields: [{ name: 'plan', value: planName }],
  });

/** Takes up what was paid on a page of the billing provider, and tells it in a toast (platform.md 8). */
export function useFinishCheckout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hostedPageId: string) => call(plansContract.finishCheckout, { hostedPageId }),
    // it was paid already: what does not come through is asked again
    retry: (count, error) => count < 2 && isFault(error),
    retryDelay: (count) => 1000 * 2 ** count,
    onSuccess: async ({ data }) => {
      showChange(data.planName);
      await refreshAfterPlanChange(client);
      toast.success(toasts.subscribed(data.planName));
    },
    onError: (error) => {
      toast.danger(isRefusal(error, 'not-paid') ? messageOf(error) : fillWords(toasts.notSubscribed));
      logFault(error, plansContract.finishCheckout);
    },
  });
}

/** A plan is bought on the billing provider's page in a window of ours. */
export function useCheckout() {
  const client = useQueryClient();
  const finish = useFinishCheckout();
  const [planId, setPlanId] = useState<string | null>(null);
  const closeWindow = useRef<(() => void) | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      closeWindow.current?.();
    };
  }, []);
  const start = async (wanted: string) => {
    setPlanId(wanted);
    try {
      const { data } = await call(plansContract.openCheckout, { planId: wanted });
      if (left.current) return;
      closeWindow.current = providerWindows.openCheckout({
        page: data.page,
        onSuccess: (hostedPageId) => finish.mutate(hostedPageId, { onSettled: () => setPlanId(null) }),
        onClose: () => setPlanId(null),
        onError: (message) => {
          setPlanId(null);
          toast.danger(message);
        },
      });
    } catch (error) {
      setPlanId(null);
      // bought in another window, or found to be just now: the page shows what there is
      if (isRefusal(error, 'already-subscribed')) void refreshAfterPlanChange(client);
      // a refusal says what to do; anything else is the specification's sentence
      toast.danger(
        isFault(error) && !isRefusal(error, 'billing-unavailable')
          ? fillWords(toasts.notSubscribed)
          : messageOf(error),
      );
      logFault(error, plansContract.openCheckout);
    }
  };
  return {
    start: (wanted: string) => void start(wanted),
    planId,
    finishing: finish.isPending,
    finish: finish.mutate,
  };
}

/** Moves the paid subscription to another plan now. The dialog shows what went wrong. */
export function useUpdatePlan(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (planId: string) => call(plansContract.updatePlan, { planId }),
    onSuccess: async ({ data }) => {
      showChange(data.planName);
      await refreshAfterPlanChange(client);
      onDone();
      toast.success(toasts.upgraded);
    },
    onError: (error) => logFault(error, plansContract.updatePlan),
  });
}

/** Takes a plan that costs nothing. The dialog shows what went wrong. */
export function useTakePlan(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (planId: string) => call(plansContract.subscribePlan, { planId }),
    onSuccess: async ({ data }) => {
      showChange(data.planName);
      await refreshAfterPlanChange(client);
      onDone();
      toast.success(toasts.subscribed(data.planName));
    },
    onError: (error) => logFault(error, plansContract.subscribePlan),
  });
}

/** Cancels at the end of the paid term. The dialog shows what went wrong. */
export function useCancelSubscription(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(plansContract.cancelSubscription, {}),
    onSuccess: async ({ data }) => {
      await refreshAfterPlanChange(client);
      onDone();
      toast.success(toasts.cancelled(shownDay(data.subscription.termEnd)));
    },
    onError: (error) => logFault(error, plansContract.cancelSubscription),
  });
}

/** Takes a cancellation back. */
export function useResumeSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(plansContract.resumeSubscription, {}),
    onSuccess: async ({ data }) => {
      await refreshAfterPlanChange(client);
      toast.success(toasts.resumed(data.subscription.planName));
    },
    onError: (error) => {
      toast.danger(messageOf(error));
      logFault(error, plansContract.resumeSubscription);
    },
  });
}

/** Opens the provider's pages where invoices, card and cancellation are; what changed there shows when they close. */
export function useCustomerPortal() {
  const client = useQueryClient();
  const closeWindow = useRef<(() => void) | null>(null);
  useEffect(() => () => closeWindow.current?.(), []);
  return useMutation({
    mutationFn: () => call(plansContract.billingPortal, {}),
    onSuccess: ({ data }) => {
      closeWindow.current = providerWindows.openCustomerPortal({
        session: data,
        onClose: () => void refreshAfterPlanChange(client),
        onError: (message) => toast.danger(message),
      });
    },
    onError: (error) => {
      toast.danger(messageOf(error));
      logFault(error, plansContract.billingPortal);
    },
  });
}
