import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Endpoint, InputOf, ReplyOf } from '#platform/endpoint.ts';
import { toast } from '#ui/toast.ts';
import { call, isFault } from './call.ts';
import { logError } from './logError.ts';

type AnyEndpoint = Endpoint<any, any, any, any>;

export type Complaint = { failed: string; reason?: string };

export type Change<E extends AnyEndpoint> = {
  /** Brings the screen up to date. What it promises is awaited before success is told. */
  after?: (reply: ReplyOf<E>, given: InputOf<E>) => Promise<unknown> | void;
  /** What the toast says on success, if anything. */
  done: (reply: ReplyOf<E>, given: InputOf<E>) => string | null | void;
  /** What the toast says on failure; null where something else on the screen does. */
  failed: (error: unknown) => Complaint | null;
};

/**
 * A call that changes something, told in a toast either way (modules.md 8).
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
      const said = change.failed(error);
      if (said) complaint.current = toast.danger(said.failed, { reason: said.reason });
      if (isFault(error)) void logError(error, { endpoint: endpoint.path });
    },
  });
}
