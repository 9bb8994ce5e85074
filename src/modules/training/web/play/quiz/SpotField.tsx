import player from '../Player.module.css';
import type { FieldProps } from './OptionFields.tsx';
import classes from './Quiz.module.css';

export function SpotField({ question: { options }, label, picked, onPick }: FieldProps) {
  return (
    <fieldset className="stack gap-2.5">
      <legend className={classes.legend}>{label}</legend>
      <div
        className={`${classes.letter} ${player.story} wrap-anywhere whitespace-pre-line border rounded bg-card p-5`}
      >
        {options.map(({ id, text }, i) =>
          id === null ? (
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no name and never change places
            <span key={`still ${i}`}>{text}</span>
          ) : (
            <button
              key={id}
              type="button"
              className={`${classes.piece} text-start rounded-sm`}
              aria-pressed={picked.includes(id)}
              onClick={() => onPick([id])}
            >
              {text.trim()}
            </button>
          ),
        )}
      </div>
    </fieldset>
  );
}
