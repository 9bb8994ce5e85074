import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { AnswerValue } from '../../entities.ts';
import type { AnswerOption } from './answers.ts';
import classes from './Answers.module.css';

type AnswerButtonsProps = {
  /** The question, for who comes to the buttons without having read it. */
  label: string;
  options: readonly AnswerOption[];
  chosen: AnswerValue | null;
  /** Shows the keys that choose. */
  hints: boolean;
  problem: string | null;
  onChoose: (answer: AnswerValue) => void;
};

/** The answers of a question as large buttons, of which one is pressed. */
export function AnswerButtons({ label, options, chosen, hints, problem, onChoose }: AnswerButtonsProps) {
  return (
    <>
      <fieldset aria-label={`Answers: ${label}`} className={`${classes.answers} mt-6 grid gap-2.5`}>
        {options.map(({ value, label: text, letter }, index) => (
          <button
            key={value}
            type="button"
            className={`${classes.answer} min-h-14 row w-full gap-3 font-medium text-plain text-start rounded bg-card px-4 py-3`}
            data-answer={value}
            aria-pressed={chosen === value}
            aria-keyshortcuts={hints ? `${index + 1} ${letter}` : undefined}
            onClick={() => onChoose(value)}
          >
            <span className={`${classes.tick} rounded-circle grid place-items-center flex-none`} aria-hidden>
              {chosen === value && <IconCheck size={16} stroke={2.5} aria-hidden />}
            </span>
            <span className="flex-auto min-w-0">{text}</span>
            {hints && (
              <span className={`${classes.keys} flex flex-none gap-1`} aria-hidden>
                <kbd>{index + 1}</kbd>
                <kbd>{letter}</kbd>
              </span>
            )}
          </button>
        ))}
      </fieldset>
      <p className={`${classes.problem} font-medium text-danger`} role="alert">
        {problem}
      </p>
    </>
  );
}
