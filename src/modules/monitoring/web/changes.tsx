import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { InputOf, ReplyOf } from '#platform/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/toast.ts';
import { monitoringContract } from '../contract.ts';
import { canceledToast, isRefusal, messageOf, toasts } from './messages.ts';
import { keepScan, keepSchedule, keepTargets, monitoringKeys, refreshWebsite } from './queries.ts';
import classes from './changes.module.css';

type Calls = typeof monitoringContract;

/** Takes back what an earlier attempt complained about. */
const hideToast = (id: string): void => void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));

type Change<E extends Calls[keyof Calls]> = {
  /** What the toast says on success. */
  done: (reply: ReplyOf<E>) => string | null;
  failed: string;
  /** Where no dialog stays open to say why, the toast does. */
  saysWhy?: boolean;
  /** Brings the screen up to date before success is told. */
  after: (reply: ReplyOf<E>, given: InputOf<E>) => Promise<unknown> | void;
};

const withReason = (failed: string, reason: string): ReactNode => (
  <>
    <div>{failed}</div>
    <div className={classes.reason}>{reason}</div>
  </>
);

/** A call that changes something, told in a toast either way (modules.md 8). */
function useChange<E extends Calls[keyof Calls]>(endpoint: E, change: Change<E>) {
  const client = useQueryClient();
  const complaint = useRef<string | null>(null);
  return useMutation<ReplyOf<E>, unknown, InputOf<E>>({
    mutationFn: (given) => {
      if (complaint.current) hideToast(complaint.current);
      complaint.current = null;
      return call(endpoint, given);
    },
    onSuccess: async (reply, given) => {
      await change.after(reply, given);
      const words = change.done(reply);
      if (words) toast.success(words);
    },
    onError: (error) => {
      const reason = messageOf(error);
      complaint.current = change.saysWhy
        ? toast.danger(withReason(change.failed, reason), { announce: `${change.failed}. ${reason}` })
        : toast.danger(change.failed);
      // the plan became smaller while the page was open
      if (isRefusal(error, 'website-not-in-plan')) void client.invalidateQueries({ queryKey: monitoringKeys.targets });
      if (!(error instanceof CallError) || error.status >= 500) void logError(error, { endpoint: endpoint.path });
    },
  });
}

export function useCreateWebsite() {
  const client = useQueryClient();
  return useChange(monitoringContract.createTarget, {
    done: () => toasts.create.done,
    failed: toasts.create.failed,
    after: () => client.invalidateQueries({ queryKey: monitoringKeys.targets }),
  });
}

/** @param show takes the page to the new name's address, before the old one is forgotten */
export function useRenameWebsite(show: (website: { targetId: string; targetName: string }) => Promise<void>) {
  const client = useQueryClient();
  return useChange(monitoringContract.editTarget, {
    done: () => toasts.rename.done,
    failed: toasts.rename.failed,
    after: async ({ targetId, targetName }) => {
      await show({ targetId, targetName });
      keepTargets(client, (targets) => targets.map((one) => (one.targetId === targetId ? { ...one, targetName } : one)));
      void client.invalidateQueries({ queryKey: monitoringKeys.targets });
    },
  });
}

export function useRemoveWebsite() {
  const client = useQueryClient();
  return useChange(monitoringContract.deleteTarget, {
    done: () => toasts.remove.done,
    failed: toasts.remove.failed,
    saysWhy: true,
    after: async ({ targetId }) => {
      keepTargets(client, (targets) => targets.filter((one) => one.targetId !== targetId));
      await client.invalidateQueries({ queryKey: monitoringKeys.targets });
      client.removeQueries({ queryKey: monitoringKeys.website(targetId) });
    },
  });
}

export function useCreateSchedule() {
  const client = useQueryClient();
  return useChange(monitoringContract.scheduleScan, {
    done: () => toasts.schedule.done,
    failed: toasts.schedule.failed,
    after: ({ schedule }) => {
      keepSchedule(client, schedule.targetId, schedule);
      void refreshWebsite(client, schedule.targetId);
    },
  });
}

export function useEditSchedule() {
  const client = useQueryClient();
  return useChange(monitoringContract.editSchedule, {
    done: () => toasts.editSchedule.done,
    failed: toasts.editSchedule.failed,
    after: ({ schedule }) => {
      keepSchedule(client, schedule.targetId, schedule);
      void refreshWebsite(client, schedule.targetId);
    },
  });
}

export function useStartScan() {
  const client = useQueryClient();
  return useChange(monitoringContract.startScan, {
    // the screen itself says that it runs
    done: () => null,
    failed: 'The scan could not be started',
    saysWhy: true,
    // that another scan runs, or none, makes the screen ask for everything else anew
    after: ({ scan }) => keepScan(client, scan),
  });
}

export function useCancelScan() {
  const client = useQueryClient();
  return useChange(monitoringContract.cancelScan, {
    done: ({ nextScan }) => canceledToast(nextScan),
    failed: 'The scan could not be canceled',
    // that another scan runs, or none, makes the screen ask for everything else anew
    after: ({ scan }) => keepScan(client, scan),
  });
}
