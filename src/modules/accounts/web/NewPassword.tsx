import { PasswordInput } from '@mantine/core';
import { PasswordField } from '#ui/PasswordField.tsx';
import { wording } from './messages.ts';

export type NewPasswordProps = {
  password: string;
  confirmation: string;
  onChange: (value: { password: string; confirmation: string }) => void;
  label?: string;
  confirmLabel?: string;
  error?: string | undefined;
};

/** A new password twice, with the rules shown while it is typed (platform.md 5). */
export function NewPassword({
  password,
  confirmation,
  onChange,
  label = 'Password',
  confirmLabel = 'Confirm password',
  error,
}: NewPasswordProps) {
  // told while typing: a message that comes on leaving the field would move the button from under the pointer
  const differs = !password.startsWith(confirmation);
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        value={password}
        onChange={(value) => onChange({ password: value, confirmation })}
        error={error}
      />
      <PasswordInput
        label={confirmLabel}
        name="confirm-password"
        autoComplete="new-password"
        placeholder={wording.matchNewPassword}
        value={confirmation}
        onChange={(event) => onChange({ password, confirmation: event.currentTarget.value })}
        error={differs ? wording.passwordsDiffer : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
      />
    </>
  );
}
