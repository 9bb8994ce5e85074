import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import classes from './ChoiceCard.module.css';

type ChoiceCardProps = { label: string; text: string; checked: boolean; onToggle: () => void };

/** One of several choices as a card that can be pressed anywhere. */
export function ChoiceCard({ label, text, checked, onToggle }: ChoiceCardProps) {
  const id = useId();
  return (
    <label className={classes.card} data-checked={checked || undefined} htmlFor={id}>
      <Checkbox
        id={id}
        checked={checked}
        onChange={onToggle}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
      />
      <span>
        <span id={`${id}-label`} className={classes.label}>
          {label}
        </span>
        <span id={`${id}-text`} className={classes.text}>
          {text}
        </span>
      </span>
    </label>
  );
}
