import { Button } from '@mantine/core';
import classes from './Dialogs.module.css';

export type Missing = { key: string; label: string };

/** In the place of a form that cannot be sent yet: what is needed first, each leading to its field. */
export function MissingValues({
  missing,
  onMissing,
}: {
  missing: Missing[];
  onMissing: (key: string) => void;
}) {
  return (
    <div className="stack gap-5">
      <p>Before anyone can approve this policy, these values are needed:</p>
      <ul className={`${classes.list} bullets grid gap-1`}>
        {missing.map(({ key, label }) => (
          <li key={key}>
            <button
              type="button"
              className={`${classes.link} min-h-8 underline text-accent text-start`}
              onClick={() => onMissing(key)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>A draft can be saved without them.</p>
      <div className={classes.actions}>
        <Button data-autofocus onClick={() => onMissing(missing[0]!.key)}>
          Fill in the first one
        </Button>
      </div>
    </div>
  );
}
