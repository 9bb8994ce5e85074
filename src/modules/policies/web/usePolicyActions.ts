import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Policy } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import { useSavePolicy } from './changes.tsx';
import { isRefusal } from './messages.ts';
import type { SavedPolicy } from './queries.ts';
import type { useDesk } from './useDesk.ts';
import { bodyOf, isDirty, type Desk } from './work.ts';

/** What is asked of the server beside the text itself. */
export type Errand = { kind: 'save' | 'approve' | 'notify'; extra: Partial<SavedPolicy>; after?: () => void };

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
          void navigate(policiesPaths.version(data.id, data.version), {
            replace: true,
            preventScrollReset: stays,
            state: stays ? { visit } : null,
          });
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
    /** One's own text over what somebody else saved. */
    overwrite: (theirs: Policy) => conflict && run(conflict, { base: { ...theirs, custom: desk.base.custom }, etag: theirs.etag }),
    takeTheirs: (theirs: Policy) => {
      setConflict(null);
      if (isDirty(desk)) place.takeTheirs(theirs);
      release();
      void navigate(policiesPaths.version(theirs.id, theirs.version), { replace: true, state: { visit } });
    },
  };
}
