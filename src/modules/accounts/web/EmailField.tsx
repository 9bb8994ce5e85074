import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

export type EmailFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/** A work address as typed; it is trimmed and lower-cased where it is used. */
export function EmailField({ value, onChange, ...input }: EmailFieldProps) {
  return (
    <TextInput
      label="Work email address"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={254}
      {...input}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
