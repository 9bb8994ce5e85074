import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call, CallError } from '#platform/web/call.ts';
import { Link } from '#ui/text/Link.tsx';
import { accountsContract } from '../../contract.ts';
import { accountsPaths } from '../../paths.ts';
import { isEmail, normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { ContactSupport } from '../ContactSupport.tsx';
import { EmailField } from '../EmailField.tsx';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { wording } from '../messages.ts';
import { useFirstFocus } from '../useFirstFocus.ts';

/** Asks for a link to choose a new password (platform.md 2). */
export function ForgotPasswordScreen() {
  const { subscriptionId: signUpCode } = useParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <AskForLink signUpCode={signUpCode} onSent={setSentTo} />
  ) : (
    <LinkSent email={sentTo} signUpCode={signUpCode} onAnother={() => setSentTo(null)} />
  );
}

const problemOf = (email: string): string | null =>
  !email.trim() ? wording.emailRequired : isEmail(email.trim()) ? null : wording.emailInvalid;

function AskForLink({
  signUpCode,
  onSent,
}: {
  signUpCode: string | undefined;
  onSent: (email: string) => void;
}) {
  const [email, setEmail] = useState('');
  const [edited, setEdited] = useState(false);
  const [left, setLeft] = useState(false);
  const [busy, setBusy] = useState(false);
  const first = useFirstFocus<HTMLInputElement>();
  const problem = problemOf(email);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || problem) return setLeft(true);
    const address = normalizeUsername(email);
    clearFailures();
    setBusy(true);
    try {
      await call(accountsContract.sendResetPasswordMagicLink, {
        email: address,
        host: window.location.hostname,
        subscriptionId: signUpCode,
      });
      onSent(address);
    } catch (error) {
      setBusy(false);
      const known =
        error instanceof CallError &&
        (error.code === 'too-many-requests' || error.code === 'offline' || error.status >= 502);
      reportFailure(
        known ? error : new Error('Reset link request failed', { cause: error }),
        wording.resetRequestFailed,
      );
    }
  };
  return (
    <AuthFrame
      title="Reset your account password."
      subtitle="Verify your identity."
      footer={
        <Link className={classes.link} href={accountsPaths.signIn(signUpCode)}>
          Back
        </Link>
      }
    >
      <form
        className={classes.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Reset your account password"
      >
        <EmailField
          ref={first}
          name="workEmail"
          className={classes.roomForError}
          value={email}
          onChange={(value) => {
            setEmail(value);
            setEdited(true);
          }}
          onBlur={() => setLeft(edited)}
          error={left ? problem : null}
        />
        <Button type="submit" size="md" fullWidth loading={busy} disabled={!edited || problem !== null}>
          Verify Email
        </Button>
      </form>
    </AuthFrame>
  );
}

type LinkSentProps = { email: string; signUpCode: string | undefined; onAnother: () => void };

function LinkSent({ email, signUpCode, onAnother }: LinkSentProps) {
  const navigate = useNavigate();
  const toCode = () =>
    void navigate(accountsPaths.signIn(signUpCode), { state: { username: email, mode: 'forgot' } });
  return (
    <AuthFrame
      title="Check your email."
      subtitle={
        <>
          If an account exists for <span className={classes.strong}>{email}</span>, a recovery link will be
          sent.
        </>
      }
      footer={
        <Link className={classes.link} href={accountsPaths.signIn(signUpCode)}>
          Back to sign in
        </Link>
      }
    >
      <div className={classes.form}>
        <h2 className="text-reading">Didn&apos;t receive an email?</h2>
        <ul className={`${classes.hints} bullets flex flex-col gap-1 text-dimmed`}>
          <li>It can take a few minutes to arrive.</li>
          <li>Look in the spam folder.</li>
          <li>Check that you signed up with this address.</li>
        </ul>
        <div className="flex flex-wrap gap-3">
          <ContactSupport />
          <Button variant="subtle" onClick={toCode}>
            Use a code instead
          </Button>
        </div>
        <button type="button" className={classes.textButton} onClick={onAnother}>
          Use another email address
        </button>
      </div>
    </AuthFrame>
  );
}
