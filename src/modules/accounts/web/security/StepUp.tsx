import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import type { StepUpComponent } from '#platform/web/stepUp.ts';
import { PasswordEntry } from '#ui/form/PasswordEntry.tsx';
import { CodeField } from '../signIn/CodeField.tsx';
import { codeMessage } from '../signIn/codeFailure.ts';
import { messageOf } from '../messages.ts';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';
import { isWrongPassword, useProof } from './useProof.ts';

/** Asks the signed-in person for the password once more, and for a code where one is demanded. */
export function StepUp({
  children,
  confirmLabel = 'Continue',
  danger = false,
  onProved,
  onCancel,
  cancelLabel = 'Cancel',
}: ComponentProps<StepUpComponent>) {
  const { email } = useSession();
  const [password, setPassword] = useState('');
  const { needsCode, prove } = useProof(email);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (needsCode) codeField.current?.focus();
  }, [needsCode]);

  const send = async (digits: string) => {
    if (busy) return;
    if (!password) return setProblem('Please enter your password.');
    if (needsCode && digits.length !== 6) return setProblem('Please enter the six-digit code.');
    setProblem(undefined);
    setBusy(true);
    try {
      const tokens = await prove(password, digits);
      if (tokens) await onProved(tokens);
    } catch (failure) {
      setCode('');
      setProblem(
        failure instanceof CallError
          ? securityMessage(failure)
          : needsCode
            ? codeMessage(failure)
            : wrongPassword(failure),
      );
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
    <form className="grid gap-5" onSubmit={submit} noValidate aria-label="Confirm that it is you">
      <div className={classes.words}>{children}</div>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {needsCode ? (
        <CodeField ref={codeField} value={code} onChange={typed} error={problem} />
      ) : (
        <PasswordEntry
          label="Your password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(value) => {
            setPassword(value);
            setProblem(undefined);
          }}
          error={problem}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
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
  isWrongPassword(error) ? 'That password is not right.' : messageOf(error);
