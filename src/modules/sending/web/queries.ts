import { CallError } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { useData } from '#platform/web/useData.ts';
import { sendingContract } from '../contract.ts';
import { messageOf } from './messages.ts';

const keyOf = (token: string) => ['sending', 'report', token] as const;

export const useReportLink = (token: string) =>
  useData(keyOf(token), sendingContract.openEmailReport, { token }, { staleTime: 0 });

export const useReport = (token: string) =>
  useChange(sendingContract.reportEmail, {
    after: () => void queryClient.invalidateQueries({ queryKey: keyOf(token) }),
    done: () => null,
    failed: (error) => ({ failed: 'Your report could not be sent.', reason: messageOf(error) }),
  });

export const isDeadLink = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'link-invalid' || error.code === 'invalid');
