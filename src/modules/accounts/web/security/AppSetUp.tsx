import { Button } from '@mantine/core';
import { usePortal } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { CodeField } from '../signIn/CodeField.tsx';
import { codeMessage, isAboutCode } from '../signIn/codeFailure.ts';
import { useSixDigits } from '../signIn/useSixDigits.ts';
import { QrCode } from './QrCode.tsx';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';

/** How authenticator apps read who asks and what to show (the key URI format that they share). */
const keyAddress = (issuer: string, email: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' }).toString().replaceAll('+', '%20')}`;

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export type AppSetUpProps = {
  secret: string;
  /** Puts the app to use with its first code; what it throws is told. */
  onCode: (code: string) => Promise<void>;
  confirmLabel: string;
  /** The app is not on the phone that shows codes now. */
  isOtherPhone?: boolean;
  onCancel: () => void;
  cancelLabel: string;
};

/** The secret as a picture and as text, and the first code that proves the app has it. */
export function AppSetUp({
  secret,
  onCode,
  confirmLabel,
  isOtherPhone = false,
  onCancel,
  cancelLabel,
}: AppSetUpProps) {
  const { email } = useSession();
  const { brandNameShort } = usePortal().brand;
  const { busy, submit, field } = useSixDigits({
    send: onCode,
    explain: (failure) => ({
      error: failure instanceof CallError ? securityMessage(failure) : codeMessage(failure),
      // what else failed may be tried again with the same code
      retype: isAboutCode(failure) || (failure instanceof CallError && failure.code === 'wrong-code'),
    }),
  });
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate aria-label="Set up your authenticator app">
      <ol className={`${classes.steps} bullets grid gap-5`}>
        <li>
          <p>
            <strong>Scan this picture</strong> {isOtherPhone ? 'with the other phone, in' : 'with'} an
            authenticator app, such as Google Authenticator, Microsoft Authenticator, 1Password or Aegis.
          </p>
          <div className={`${classes.scan} row flex-wrap gap-5`}>
            <QrCode
              text={keyAddress(brandNameShort, email, secret)}
              label="QR code for your authenticator app"
            />
            <div className={`${classes.byHand} min-w-0`}>
              <p className="text-small leading-5 text-dimmed">
                Cannot scan it? Enter this key in the app instead.
              </p>
              <p className={`${classes.secret} row gap-2 mt-1`}>
                <code>{inGroups(secret)}</code>
                <CopyButton value={secret} label="Copy key" />
              </p>
            </div>
          </div>
        </li>
        <li>
          <p>
            <strong>Enter the code</strong> that {isOtherPhone ? 'the other phone' : 'the app'} shows.
          </p>
          <CodeField {...field} />
        </li>
      </ol>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
