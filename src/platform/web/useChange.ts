import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Endpoint, InputOf, ReplyOf } from '#platform/endpoint.ts';
import { toast } from '#ui/notice/toast.ts';
import { call, isFault } from './call.ts';
import { logError } from './logError.ts';

type AnyEndpoint = Endpoint<any, any, any, any>;

export type Complaint = { failed: string; reason?: string };

export type Change<E extends AnyEndpoint> = {
  /** Brings the screen up to date. Its promise is awaited before success is reported. */
  after?: (reply: ReplyOf<E>, given: InputOf<E>) => Promise<unknown> | void;
  /** What the toast says on success, if anything. */
  done: (reply: ReplyOf<E>, given: InputOf<E>) => string | null | void;
  /** What the toast says on failure; null where something else on the screen does. */
  failed: (error: unknown) => Complaint | null;
};

/**
 * A call that changes something, reported in a toast either way (modules.md 8).
 * A new attempt takes back what the last one complained about; faults are logged.
 */
export function useChange<E extends AnyEndpoint>(endpoint: E, change: Change<E>) {
  const complaint = useRef<string | null>(null);
  return useMutation<ReplyOf<E>, unknown, InputOf<E>>({
    mutationFn: (given) => {
      if (complaint.current) toast.hide(complaint.current);
      complaint.current = null;
      return call(endpoint, given);
    },
    onSuccess: async (reply, given) => {
      await change.after?.(reply, given);
      const words = change.done(reply, given);
      if (words) toast.success(words);
    },
    onError: (error) => {
      const failure = change.failed(error);
      if (failure) complaint.current = toast.danger(failure.failed, { reason: failure.reason });
      if (isFault(error)) void logError(error, { endpoint: endpoint.path });
    },
  });
}
