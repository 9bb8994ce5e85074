import { useState } from 'react';
import type { CodeDemand } from '../userPool/cognitoClient.ts';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { PoolError } from '../userPool/poolError.ts';
import { userPool } from '../userPool/userPool.ts';
import { startSession } from '../session/session.ts';
import type { LoginProblem } from './LoginForm.tsx';
import { keepPendingSignIn } from './pendingSignIn.ts';
import type { SignInEvent } from './signInModes.ts';

/** The password was right and a code is asked for; kept in memory only, while the form for it is shown. */
export type HalfSignedIn = { name: string; password: string; demand: CodeDemand };
/** @returns what is wrong, where signing in failed */
export type SignIn = (name: string, password: string) => Promise<LoginProblem | null>;

/** What a failed sign-in says at the form; a wrong password stands at its field, and what is about the service at the button. */
function problemOf(error: unknown, message: string): LoginProblem {
  const isRefused =
    error instanceof PoolError && ['NotAuthorizedException', 'UserNotFoundException'].includes(error.code);
  return { message, fields: isRefused ? { password: message } : {}, told: true };
}

/** Signing in with a password, and what is left of an attempt that needs one step more. */
export function useSignIn(send: (event: SignInEvent) => void) {
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [half, setHalf] = useState<HalfSignedIn | null>(null);
  const signIn: SignIn = async (name, password) => {
    clearFailures();
    setUnconfirmed(null);
    send('sign-in');
    try {
      const pool = await userPool();
      const answer = await pool.signIn(name, password);
      if ('changePassword' in answer) {
        send('must-change');
        return null;
      }
      if ('code' in answer) {
        setHalf({ name, password, demand: answer.code });
        send('must-give-code');
        return null;
      }
      // the guards lead on as soon as the session is known
      await startSession(answer.tokens);
    } catch (error) {
      const code = error instanceof PoolError ? error.code : '';
      if (code === 'UserNotConfirmedException') {
        keepPendingSignIn({ email: name, password });
        setUnconfirmed(name);
        send('failed');
        return null;
      }
      const message = reportFailure(error);
      send(code === 'PasswordResetRequiredException' ? 'must-reset' : 'failed');
      return problemOf(error, message);
    }
    return null;
  };
  return { signIn, unconfirmed, half, forgetHalf: () => setHalf(null) };
}
