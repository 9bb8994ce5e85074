import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import classes from './CodeField.module.css';

export type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** The six-digit code of a mail: typed, pasted with spaces, or filled in by the phone. */
export function CodeField({ value, onChange, error, ref }: CodeFieldProps) {
  return (
    <TextInput
      ref={ref}
      label="Six-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      classNames={{ input: classes.code }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
      error={error}
    />
  );
}
