import { useId } from 'react';
import type { QuestionView } from '../../../playEntities.ts';
import player from '../Player.module.css';
import classes from './Quiz.module.css';

export type FieldProps = {
  question: QuestionView;
  label: string;
  picked: readonly string[];
  onPick: (choices: string[]) => void;
};

export function OptionFields({ question: { type, options }, label, picked, onPick }: FieldProps) {
  const name = useId();
  const isMultiple = type === 'multiple';
  return (
    <fieldset className="stack gap-2.5">
      <legend className={classes.legend}>{label}</legend>
      {options.map(({ id, text }) => (
        <label
          key={id}
          className={`${classes.option} min-h-14 gap-3.5 cursor-pointer grid ${player.story} leading-6.5 wrap-anywhere rounded bg-card`}
        >
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            checked={picked.includes(id!)}
            onChange={(event) => {
              if (!isMultiple) onPick([id!]);
              else
                onPick(event.currentTarget.checked ? [...picked, id!] : picked.filter((one) => one !== id));
            }}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
