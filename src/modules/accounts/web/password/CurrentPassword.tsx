import type { Ref } from 'react';
import { Link } from '#ui/text/Link.tsx';
import { PasswordEntry } from '#ui/form/PasswordEntry.tsx';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';

type CurrentPasswordProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (password: string) => void;
  error?: string | undefined;
  signUpCode?: string | undefined;
};

/** Field for a password that is already set, with the link for a forgotten one. */
export function CurrentPassword({ ref, value, onChange, error, signUpCode }: CurrentPasswordProps) {
  return (
    <>
      <PasswordEntry
        ref={ref}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={value}
        onChange={onChange}
        error={error}
      />
      <Link className={`${classes.link} ${classes.end}`} href={accountsPaths.forgotPassword(signUpCode)}>
        I forgot my password
      </Link>
    </>
  );
}
