import { useEffect, useState } from 'react';
import { useDialog } from '#ui/form/useDialog.ts';
import type { Policy } from '../../entities.ts';
import { nameFieldId } from './CustomEditor.tsx';
import { fieldId, focusField, missingOf, problemsOf } from './fields.ts';
import { isRefusal, messageOf } from '../messages.ts';
import { useDesk, useLeaveGuard } from './useDesk.ts';
import { usePolicyActions, type Errand } from './usePolicyActions.ts';

type Dialog = 'approve' | 'notify' | 'delete' | 'template' | 'company';

/** Ctrl+S and Cmd+S save the draft, as everywhere else. */
function useSaveKey(onSave: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 's'
      )
        return;
      event.preventDefault();
      if (!event.repeat) onSave();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onSave]);
}

export type PolicyEditorProps = { policy: Policy; slot: string; visit: string };

/** What is typed, what is wrong with it, and what can be done with it. */
export function useEditor({ policy: loaded, slot, visit }: PolicyEditorProps) {
  const place = useDesk(loaded, slot);
  const { desk, dirty } = place;
  const { base, now } = desk;
  const { template } = base;
  const guard = useLeaveGuard(dirty);
  const dialog = useDialog<Dialog>();
  const [tried, setTried] = useState(false);
  // as they stood when saving was tried: a list that came while somebody types would take the focus
  const [complaints, setComplaints] = useState<{ id: string; message: string }[]>([]);
  const [half, setHalf] = useState<'form' | 'paper'>('form');
  const actions = usePolicyActions({ place, visit, release: guard.release, onDone: dialog.close });
  const { save } = actions;

  const problems = template ? problemsOf(template, now.values) : [];
  const missing = template ? missingOf(template, now.values) : [];
  const nameError = base.custom && tried && now.name.trim() === '' ? 'Please give the policy a name.' : null;
  const taken =
    base.custom && isRefusal(save.error, 'name-taken') && save.variables?.policy.name === now.name.trim();
  // an approved version stays in force, and what is written here becomes the next one once it is saved
  const isNext = base.status === 'Active';
  const version = isNext ? base.version + 1 : base.version;
  const hasDraft = base.saved && !isNext;

  const isReady = () => {
    setTried(true);
    setComplaints(
      problems.map(({ spec, problem }) => ({ id: fieldId(spec.key), message: `${spec.label}: ${problem}` })),
    );
    if (problems.length > 0) setHalf('form');
    if (base.custom && now.name.trim() === '') document.getElementById(nameFieldId)?.focus();
    return problems.length === 0 && !(base.custom && now.name.trim() === '');
  };
  const run = (errand: Errand) => {
    if (isReady()) actions.run(errand);
    else if (guard.blocker.state === 'blocked') guard.blocker.reset();
  };
  const saveDraft = () => run({ kind: 'save', extra: {} });
  useSaveKey(saveDraft);
  const open = (kind: Dialog) => (from: HTMLElement | null) => {
    if (isReady() || kind === 'delete' || kind === 'company') dialog.show(kind, from);
  };
  const goTo = (key: string) => {
    dialog.close();
    setHalf('form');
    // once the dialog has given the focus back
    setTimeout(() => focusField(key), 50);
  };
  const failure =
    save.error && !isRefusal(save.error, 'changed-meanwhile', 'name-taken') ? messageOf(save.error) : null;
  return {
    place,
    guard,
    dialog,
    actions,
    version,
    hasDraft,
    problems,
    missing,
    complaints,
    nameError: nameError ?? (taken ? messageOf(save.error) : null),
    failure,
    half,
    setHalf,
    run,
    saveDraft,
    open,
    goTo,
    change: (part: Parameters<typeof place.change>[0]) => {
      if (part.values) setComplaints([]);
      place.change(part);
    },
  };
}
