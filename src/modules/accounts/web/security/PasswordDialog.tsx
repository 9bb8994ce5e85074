import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call, CallError, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { useSession } from '#platform/web/query.ts';
import { PasswordEntry } from '#ui/form/PasswordEntry.tsx';
import { toast } from '#ui/notice/toast.ts';
import { securityContract } from '../../securityContract.ts';
import { CodeField } from '../signIn/CodeField.tsx';
import { codeMessage } from '../signIn/codeFailure.ts';
import type { PoolTokens } from '../userPool/cognitoClient.ts';
import {
  newPasswordProblem,
  replaceWords,
  usePasswordRules,
  useProblem,
  type ChosenPassword,
  type NewPasswordFields,
  type Problem,
} from '../userPool/formProblem.ts';
import { messageOf, wording } from '../messages.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { PoolError } from '../userPool/poolError.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { reloadSecurity, renewSession } from './queries.ts';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';
import { useKeptProof } from './useKeptProof.ts';
import { isWrongPassword } from './useProof.ts';

type Field = NewPasswordFields | 'current' | 'code';

const missing = (current: string, chosen: ChosenPassword, hasRules: boolean): Problem<Field> | null => {
  const next = newPasswordProblem(chosen, hasRules, replaceWords);
  if (!current) {
    const message = next ? wording.formIncomplete : wording.currentPasswordRequired;
    return { message, fields: { current: wording.currentPasswordRequired, ...next?.fields } };
  }
  if (next) return next;
  return chosen.password === current
    ? { message: wording.samePassword, fields: { password: wording.samePassword } }
    : null;
};

const codeProblem: Problem<Field> = {
  message: 'Please enter the six-digit code.',
  fields: { code: 'Please enter the six-digit code.' },
};

const fieldOf: Record<string, Field> = {
  'wrong-password': 'current',
  'same-password': 'password',
  'weak-password': 'password',
  'guessable-password': 'password',
};

/** Where a failure stands: at the field that it is about, else at the button. */
function problemOf(failure: unknown, needsCode: boolean): Problem<Field> {
  if (failure instanceof CallError) {
    const message = securityMessage(failure);
    const field = fieldOf[failure.code];
    return { message, fields: field ? { [field]: message } : {} };
  }
  if (needsCode) {
    const message = codeMessage(failure);
    return { message, fields: { code: message } };
  }
  if (isWrongPassword(failure))
    return { message: wording.wrongCurrentPassword, fields: { current: wording.wrongCurrentPassword } };
  return { message: messageOf(failure), fields: {} };
}

/** Replaces the password of the signed-in person, who gives the present one, and a code where one is demanded. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { email } = useSession();
  const hasRules = usePasswordRules();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState<ChosenPassword>({ password: '', confirmation: '' });
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const { form, problem, tell, mend } = useProblem<Field>();
  const { needsCode, prove, restart, markUsed, forget } = useKeptProof(email);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (needsCode) codeField.current?.focus();
  }, [needsCode]);

  const change = async (tokens: PoolTokens) => {
    await call(securityContract.changeOwnPassword, {
      ...tokens,
      password: current,
      newPassword: chosen.password,
    });
    markUsed();
    toast.success('Password successfully changed. You are signed out everywhere else.');
    onClose();
    // that it could not be learnt changes nothing
    await Promise.all([renewSession(), reloadSecurity()]).catch(() => {});
  };
  const send = async (digits: string) => {
    if (busy) return;
    if (tell(missing(current, chosen, hasRules) ?? (needsCode && digits.length !== 6 ? codeProblem : null)))
      return;
    setBusy(true);
    try {
      const tokens = await prove(current, digits);
      if (tokens) await change(tokens);
    } catch (failure) {
      setCode('');
      if (failure instanceof CallError && fieldOf[failure.code] !== 'password') forget();
      tell(problemOf(failure, needsCode));
      if (isFault(failure) && !(failure instanceof PoolError)) void logError(failure);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <Modal opened onClose={onClose} title="Change your password" size={480} closeOnClickOutside={false}>
      <form ref={form} className="grid gap-5" onSubmit={submit} noValidate aria-label="Change your password">
        <p className={classes.words}>
          You will be signed out everywhere else, and we will email you that your password was changed.
        </p>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordEntry
          label="Current password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={current}
          onChange={(value) => {
            mend('current');
            if (needsCode) restart();
            setCurrent(value);
          }}
          error={problem?.fields.current}
        />
        <NewPassword
          {...chosen}
          onChange={setChosen}
          label="New password"
          confirmLabel="Re-enter new password"
          problem={problem}
          onMend={mend}
        />
        {needsCode && (
          <CodeField
            ref={codeField}
            value={code}
            onChange={(digits) => {
              mend('code');
              setCode(digits);
              if (digits.length === 6 && digits !== code) void send(digits);
            }}
            error={problem?.fields.code}
          />
        )}
        <ProblemNote problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </div>
      </form>
    </Modal>
  );
}
