import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { PasswordEntry } from '#ui/form/PasswordEntry.tsx';
import classes from '../AuthForms.module.css';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import {
  newPasswordProblem,
  passwordFault,
  replaceWords,
  usePasswordRules,
  useProblem,
  type ChosenPassword,
  type NewPasswordFields,
  type Problem,
} from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';
import { NewPassword } from './NewPassword.tsx';
import { PoolError } from '../userPool/poolError.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { useFirstFocus } from '../useFirstFocus.ts';
import { userPool } from '../userPool/userPool.ts';

type Field = NewPasswordFields | 'temporary';

const missing = (temporary: string, chosen: ChosenPassword, hasRules: boolean): Problem<Field> | null =>
  temporary
    ? newPasswordProblem(chosen, hasRules, replaceWords)
    : { message: wording.temporaryRequired, fields: { temporary: wording.temporaryRequired } };

/** Where a refused change stands: the temporary password is the one that the pool judges. */
const refused = (failure: unknown, message: string): Problem<Field> =>
  failure instanceof PoolError && failure.code === 'NotAuthorizedException'
    ? { message, fields: { temporary: message }, told: true }
    : passwordFault(failure, message);

/** Replaces a temporary password; every earlier sign-in of the account ends (platform.md 7). */
export function ChangePasswordForm({
  username,
  onChanged,
}: {
  username: string;
  onChanged: (password: string) => void;
}) {
  const [temporary, setTemporary] = useState('');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const { form, problem, tell, mend } = useProblem<Field>();
  const hasRules = usePasswordRules();
  const first = useFirstFocus<HTMLInputElement>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || tell(missing(temporary, chosen, hasRules))) return;
    clearFailures();
    setBusy(true);
    try {
      await (await userPool()).changePassword(username, temporary, chosen.password);
      onChanged(chosen.password);
    } catch (failure) {
      setBusy(false);
      tell(refused(failure, reportFailure(failure)));
    }
  };
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Choose your own password"
    >
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordEntry
        ref={first}
        label="Temporary password"
        name="password"
        autoComplete="current-password"
        value={temporary}
        onChange={(value) => {
          mend('temporary');
          setTemporary(value);
        }}
        error={problem?.fields.temporary}
      />
      <NewPassword
        {...chosen}
        onChange={setChosen}
        label="New password"
        confirmLabel="Re-enter new password"
        problem={problem}
        onMend={mend}
      />
      <ProblemNote problem={problem} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Change password
      </Button>
    </form>
  );
}
