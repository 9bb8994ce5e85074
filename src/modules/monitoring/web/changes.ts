import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/useChange.ts';
import { monitoringContract } from '../contract.ts';
import { canceledToast, isRefusal, messageOf, toasts } from './messages.ts';
import { keepScan, keepSchedule, keepTargets, monitoringKeys, refreshWebsite } from './queries.ts';

/** @param saysWhy where no dialog stays open to say why, the toast does */
const failing =
  (client: QueryClient, failed: string, { saysWhy = false } = {}) =>
  (error: unknown) => {
    // the plan became smaller while the page was open
    if (isRefusal(error, 'website-not-in-plan'))
      void client.invalidateQueries({ queryKey: monitoringKeys.targets });
    return saysWhy ? { failed, reason: messageOf(error) } : { failed };
  };

export function useCreateWebsite() {
  const client = useQueryClient();
  return useChange(monitoringContract.createTarget, {
    // told together with its schedule
    done: () => null,
    failed: failing(client, toasts.create.failed),
    after: () => client.invalidateQueries({ queryKey: monitoringKeys.targets }),
  });
}

/** @param show takes the page to the new name's address, before the old one is forgotten */
export function useRenameWebsite(show: (website: { targetId: string; targetName: string }) => Promise<void>) {
  const client = useQueryClient();
  return useChange(monitoringContract.editTarget, {
    done: () => toasts.rename.done,
    failed: failing(client, toasts.rename.failed),
    after: async ({ targetId, targetName }) => {
      await show({ targetId, targetName });
      keepTargets(client, (targets) =>
        targets.map((one) => (one.targetId === targetId ? { ...one, targetName } : one)),
      );
      void client.invalidateQueries({ queryKey: monitoringKeys.targets });
    },
  });
}

export function useRemoveWebsite() {
  const client = useQueryClient();
  return useChange(monitoringContract.deleteTarget, {
    done: () => toasts.remove.done,
    failed: failing(client, toasts.remove.failed, { saysWhy: true }),
    after: async ({ targetId }) => {
      keepTargets(client, (targets) => targets.filter((one) => one.targetId !== targetId));
      await client.invalidateQueries({ queryKey: monitoringKeys.targets });
      client.removeQueries({ queryKey: monitoringKeys.website(targetId) });
    },
  });
}

/** @param quiet where the caller says what was done */
export function useCreateSchedule({ quiet = false } = {}) {
  const client = useQueryClient();
  return useChange(monitoringContract.scheduleScan, {
    done: () => (quiet ? null : toasts.schedule.done),
    failed: failing(client, toasts.schedule.failed),
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
    failed: failing(client, toasts.editSchedule.failed),
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
    failed: failing(client, 'The scan could not be started', { saysWhy: true }),
    // that another scan runs, or none, makes the screen ask for everything else anew
    after: ({ scan }) => keepScan(client, scan),
  });
}

export function useCancelScan() {
  const client = useQueryClient();
  return useChange(monitoringContract.cancelScan, {
    done: ({ nextScan }) => canceledToast(nextScan),
    failed: failing(client, 'The scan could not be canceled'),
    // that another scan runs, or none, makes the screen ask for everything else anew
    after: ({ scan }) => keepScan(client, scan),
  });
}

const many = (count: number) => (count === 1 ? 'The issue' : `${count} issues`);

/** Everything that shows issues of a website: lists, counts, the newest report. */
async function refreshIssues(client: QueryClient, targetId: string) {
  await refreshWebsite(client, targetId);
  void client.invalidateQueries({ queryKey: ['monitoring', 'findings'] });
}

export function useDecideIssues() {
  const client = useQueryClient();
  return useChange(monitoringContract.decideIssues, {
    done: ({ decided }, { decision }) =>
      `${many(decided)} ${decided === 1 ? 'is' : 'are'} now ${decision === 'accepted' ? (decided === 1 ? 'an accepted risk' : 'accepted risks') : decided === 1 ? 'marked as a false alarm' : 'marked as false alarms'}`,
    failed: failing(client, 'The decision could not be saved'),
    after: (_reply, { targetId }) => refreshIssues(client, targetId),
  });
}

export function useUndoDecision() {
  const client = useQueryClient();
  return useChange(monitoringContract.undoDecision, {
    done: ({ undone }) => `The decision about ${undone === 1 ? 'the issue' : `${undone} issues`} was undone`,
    failed: failing(client, 'The decision could not be undone', { saysWhy: true }),
    after: (_reply, { targetId }) => refreshIssues(client, targetId),
  });
}

export function useRetestIssues() {
  const client = useQueryClient();
  return useChange(monitoringContract.retestIssues, {
    // the issue itself says that it is looked at
    done: ({ retests }) => (retests.length > 1 ? `${retests.length} issues are being checked` : null),
    failed: failing(client, 'The check could not be started', { saysWhy: true }),
    after: (_reply, { targetId }) => refreshIssues(client, targetId),
  });
}
