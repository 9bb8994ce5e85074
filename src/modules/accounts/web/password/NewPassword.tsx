import { PasswordEntry } from '#ui/form/PasswordEntry.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import {
  usePasswordRules,
  type ChosenPassword,
  type NewPasswordFields,
  type Problem,
} from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';

export type NewPasswordProps = ChosenPassword & {
  onChange: (value: ChosenPassword) => void;
  label?: string;
  confirmLabel?: string;
  /** What is wrong with the form; what is about these fields stands at them. */
  problem: Problem<NewPasswordFields> | null;
  onMend: (field: NewPasswordFields) => void;
};

/** A new password twice, with the rules shown while it is typed (platform.md 5). */
export function NewPassword({
  password,
  confirmation,
  onChange,
  label = 'Password',
  confirmLabel = 'Confirm password',
  problem,
  onMend,
}: NewPasswordProps) {
  const hasRules = usePasswordRules();
  // told while typing: a message that comes on leaving the field would move the button from under the pointer
  const differs = !password.startsWith(confirmation);
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        value={password}
        hasRules={hasRules}
        onChange={(value) => {
          onMend('password');
          onChange({ password: value, confirmation });
        }}
        error={problem?.fields.password}
      />
      <PasswordEntry
        label={confirmLabel}
        name="confirm-password"
        autoComplete="new-password"
        placeholder={wording.matchNewPassword}
        value={confirmation}
        onChange={(value) => {
          onMend('confirmation');
          onChange({ password, confirmation: value });
        }}
        error={problem?.fields.confirmation ?? (differs ? wording.passwordsDiffer : undefined)}
      />
    </>
  );
}
