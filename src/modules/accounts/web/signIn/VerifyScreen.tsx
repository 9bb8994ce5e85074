import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Link } from '#ui/text/Link.tsx';
import type { UiRules } from '#modules/catalog/contract.ts';
import { accountsPaths } from '../../paths.ts';
import { isEmail, normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { EmailField } from '../EmailField.tsx';
import { wording } from '../messages.ts';
import { useFirstFocus } from '../useFirstFocus.ts';
import { VerifyCode } from './VerifyCode.tsx';

/** What sign-up carries along (platform.md 2). */
export type VerifyArrival = { email?: string; signUpCode?: string | null; uiRules?: UiRules } | null;

/** Waits for a new address to be confirmed, by the mail's link or its code. */
export function VerifyScreen() {
  const arrival = useLocation().state as VerifyArrival;
  const [query] = useSearchParams();
  const given = normalizeUsername(arrival?.email ?? query.get('username') ?? '');
  const [email, setEmail] = useState(isEmail(given) ? given : '');
  if (email) return <VerifyCode key={email} email={email} signUpCode={arrival?.signUpCode ?? null} />;
  return <AskAddress signUpCode={arrival?.signUpCode ?? null} onAddress={setEmail} />;
}

/** The page was opened by itself: for which account is it? */
function AskAddress({
  signUpCode,
  onAddress,
}: {
  signUpCode: string | null;
  onAddress: (email: string) => void;
}) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const first = useFirstFocus<HTMLInputElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = normalizeUsername(email);
    const problem = !name ? wording.emailRequired : isEmail(name) ? null : wording.emailInvalid;
    setError(problem);
    if (!problem) onAddress(name);
  };
  return (
    <AuthFrame
      title="Verify your email"
      subtitle="Which address did you sign up with?"
      footer={
        <Link className={classes.link} href={accountsPaths.signIn(signUpCode)}>
          Back to sign in
        </Link>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Verify your email">
        <EmailField ref={first} name="email" value={email} onChange={setEmail} error={error} />
        <Button type="submit" size="md" fullWidth>
          Continue
        </Button>
      </form>
    </AuthFrame>
  );
}
