import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Policy } from '../../entities.ts';
import { policiesPaths } from '../../paths.ts';
import { useSavePolicy, useShowPolicy } from '../changes.ts';
import { isRefusal } from '../messages.ts';
import type { SavedPolicy } from '../queries.ts';
import type { useDesk } from './useDesk.ts';
import { bodyOf, isDirty, type Desk } from './work.ts';

/** What is asked of the server beside the text itself. */
export type Errand = { kind: 'save' | 'approve' | 'notify'; extra: Partial<SavedPolicy>; after?: () => void };

/** A new address gives the focus to the page; whoever was typing types on. */
const typeOn = (focused: Element | null): void =>
  void setTimeout(() => {
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.body)
      focused.focus({ preventScroll: true });
  }, 50);

type Desktop = ReturnType<typeof useDesk>;
type Options = {
  place: Desktop;
  /** Names this visit, so that the editor outlives a new address. */
  visit: string;
  release: () => void;
  onDone: () => void;
};

/** Saving, sending and approving what is on the desk, and what becomes of it when somebody else was faster. */
export function usePolicyActions({ place, visit, release, onDone }: Options) {
  const save = useSavePolicy();
  const show = useShowPolicy();
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<Errand | null>(null);
  const { desk } = place;

  const run = (errand: Errand, over?: Pick<Desk, 'base' | 'etag'>) => {
    if (save.isPending) return;
    const sent = desk.now;
    save.mutate(
      { policy: { ...bodyOf({ ...desk, ...over }), ...errand.extra } },
      {
        onSuccess: ({ data }) => {
          place.saved(data, sent);
          setConflict(null);
          onDone();
          release();
          if (errand.after) return errand.after();
          // what holds is read, not edited: its own page
          const stays = errand.kind !== 'approve';
          const focused = document.activeElement;
          const moved = navigate(policiesPaths.version(data.id, data.version), {
            replace: true,
            preventScrollReset: stays,
            state: stays ? { visit } : null,
          });
          if (stays) void Promise.resolve(moved).then(() => typeOn(focused));
        },
        onError: (error) => {
          if (!isRefusal(error, 'changed-meanwhile')) return;
          onDone();
          setConflict(errand);
        },
      },
    );
  };
  return {
    save,
    run,
    conflict,
    closeConflict: () => setConflict(null),
    /** One's own text over what somebody else saved; approved only as it was shown. */
    overwrite: (theirs: Policy) =>
      conflict &&
      run(conflict, {
        base: { ...theirs, custom: desk.base.custom, template: desk.base.template },
        etag: theirs.etag,
      }),
    takeTheirs: (theirs: Policy) => {
      setConflict(null);
      if (isDirty(desk)) place.takeTheirs(theirs);
      release();
      show(theirs);
      void navigate(policiesPaths.version(theirs.id, theirs.version), { replace: true, state: { visit } });
    },
  };
}
