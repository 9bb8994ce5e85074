import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import classes from './Blocks.module.css';

export type Choice = { id: string; label: string };

type ChoicesProps = {
  label: string;
  choices: readonly Choice[];
  onChoose: (id: string) => Promise<unknown>;
  /** Answers that were given: the last one, and whether it was right. */
  feedback?: { choice: string; right: boolean } | undefined;
  /** Short answers stand beside each other. */
  inRow?: boolean;
};

/** Answers to pick from; while one is being saved, none can be pressed a second time. */
export function Choices({ label, choices, onChoose, feedback, inRow = false }: ChoicesProps) {
  const [saving, setSaving] = useState<string | null>(null);
  const isOver = feedback?.right === true;
  const choose = async (id: string) => {
    if (saving !== null || isOver) return;
    setSaving(id);
    await onChoose(id);
    setSaving(null);
  };
  return (
    <fieldset className={inRow ? classes.row : classes.choices}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => {
        const isChosen = feedback?.choice === choice.id;
        return (
          <button
            key={choice.id}
            type="button"
            className={classes.choice}
            data-told={isChosen ? (feedback.right ? 'right' : 'wrong') : undefined}
            aria-disabled={isOver || undefined}
            aria-busy={saving === choice.id || undefined}
            onClick={() => void choose(choice.id)}
          >
            {isChosen && feedback.right && <IconCheck size={20} stroke={2} aria-hidden />}
            {choice.label}
          </button>
        );
      })}
    </fieldset>
  );
}
