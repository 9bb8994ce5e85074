import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { call, CallError } from '#platform/web/call.ts';
import { toast } from '#ui/notice/toast.ts';
import { isRecoveryCode } from '../../rules.ts';
import { securityContract } from '../../securityContract.ts';
import classes from '../AuthForms.module.css';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { securityMessage } from '../security/securityMessages.ts';
import type { HalfSignedIn } from './useSignIn.ts';
import { useFirstFocus } from '../useFirstFocus.ts';

export type RecoveryFormProps = { half: HalfSignedIn; onRecovered: () => void; onHavePhone: () => void };

const expected = ['recovery-refused', 'too-many-requests'];

/** The way in without the phone: the code removes the app from the account, and the password signs in alone. */
export function RecoveryForm({ half, onRecovered, onHavePhone }: RecoveryFormProps) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const field = useFirstFocus<HTMLInputElement>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isRecoveryCode(code))
      return setError('A recovery code has ten letters and digits, such as 7KM2Q-WX4TD.');
    clearFailures();
    setBusy(true);
    try {
      await call(securityContract.recoverSecondFactor, {
        email: half.name,
        password: half.password,
        recoveryCode: code,
      });
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof CallError && expected.includes(failure.code))) return reportFailure(failure);
      setError(securityMessage(failure));
      field.current?.focus();
      return;
    }
    toast.success('Your authenticator app was removed from your account. Please set one up again.', {
      duration: 10_000,
    });
    onRecovered();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Sign in without your phone"
    >
      <TextInput
        ref={field}
        label="Recovery code"
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="XXXXX-XXXXX"
        classNames={{ input: classes.recovery! }}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setError(undefined);
        }}
        error={error}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Sign in with this code
      </Button>
      <p className="text-dimmed">
        Each code works once. It removes the app from your account, so set one up again when you are in.{' '}
        <button type="button" className={classes.textButton} onClick={onHavePhone}>
          I have my phone
        </button>
      </p>
    </form>
  );
}
