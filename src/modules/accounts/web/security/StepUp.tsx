import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import { answerDemand } from '../answerDemand.ts';
import { CodeField } from '../CodeField.tsx';
import { codeMessage } from '../codeFailure.ts';
import type { CodeDemand, PoolTokens } from '../cognitoClient.ts';
import { messageOf } from '../messages.ts';
import { PoolError } from '../poolError.ts';
import { userPool } from '../userPool.ts';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';

export type StepUpProps = {
  /** Why the password is asked for. */
  children: ReactNode;
  confirmLabel?: string;
  danger?: boolean;
  /** The tokens live in memory for what they were asked for, and end with it. */
  onProved: (tokens: PoolTokens) => Promise<void>;
  onCancel: () => void;
  cancelLabel?: string;
};

/** Asks the signed-in person for the password once more, and for a code where one is demanded. */
export function StepUp({ children, confirmLabel = 'Continue', danger = false, onProved, onCancel, cancelLabel = 'Cancel' }: StepUpProps) {
  const { email } = useSession();
  const [password, setPassword] = useState('');
  const [demand, setDemand] = useState<CodeDemand | null>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (demand) codeField.current?.focus();
  }, [demand]);

  const prove = async (digits: string): Promise<PoolTokens | null> => {
    if (demand) return answerDemand(demand, digits, { name: email, password });
    const answer = await (await userPool()).signIn(email, password);
    if ('tokens' in answer) return answer.tokens;
    if (!('code' in answer)) throw new PoolError('UnexpectedAnswer', '', 200);
    setDemand(answer.code);
    return null;
  };
  const send = async (digits: string) => {
    if (busy) return;
    if (!password) return setProblem('Please enter your password.');
    if (demand && digits.length !== 6) return setProblem('Please enter the six-digit code.');
    setProblem(undefined);
    setBusy(true);
    try {
      const tokens = await prove(digits);
      if (tokens) await onProved(tokens);
    } catch (failure) {
      setCode('');
      setProblem(failure instanceof CallError ? securityMessage(failure) : demand ? codeMessage(failure) : wrongPassword(failure));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  const typed = (digits: string) => {
    setCode(digits);
    if (digits) setProblem(undefined);
    if (digits.length === 6 && digits !== code) void send(digits);
  };
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-label="Confirm that it is you">
      <div className={classes.words}>{children}</div>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {demand ? (
        <CodeField ref={codeField} value={code} onChange={typed} error={problem} />
      ) : (
        <PasswordInput
          label="Your password"
          name="password"
          autoComplete="current-password"
          maxLength={256}
          data-autofocus
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblem(undefined);
          }}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
          error={problem}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}

const wrongPassword = (error: unknown): string =>
  error instanceof PoolError && error.message === 'Incorrect username or password.' ? 'That password is not right.' : messageOf(error);
