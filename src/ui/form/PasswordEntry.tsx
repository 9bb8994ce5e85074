import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export type PasswordEntryProps = Omit<PasswordInputProps, 'onChange'> & { onChange: (value: string) => void };

/** A password that exists, or its repetition. Mantine's own field does not tell a screen reader that it is wrong. */
export function PasswordEntry({ onChange, error, ...input }: PasswordEntryProps) {
  return (
    <PasswordInput
      maxLength={256}
      {...input}
      error={error}
      aria-invalid={error ? true : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
    />
  );
}
