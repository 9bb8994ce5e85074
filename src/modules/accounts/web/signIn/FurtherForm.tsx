import { lazy, Suspense } from 'react';
import { normalizeUsername } from '../../rules.ts';
import type { SignInEvent, SignInMode } from './signInModes.ts';
import type { HalfSignedIn, SignIn } from './useSignIn.ts';

// few people need these, and everybody waits for the first form
const CodeForm = lazy(async () => ({ default: (await import('./CodeForm.tsx')).CodeForm }));
const RecoveryForm = lazy(async () => ({ default: (await import('./RecoveryForm.tsx')).RecoveryForm }));
const ChangePasswordForm = lazy(async () => ({
  default: (await import('../password/ChangePasswordForm.tsx')).ChangePasswordForm,
}));
const ForgotForm = lazy(async () => ({ default: (await import('../password/ForgotForm.tsx')).ForgotForm }));
const ResetCodeForm = lazy(async () => ({
  default: (await import('../password/ResetCodeForm.tsx')).ResetCodeForm,
}));

type FurtherFormProps = {
  mode: SignInMode;
  username: string;
  onUsername: (username: string) => void;
  half: HalfSignedIn | null;
  send: (event: SignInEvent) => void;
  signIn: SignIn;
};

/** The form of every mode of the sign-in page but the first. */
export function FurtherForm({ mode, username, onUsername, half, send, signIn }: FurtherFormProps) {
  return (
    <Suspense fallback={null}>
      {mode === 'forgot' && (
        <ForgotForm
          username={username}
          onUsername={onUsername}
          onSent={() => send('code-sent')}
          onHaveCode={() => send('have-code')}
        />
      )}
      {mode === 'reset' && (
        <ResetCodeForm username={username} onUsername={onUsername} onReset={() => send('password-reset')} />
      )}
      {mode === 'code' && half && <CodeForm half={half} onNoPhone={() => send('no-phone')} />}
      {mode === 'recovery' && half && (
        <RecoveryForm
          half={half}
          onRecovered={() => void signIn(half.name, half.password)}
          onHavePhone={() => send('must-give-code')}
        />
      )}
      {mode === 'change' && (
        <ChangePasswordForm
          username={normalizeUsername(username)}
          onChanged={(password) => void signIn(normalizeUsername(username), password)}
        />
      )}
    </Suspense>
  );
}
