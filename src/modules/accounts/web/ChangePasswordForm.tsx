import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { FormError } from '#ui/FormError.tsx';
import { isStrongPassword } from '../rules.ts';
import classes from './AuthForms.module.css';
import { clearFailures, reportFailure } from './failure.ts';
import { weakPassword, wording } from './messages.ts';
import { NewPassword } from './NewPassword.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { userPool } from './userPool.ts';

const missing = (temporary: string, password: string, confirmation: string): string | null => {
  if (!temporary) return wording.temporaryRequired;
  if (!password || !confirmation) return wording.newPasswordRequired;
  if (password !== confirmation) return wording.reenteredMismatch;
  return isStrongPassword(password) ? null : weakPassword;
};

/** Replaces a temporary password; every earlier sign-in of the account ends (platform.md 7). */
export function ChangePasswordForm({ username, onChanged }: { username: string; onChanged: (password: string) => void }) {
  const [temporary, setTemporary] = useState('');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const first = useFirstFocus<HTMLInputElement>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = missing(temporary, chosen.password, chosen.confirmation);
    setError(problem);
    if (problem) return;
    clearFailures();
    setBusy(true);
    try {
      await (await userPool()).changePassword(username, temporary, chosen.password);
      onChanged(chosen.password);
    } catch (failure) {
      reportFailure(failure);
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Choose your own password">
      <FormError>{error}</FormError>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordInput
        ref={first}
        label="Temporary password"
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={temporary}
        onChange={(event) => setTemporary(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
      />
      <NewPassword {...chosen} onChange={setChosen} label="New password" confirmLabel="Re-enter new password" />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Change password
      </Button>
    </form>
  );
}
