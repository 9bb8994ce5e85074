import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { usePortal } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { securityContract } from '../../securityContract.ts';
import { CodeField } from '../CodeField.tsx';
import { codeMessage } from '../codeFailure.ts';
import type { PoolTokens } from '../cognitoClient.ts';
import { userPool } from '../userPool.ts';
import { QrCode } from './QrCode.tsx';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';

/** How authenticator apps read who asks and what to show (the key URI format that they share). */
const keyAddress = (issuer: string, email: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' }).toString().replaceAll('+', '%20')}`;

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export type AppSetUpProps = {
  secret: string;
  tokens: PoolTokens;
  /** The app is in use from now on. */
  onCodes: (recoveryCodes: string[]) => void;
  onCancel: () => void;
  cancelLabel: string;
};

/** The secret as a picture and as text, and the first code that proves the app has it. */
export function AppSetUp({ secret, tokens, onCodes, onCancel, cancelLabel }: AppSetUpProps) {
  const { email } = useSession();
  const { brandNameShort } = usePortal().brand;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  // a code proves the app once; what follows it may be tried again
  const verified = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, []);

  const send = async (digits: string) => {
    if (busy) return;
    if (digits.length !== 6) return setError('Please enter the six-digit code.');
    setBusy(true);
    setError(undefined);
    try {
      if (!verified.current) await (await userPool()).verifyApp(tokens.accessToken, digits);
      verified.current = true;
      onCodes((await call(securityContract.switchSecondFactorOn, tokens)).data.recoveryCodes);
    } catch (failure) {
      setBusy(false);
      if (!verified.current) setCode('');
      setError(failure instanceof CallError ? securityMessage(failure) : codeMessage(failure));
      field.current?.focus();
    }
  };
  const typed = (digits: string) => {
    setCode(digits);
    if (digits) setError(undefined);
    if (digits.length === 6 && digits !== code) void send(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-label="Set up your authenticator app">
      <ol className={classes.steps}>
        <li>
          <p>
            <strong>Scan this picture</strong> with an authenticator app, such as Google Authenticator, Microsoft Authenticator, 1Password
            or Aegis.
          </p>
          <div className={classes.scan}>
            <QrCode text={keyAddress(brandNameShort, email, secret)} label="QR code for your authenticator app" />
            <div className={classes.byHand}>
              <p className={classes.meta}>Cannot scan it? Enter this key in the app instead.</p>
              <p className={classes.secret}>
                <code>{inGroups(secret)}</code>
                <CopyButton value={secret} label="Copy key" />
              </p>
            </div>
          </div>
        </li>
        <li>
          <p>
            <strong>Enter the code</strong> that the app shows.
          </p>
          <CodeField ref={field} value={code} onChange={typed} error={error} />
        </li>
      </ol>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={busy}>
          Switch on
        </Button>
      </div>
    </form>
  );
}
