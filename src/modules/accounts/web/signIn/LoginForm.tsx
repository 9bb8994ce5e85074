import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';
import { CurrentPassword } from '../password/CurrentPassword.tsx';
import { EmailField } from '../EmailField.tsx';
import { reportFailure } from '../userPool/failure.ts';
import { useProblem, type Problem } from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { useFirstFocus } from '../useFirstFocus.ts';
import { userPool, warmUserPool } from '../userPool/userPool.ts';

export type LoginFormProps = {
  username: string;
  onUsername: (username: string) => void;
  busy: boolean;
  /** The address that signed in rightly but was never confirmed. */
  unconfirmed: string | null;
  signUpCode: string | undefined;
  /** @returns what is wrong, where signing in failed */
  onSubmit: (password: string) => Promise<LoginProblem | null>;
};
export type LoginProblem = Problem<'username' | 'password'>;

const missing = (username: string, password: string): LoginProblem | null =>
  username && password
    ? null
    : {
        message: wording.signInRequired,
        fields: {
          ...(!username && { username: wording.emailRequired }),
          ...(!password && { password: wording.signInPasswordRequired }),
        },
      };

/** Address and password. */
export function LoginForm({ username, onUsername, busy, unconfirmed, signUpCode, onSubmit }: LoginFormProps) {
  const [password, setPassword] = useState('');
  const { form, problem, tell, mend } = useProblem<'username' | 'password'>();
  const [known] = useState(username !== '');
  const first = useFirstFocus<HTMLInputElement>(!known);
  const second = useFirstFocus<HTMLInputElement>(known);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || tell(missing(username.trim(), password))) return;
    tell(await onSubmit(password));
  };
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onInput={warmUserPool}
      noValidate
      aria-label="Sign in"
    >
      {unconfirmed && <Unconfirmed email={unconfirmed} signUpCode={signUpCode} />}
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
      <CurrentPassword
        ref={second}
        value={password}
        onChange={(value) => {
          mend('password');
          setPassword(value);
        }}
        error={problem?.fields.password}
        signUpCode={signUpCode}
      />
      <ProblemNote problem={problem} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Sign in
      </Button>
      <output className="visually-hidden">{busy ? 'Signing you in' : ''}</output>
    </form>
  );
}

function Unconfirmed({ email, signUpCode }: { email: string; signUpCode: string | undefined }) {
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const verify = async () => {
    setSending(true);
    try {
      await (await userPool()).resendCode(email);
      void navigate(accountsPaths.verify, { state: { email, signUpCode } });
    } catch (error) {
      reportFailure(new Error(wording.resendFailed, { cause: error }), wording.resendFailed);
      setSending(false);
    }
  };
  return (
    <div className={`${classes.notice} flex flex-col items-start gap-3 border bg-canvas p-4`} role="alert">
      <span className="font-semibold">Verify your email address first</span>
      <span className="text-dimmed">
        Your account is waiting for you to confirm <span className={classes.strong}>{email}</span>. We can
        send you a new email with a code and a link.
      </span>
      <Button variant="default" loading={sending} onClick={() => void verify()}>
        Send email and verify
      </Button>
    </div>
  );
}
