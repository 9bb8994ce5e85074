import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { toast } from '#ui/notice/toast.ts';
import { normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { CodeField } from '../signIn/CodeField.tsx';
import { EmailField } from '../EmailField.tsx';
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
import { userPool, warmUserPool } from '../userPool/userPool.ts';

export type ResetCodeFormProps = {
  username: string;
  onUsername: (username: string) => void;
  onReset: () => void;
};

type Field = NewPasswordFields | 'username' | 'code';

const codeRequired = 'Please enter the six-digit code.';
const missing = (
  username: string,
  code: string,
  chosen: ChosenPassword,
  hasRules: boolean,
): Problem<Field> | null => {
  if (!username) return { message: wording.usernameRequired, fields: { username: wording.usernameRequired } };
  if (code.length !== 6) return { message: codeRequired, fields: { code: codeRequired } };
  return newPasswordProblem(chosen, hasRules, replaceWords);
};

const refused = (failure: unknown, message: string): Problem<Field> =>
  failure instanceof PoolError && ['CodeMismatchException', 'ExpiredCodeException'].includes(failure.code)
    ? { message, fields: { code: message }, told: true }
    : passwordFault(failure, message);

/** A new password with the code of the mail. */
export function ResetCodeForm({ username, onUsername, onReset }: ResetCodeFormProps) {
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const { form, problem, tell, mend } = useProblem<Field>();
  const hasRules = usePasswordRules();
  const first = useFirstFocus<HTMLInputElement>(username !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const name = normalizeUsername(username);
    if (tell(missing(name, code, chosen, hasRules))) return;
    clearFailures();
    setBusy(true);
    try {
      await (await userPool()).confirmPassword(name, code, chosen.password);
      toast.success(wording.passwordReset);
      onReset();
    } catch (failure) {
      setBusy(false);
      tell(refused(failure, reportFailure(failure, wording.resetFailed)));
    }
  };
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onInput={warmUserPool}
      noValidate
      aria-label="Choose a new password"
    >
      <EmailField
        name="username"
        value={username}
        onChange={(value) => {
          mend('username');
          onUsername(value);
        }}
        error={problem?.fields.username}
      />
      <CodeField
        ref={first}
        value={code}
        onChange={(value) => {
          mend('code');
          setCode(value);
        }}
        error={problem?.fields.code}
      />
      <NewPassword
        {...chosen}
        onChange={setChosen}
        label="New password"
        confirmLabel="Confirm new password"
        problem={problem}
        onMend={mend}
      />
      <ProblemNote problem={problem} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Set new password
      </Button>
    </form>
  );
}
