import type { ReactNode } from 'react';
import classes from './Drawing.module.css';

/** The frame of a line drawing: 160 by 120, lines in the text's colour, one accent. Decoration only, so hidden from screen readers. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      className={`${classes.drawing} block w-full text-dimmed`}
      viewBox="0 0 160 120"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes.ground} d="M12 108h136" />
      {children}
    </svg>
  );
}
