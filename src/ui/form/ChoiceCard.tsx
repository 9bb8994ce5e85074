import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import classes from './ChoiceCard.module.css';

type ChoiceCardProps = { label: string; text: string; checked: boolean; onToggle: () => void };

/** One of several choices as a card that can be pressed anywhere. */
export function ChoiceCard({ label, text, checked, onToggle }: ChoiceCardProps) {
  const id = useId();
  return (
    <label
      className={`${classes.card} cursor-pointer flex items-start gap-3 border rounded px-4 py-3`}
      data-checked={checked || undefined}
      htmlFor={id}
    >
      <Checkbox
        id={id}
        checked={checked}
        onChange={onToggle}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
      />
      <span>
        <span id={`${id}-label`} className="block leading-5 font-medium">
          {label}
        </span>
        <span id={`${id}-text`} className="block text-small leading-5 text-dimmed">
          {text}
        </span>
      </span>
    </label>
  );
}
