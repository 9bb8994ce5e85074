import { FormError } from '#ui/form/FormError.tsx';
import type { Problem } from './userPool/formProblem.ts';

/** What is wrong with a form, at its button; the fields take the focus. What a toast and a field say is not said a third time. */
export function ProblemNote({ problem }: { problem: Problem<string> | null }) {
  if (!problem || (problem.told && Object.keys(problem.fields).length > 0)) return null;
  return (
    <FormError takesFocus={false} announced={!problem.told}>
      {problem.message}
    </FormError>
  );
}
