import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Policy } from '../../entities.ts';
import { keepWork, readKept, type KeptWork } from './keptWork.ts';
import {
  deskOf,
  isDirty,
  isSame,
  withLoaded,
  withSaved,
  withSpelling,
  withTheirs,
  type Desk,
  type Work,
} from './work.ts';

const pauseMs = 300;

/**
 * What is being edited of a policy. Work that is not saved is kept in this tab, so that a reload loses nothing.
 * @param loaded the policy as it was loaded last
 * @param slot under which unsaved work is kept: the id, or `new`
 */
export function useDesk(loaded: Policy, slot: string) {
  const [desk, setDesk] = useState<Desk>(() => deskOf(loaded));
  const [offered, setOffered] = useState<KeptWork | null>(() => {
    const kept = readKept(slot);
    return kept && !isSame(kept.work, deskOf(loaded).now) ? kept : null;
  });
  const next = withLoaded(desk, loaded);
  if (next !== desk) setDesk(next);
  const dirty = isDirty(desk);

  // while earlier work is on offer, it stays what is kept
  const keeps = offered === null;
  const { now, etag } = desk;
  const latest = useRef<{ kept: KeptWork; due: boolean } | null>(null);
  useEffect(() => {
    latest.current = { kept: { work: now, etag, at: new Date().toISOString() }, due: keeps && dirty };
    if (!keeps) return undefined;
    if (!dirty) {
      keepWork(slot, null);
      return undefined;
    }
    const timer = setTimeout(() => keepWork(slot, latest.current?.kept ?? null), pauseMs);
    return () => clearTimeout(timer);
  }, [keeps, dirty, now, etag, slot]);
  useEffect(() => {
    const flush = () => {
      if (latest.current?.due) keepWork(slot, latest.current.kept);
    };
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
    };
  }, [slot]);

  const change = useCallback(
    (part: Partial<Work>) => setDesk((before) => ({ ...before, now: { ...before.now, ...part } })),
    [],
  );
  const spell = useCallback((text: string) => setDesk((before) => withSpelling(before, text)), []);
  return {
    desk,
    dirty,
    offered,
    change,
    spell,
    restore: () => {
      if (!offered) return;
      setDesk((before) => ({
        ...before,
        now: offered.work,
        etag: offered.etag,
        edition: before.edition + 1,
      }));
      setOffered(null);
    },
    discardOffer: () => {
      keepWork(slot, null);
      setOffered(null);
    },
    /** What is on the desk is gone with its draft. */
    abandon: () => {
      latest.current = null;
      keepWork(slot, null);
    },
    saved: (reply: Policy, sent: Work) => setDesk((before) => withSaved(before, reply, sent)),
    /** Takes what somebody else saved; one's own work is put aside, to be brought back. */
    takeTheirs: (theirs: Policy) => {
      const aside: KeptWork = { work: desk.now, etag: theirs.etag, at: new Date().toISOString() };
      keepWork(slot, aside);
      setOffered(aside);
      setDesk((before) => withTheirs(before, theirs));
    },
  };
}

/** Asks before unsaved work is left behind; the browser asks by itself where the page is closed. */
export function useLeaveGuard(dirty: boolean) {
  const holding = useRef(dirty);
  // after each drawing: what was released for one change of address is held again
  useEffect(() => {
    holding.current = dirty;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      holding.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        new URLSearchParams(currentLocation.search).get('show') !==
          new URLSearchParams(nextLocation.search).get('show')),
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  return {
    blocker,
    /** Everything is safe: the next change of address may pass. */
    release: useCallback(() => {
      holding.current = false;
    }, []),
  };
}
