import { useEffect, useRef, useState } from 'react';
import { usePortal } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { isStrongPassword } from '../../rules.ts';
import { weakPassword, wording } from '../messages.ts';
import { PoolError } from './poolError.ts';

/** What is wrong with a form: said once at its button, and at each field that it is about. */
export type Problem<Field extends string> = {
  message: string;
  fields: Partial<Record<Field, string>>;
  /** A toast has said it already, so it is not announced a second time. */
  told?: boolean;
};

/** The problem of a form: the first field that it is about takes the cursor, and editing a field takes its part back. */
export function useProblem<Field extends string>() {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem<Field> | null>(null);
  const [problems, setProblems] = useState(0);
  useEffect(() => {
    if (problems > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return {
    form,
    problem,
    /** @returns true where something is wrong */
    tell: (found: Problem<Field> | null): boolean => {
      setProblem(found);
      if (found) setProblems((n) => n + 1);
      return found !== null;
    },
    mend: (field: Field) =>
      setProblem((found) => {
        if (!found || !(field in found.fields)) return found;
        const { [field]: _mended, ...fields } = found.fields as Record<Field, string>;
        return Object.keys(fields).length > 0
          ? { ...found, fields: fields as Problem<Field>['fields'] }
          : null;
      }),
  };
}

export type NewPasswordFields = 'password' | 'confirmation';
export type ChosenPassword = Record<NewPasswordFields, string>;

/** Whether the portal holds passwords to its own rules; a pool of an operator's may have others, and then judges alone (platform.md 5). */
export const usePasswordRules = (): boolean => usePortal().portalConfig.passwordRules === 'portal';

/**
 * What is wrong with a new password and its repetition (platform.md 5).
 * @param hasRules false: only that both are there and match
 * @param words of the form that it belongs to
 */
export function newPasswordProblem(
  { password, confirmation }: ChosenPassword,
  hasRules: boolean,
  words: { empty: string; differs: string },
): Problem<NewPasswordFields> | null {
  if (!password || !confirmation) {
    const fields = {
      ...(!password && { password: wording.passwordRequired }),
      ...(!confirmation && { confirmation: wording.repeatRequired }),
    };
    return { message: words.empty, fields };
  }
  if (password !== confirmation)
    return { message: words.differs, fields: { confirmation: wording.passwordsDiffer } };
  return !hasRules || isStrongPassword(password)
    ? null
    : { message: weakPassword, fields: { password: wording.passwordRulesUnmet } };
}

/** The words at sign-up, and where a password that exists is replaced. */
export const signUpWords = { empty: wording.formIncomplete, differs: wording.confirmMismatch };
export const replaceWords = { empty: wording.newPasswordRequired, differs: wording.reenteredMismatch };

const aboutNewPassword = ['weak-password', 'guessable-password', 'InvalidPasswordException'];

/** A failure that a toast has told, at the form that failed; one about the new password stands at its field. */
export const passwordFault = (failure: unknown, message: string): Problem<NewPasswordFields> => {
  const code = failure instanceof CallError || failure instanceof PoolError ? failure.code : '';
  return { message, fields: aboutNewPassword.includes(code) ? { password: message } : {}, told: true };
};
