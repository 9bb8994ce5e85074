import { Progress } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { percentOf } from '#platform/percent.ts';
import classes from './ProgressStrip.module.css';

export type ProgressStripProps = {
  /** What runs. */
  label: ReactNode;
  /** 0 to 100; undefined while nobody knows. */
  percent?: number;
  /** What it is doing now. */
  activity?: ReactNode;
  /** At the end: cancel. */
  action?: ReactNode;
};

/** Long work, how far it is and what it is doing now. */
export function ProgressStrip({ label, percent, activity, action }: ProgressStripProps) {
  const id = useId();
  const known = percent !== undefined;
  const value = known ? percentOf(percent, 100) : 100;
  return (
    <div className="grid gap-2">
      <div className={`${classes.head} row gap-3`}>
        <span id={id} className="flex-auto min-w-0 font-medium">
          {label}
        </span>
        {known && (
          <span className="font-semibold tabular-nums" aria-hidden>
            {value}%
          </span>
        )}
        {action}
      </div>
      <Progress.Root>
        <Progress.Section
          value={value}
          striped={!known}
          animated={!known}
          className={classes.bar}
          aria-labelledby={id}
          aria-valuetext={known ? `${value} percent` : 'In progress'}
        />
      </Progress.Root>
      {activity && (
        <p className="text-small leading-5 text-dimmed wrap-anywhere" aria-live="polite">
          {activity}
        </p>
      )}
    </div>
  );
}
