import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { toast } from '#ui/notice/toast.ts';
import { maturityContract } from '../../contract.ts';
import { toasts } from '../messages.ts';
import { keepReport, maturityKeys } from '../queries.ts';

/** The level that the company aims for; saved when it is chosen. */
export function TargetField({ target }: { target: number }) {
  const client = useQueryClient();
  const set = useMutation({
    scope: { id: 'maturity-target' },
    mutationFn: (next: number) => call(maturityContract.setTarget, { target: next }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey: maturityKeys.report });
      keepReport(client, (report) => ({ ...report, target: next }));
      return { before: target };
    },
    onError: (_error, _next, context) => {
      if (context) keepReport(client, (report) => ({ ...report, target: context.before }));
      toast.danger(toasts.failed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: maturityKeys.report }),
  });
  return (
    <NativeSelect
      label="Target"
      value={String(target)}
      data={[1, 2, 3, 4, 5].map((level) => ({ value: String(level), label: `Level ${level}` }))}
      onChange={(event) => set.mutate(Number(event.currentTarget.value))}
    />
  );
}
