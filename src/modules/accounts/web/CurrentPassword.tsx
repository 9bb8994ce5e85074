import { PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { Link } from '#ui/Link.tsx';
import { accountsPaths } from '../paths.ts';
import classes from './AuthForms.module.css';

type CurrentPasswordProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (password: string) => void;
  subscriptionId?: string | undefined;
};

/** Field for a password that is already set, with the link for a forgotten one. */
export function CurrentPassword({ ref, value, onChange, subscriptionId }: CurrentPasswordProps) {
  return (
    <>
      <PasswordInput
        ref={ref}
        label="Password"
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
      />
      <Link className={`${classes.link} ${classes.end}`} href={accountsPaths.forgotPassword(subscriptionId)}>
        I forgot my password
      </Link>
    </>
  );
}
