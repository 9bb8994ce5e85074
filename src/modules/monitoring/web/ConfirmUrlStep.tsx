import { Button, Checkbox } from '@mantine/core';
import type { FormEvent } from 'react';
import classes from './Dialogs.module.css';
import type { StepProps } from './SpecifyWebsiteStep.tsx';
import { visibleText } from './visibleText.ts';

/** Step 2: whoever adds a website says that it may be scanned (modules.md 4). */
export function ConfirmUrlStep({ state, dispatch }: StepProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: 'agreed' });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <p className={classes.lead}>This address will be scanned:</p>
      <p className={classes.url}>
        <bdi>{visibleText(state.checkedUrl ?? '')}</bdi>
      </p>
      <p className={classes.lead}>
        A scan behaves like a careful attacker. Scan only what belongs to your organization, or what its owner allows you to scan. Your name
        and the time are kept with this confirmation.
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
