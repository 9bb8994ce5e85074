import { Button, Textarea } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { currentSession } from '#platform/web/query.ts';
import { ChoiceCard } from '#ui/form/ChoiceCard.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { goalChoices, toggledGoal, type Goals } from '../../goals.ts';
import { limits } from '../../rules.ts';
import { useEditUser } from './changes.ts';
import classes from './Settings.module.css';
import { toasts, whyNot } from './wording.ts';

/** What the organization wants to reach, and the dialog that changes it. */
export function GoalsPanel({ goals, orgId }: { goals: Goals; orgId: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    setTimeout(() => button.current?.focus(), 0);
  };
  const chosen = goalChoices.filter(({ id }) => goals[id]);
  return (
    <Panel
      title="Your goals"
      description="Your goals decide which next best actions come first, and which policies and courses are marked for you."
      actions={
        <Button variant="default" ref={button} onClick={() => setOpen(true)}>
          Edit goals
        </Button>
      }
    >
      {chosen.length === 0 ? (
        <p className="text-dimmed">No goals chosen yet.</p>
      ) : (
        <ul className="bullets grid gap-1 wrap-anywhere" aria-label="Your goals">
          {chosen.map(({ id, label }) => (
            <li key={id}>{id === 'hasOtherGoals' ? goals.otherGoals || label : label}</li>
          ))}
        </ul>
      )}
      {open && <GoalsDialog goals={goals} orgId={orgId} onClose={close} />}
    </Panel>
  );
}

function GoalsDialog({
  goals: before,
  orgId,
  onClose,
}: {
  goals: Goals;
  orgId: string;
  onClose: () => void;
}) {
  const [changed, setChanged] = useState<Partial<Goals>>({});
  const goals = { ...before, ...changed };
  const save = useEditUser(toasts.updateFailed);
  const busy = save.isPending;
  const differs = (Object.keys(changed) as (keyof Goals)[]).some((name) => changed[name] !== before[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !differs) return;
    save.mutate(
      { cognitoId: currentSession().cognitoId, userProfile: {}, orgId, orgGoals: changed },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title="Edit goals"
      size={520}
      className="grid gap-5"
      actions={classes.buttons}
      form={{ onSubmit: submit }}
      busy={busy}
      error={save.error ? whyNot(save.error) : null}
      submit="Save"
      disabled={!differs}
      onClose={onClose}
    >
      {goalChoices.map(({ id, label, text }) => (
        <ChoiceCard
          key={id}
          label={label}
          text={text}
          checked={goals[id]}
          onToggle={() => setChanged({ ...changed, ...toggledGoal(goals, id) })}
        />
      ))}
      {goals.hasOtherGoals && (
        <Textarea
          label="What else would you like to reach?"
          value={goals.otherGoals}
          maxLength={limits.otherGoals}
          rows={3}
          onChange={(event) => setChanged({ ...changed, otherGoals: event.currentTarget.value })}
        />
      )}
    </FormDialog>
  );
}
