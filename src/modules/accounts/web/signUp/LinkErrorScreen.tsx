import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { call, CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import { Link } from '#ui/text/Link.tsx';
import { accountsContract } from '../../contract.ts';
import { accountsPaths } from '../../paths.ts';
import { isEmail, normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { EmailField } from '../EmailField.tsx';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { wording } from '../messages.ts';

/** An invitation's link does not work: what to do (platform.md 2). */
export function LinkErrorScreen() {
  const { authenticated } = useSession();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const address = normalizeUsername(email);
    const problem = !address ? wording.emailRequired : isEmail(address) ? null : wording.emailInvalid;
    setError(problem);
    if (problem) return;
    clearFailures();
    setBusy(true);
    try {
      await call(accountsContract.inviteLinkLookup, { email: address });
      setAsked(address);
    } catch (failure) {
      const known = failure instanceof CallError && ['too-many-requests', 'offline'].includes(failure.code);
      reportFailure(
        known ? failure : new Error('Invite lookup failed', { cause: failure }),
        wording.inviteLookupFailed,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthFrame
      title="Oops, link not valid"
      subtitle="This invitation has expired, was replaced by a newer one, or was cancelled. Please ask the person who invited you to resend it."
      footer={
        <Link className={classes.link} href={authenticated ? '/' : accountsPaths.signIn()}>
          {authenticated ? 'Go home' : 'Go to sign in'}
        </Link>
      }
    >
      {asked ? (
        <output className={`${classes.notice} flex flex-col items-start gap-3 border bg-canvas p-4`}>
          <span className="font-semibold">Check your email</span>
          <span className="text-dimmed">
            If an invitation for <span className={classes.strong}>{asked}</span> is still open, its newest
            link is on the way.
          </span>
        </output>
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => void submit(event)}
          noValidate
          aria-label="Find my newest invitation"
        >
          <EmailField
            name="email"
            label="Or have your newest invitation sent again"
            placeholder="Work email address"
            value={email}
            onChange={setEmail}
            error={error}
          />
          <Button type="submit" variant="default" size="md" fullWidth loading={busy}>
            Send my invitation
          </Button>
        </form>
      )}
    </AuthFrame>
  );
}
