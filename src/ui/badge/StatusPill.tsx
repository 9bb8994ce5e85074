import type { ReactNode } from 'react';
import classes from './StatusPill.module.css';
import { toneStyle } from './toneStyle.ts';

export type StatusPillProps = {
  /** What the status means; severities have their own badge. */
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  /** An icon of 14 px instead of the dot. */
  icon?: ReactNode;
  /** Something runs right now: the dot breathes. */
  busy?: boolean;
  children: ReactNode;
};

/** A status as one word with a dot or icon. */
export function StatusPill({ tone = 'neutral', icon, busy = false, children }: StatusPillProps) {
  return (
    <span
      className={`${classes.pill} inline-row gap-1.5 text-small leading-5 font-medium whitespace-nowrap rounded-full`}
      style={tone === 'neutral' ? undefined : toneStyle(tone)}
    >
      {icon ?? (
        <span
          className={`${classes.dot} rounded-circle flex-none`}
          data-busy={busy || undefined}
          aria-hidden
        />
      )}
      {children}
    </span>
  );
}
