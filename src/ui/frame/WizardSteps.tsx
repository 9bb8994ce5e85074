import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import classes from './WizardSteps.module.css';

export type WizardStepsProps = {
  steps: string[];
  /** From 0. */
  current: number;
  /** What the steps lead to, for screen readers. */
  label?: string;
};

/** The head of a wizard: where one is, what is done, what comes. */
export function WizardSteps({ steps, current, label = 'Steps' }: WizardStepsProps) {
  return (
    <div className={classes.wizard}>
      <ol className="flex gap-3" aria-label={label}>
        {steps.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'coming';
          return (
            <li
              key={step}
              className={`${classes.step} row flex-auto gap-2 text-dimmed`}
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span
                className={`${classes.mark} grid place-items-center flex-none text-small font-semibold tabular-nums rounded-full`}
                aria-hidden
              >
                {state === 'done' ? <IconCheck size={14} stroke={2.5} /> : index + 1}
              </span>
              <span className={`${classes.name} whitespace-nowrap`}>{step}</span>
              {state === 'done' && <span className="visually-hidden">, done</span>}
            </li>
          );
        })}
      </ol>
      <p className={`${classes.brief} font-medium mt-2`} aria-hidden>
        Step {current + 1} of {steps.length}: {steps[current]}
      </p>
    </div>
  );
}
