import { Button } from '@mantine/core';
import classes from '../AuthForms.module.css';
import { answerDemand } from './answerDemand.ts';
import { CodeField } from './CodeField.tsx';
import { codeMessage, isAboutCode } from './codeFailure.ts';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { PoolError } from '../userPool/poolError.ts';
import { startSession } from '../session/session.ts';
import type { HalfSignedIn } from './useSignIn.ts';
import { useSixDigits } from './useSixDigits.ts';

const isRefused = (error: unknown): boolean =>
  isAboutCode(error) || (error instanceof PoolError && error.code === 'NotAuthorizedException');

/** The second step of signing in: the code of the app, sent as soon as it has six digits. */
export function CodeForm({ half, onNoPhone }: { half: HalfSignedIn; onNoPhone: () => void }) {
  const { busy, submit, field } = useSixDigits({
    send: async (digits) => {
      clearFailures();
      await startSession(await answerDemand(half.demand, digits, half));
    },
    explain: (failure) => {
      if (isRefused(failure)) return { error: codeMessage(failure), retype: true };
      reportFailure(failure);
      return null;
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Enter your code">
      <CodeField {...field} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Sign in
      </Button>
      <p className="text-dimmed">
        No phone at hand?{' '}
        <button type="button" className={classes.textButton} onClick={onNoPhone}>
          Use a recovery code
        </button>
      </p>
    </form>
  );
}
