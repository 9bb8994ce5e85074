import { Button, Checkbox } from '@mantine/core';
import type { FormEvent } from 'react';
import classes from '../Dialogs.module.css';
import type { StepProps } from '../websites/SpecifyWebsiteStep.tsx';
import { visibleText } from '../issues/visibleText.ts';

/** Step 2: whoever adds a website says that it may be scanned (modules.md 4). */
export function ConfirmUrlStep({ state, dispatch }: StepProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: 'agreed' });
  };
  return (
    <form onSubmit={submit} noValidate className="stack gap-5">
      <p className="text-pretty measure-64">This website will be scanned:</p>
      <p className="text-reading font-medium wrap-anywhere border rounded bg-canvas px-4 py-3">
        {state.name !== new URL(state.checkedUrl!).host && (
          <bdi className="block text-body leading-5 font-normal text-dimmed">{state.name}</bdi>
        )}
        <bdi>{visibleText(state.checkedUrl!)}</bdi>
      </p>
      <p className="text-pretty measure-64">
        A scan tests the website the way a careful attacker would. Scan only websites that belong to your
        organization, or that their owners allow you to scan. We keep your name and the time with this
        confirmation.
      </p>
      <Checkbox
        label="I have permission to scan this website"
        checked={state.consent}
        onChange={(event) => dispatch({ type: 'consent', value: event.currentTarget.checked })}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => dispatch({ type: 'back' })}>
          Back
        </Button>
        <Button type="submit" disabled={!state.consent}>
          I Agree
        </Button>
      </div>
    </form>
  );
}
