import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import { packageContract } from '../../packageContract.ts';

type Calls = typeof packageContract;
export type Standing = ReplyOf<Calls['savePackage']>['data'];
export type Saving = 'nothing' | 'saving' | 'saved' | 'failed' | 'refused';

const betweenMs = 250;
const retryMs = 5000;
/** What will not become better by trying again. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;

type OnStanding = (part: string, standing: Standing) => void;
type Given = { token: string; course: string };

/** Saves what parts keep: the newest of each, one call after the other, and again until it is kept. */
function openSaver({ token, course }: Given, onSaving: (saving: Saving, error: unknown) => void) {
  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let onStanding: OnStanding = () => {};
  async function run(): Promise<void> {
    const [next] = waiting;
    if (isRunning || !next) return;
    isRunning = true;
    clearTimeout(timer);
    const [part, state] = next;
    onSaving('saving', null);
    let pauseMs = betweenMs;
    try {
      const { data } = await call(packageContract.savePackage, { token, course, part, state });
      if (waiting.get(part) === state) waiting.delete(part);
      onStanding(part, data);
      if (waiting.size === 0) onSaving('saved', null);
    } catch (error) {
      const final = isFinal(error);
      if (final && waiting.get(part) === state) waiting.delete(part);
      onSaving(final ? 'refused' : 'failed', error);
      pauseMs = retryMs;
    }
    isRunning = false;
    // a part that never stops writing does not keep the server from others
    timer = setTimeout(() => void run(), pauseMs);
  }
  return {
    keep: (part: string, state: string) => {
      waiting.set(part, state);
      void run();
    },
    retry: () => void run(),
    isUnsaved: () => waiting.size > 0,
    close: () => clearTimeout(timer),
    hear: (listener: OnStanding) => {
      onStanding = listener;
    },
  };
}

export function useSaver({ token, course, onStanding }: Given & { onStanding: OnStanding }) {
  const [{ saving, error }, setSaving] = useState<{ saving: Saving; error: unknown }>({
    saving: 'nothing',
    error: null,
  });
  const saver = useMemo(
    () => openSaver({ token, course }, (now, why) => setSaving({ saving: now, error: why })),
    [token, course],
  );
  useLayoutEffect(() => saver.hear(onStanding), [saver, onStanding]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.isUnsaved()) event.preventDefault();
    };
    window.addEventListener('online', saver.retry);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('online', saver.retry);
      window.removeEventListener('beforeunload', warn);
      // what is left is still sent; only pauses end
      if (!saver.isUnsaved()) saver.close();
    };
  }, [saver]);
  return { saver, saving, error };
}
