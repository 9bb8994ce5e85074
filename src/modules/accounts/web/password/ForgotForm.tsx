import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { EmailField } from '../EmailField.tsx';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { useProblem } from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { useFirstFocus } from '../useFirstFocus.ts';
import { userPool, warmUserPool } from '../userPool/userPool.ts';

export type ForgotFormProps = {
  username: string;
  onUsername: (username: string) => void;
  onSent: () => void;
  onHaveCode: () => void;
};

/** Asks for a code with which a new password can be chosen. */
export function ForgotForm({ username, onUsername, onSent, onHaveCode }: ForgotFormProps) {
  const [busy, setBusy] = useState(false);
  const { form, problem, tell, mend } = useProblem<'username'>();
  const first = useFirstFocus<HTMLInputElement>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const name = normalizeUsername(username);
    if (
      tell(
        name ? null : { message: wording.usernameRequired, fields: { username: wording.usernameRequired } },
      )
    )
      return;
    clearFailures();
    setBusy(true);
    try {
      await (await userPool()).forgotPassword(name);
      onSent();
    } catch (failure) {
      setBusy(false);
      tell({ message: reportFailure(failure), fields: {}, told: true });
    }
  };
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onInput={warmUserPool}
      noValidate
      aria-label="Verify your account"
    >
      <EmailField
        ref={first}
        name="username"
        value={username}
        onChange={(value) => {
          mend('username');
          onUsername(value);
        }}
        error={problem?.fields.username}
      />
      <ProblemNote problem={problem} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Email me a code
      </Button>
      <button type="button" className={classes.textButton} onClick={onHaveCode}>
        I already have a code
      </button>
    </form>
  );
}
