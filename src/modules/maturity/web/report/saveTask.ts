import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { toast } from '#ui/notice/toast.ts';
import { maturityContract } from '../../contract.ts';
import type { Report, Task } from '../../entities.ts';
import { toasts } from '../messages.ts';
import { keepReport, maturityKeys } from '../queries.ts';

const withTask = (report: Report, questionId: string, task: Task | null): Report => ({
  ...report,
  elements: report.elements.map((element) =>
    element.next
      ? {
          ...element,
          next: {
            ...element.next,
            actions: element.next.actions.map((action) =>
              action.questionId === questionId ? { ...action, task } : action,
            ),
          },
        }
      : element,
  ),
});

const taskOf = (report: Report | undefined, questionId: string): Task | null =>
  report?.elements
    .flatMap(({ next }) => next?.actions ?? [])
    .find((action) => action.questionId === questionId)?.task ?? null;

/** Saves one action's owner, day and tick: shown at once, taken back where the portal does not take it. */
export function useSaveTask(questionId: string) {
  const client = useQueryClient();
  return useMutation({
    // one after the other, so that the last change wins
    scope: { id: `maturity-task-${questionId}` },
    mutationFn: (task: Omit<Task, 'questionId'>) => call(maturityContract.saveTask, { questionId, ...task }),
    onMutate: async (task) => {
      const before = taskOf(client.getQueryData<Report>(maturityKeys.report), questionId);
      keepReport(client, (report) => withTask(report, questionId, { questionId, ...task }));
      // an answer on its way knows nothing of it yet; what was just set must not go with it
      await client.cancelQueries({ queryKey: maturityKeys.report }, { revert: false });
      return { before };
    },
    onError: (_error, _task, context) => {
      keepReport(client, (report) => withTask(report, questionId, context?.before ?? null));
      toast.danger(toasts.failed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: maturityKeys.report }),
  });
}
