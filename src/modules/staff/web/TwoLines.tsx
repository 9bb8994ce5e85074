import type { ReactNode } from 'react';
import classes from './Staff.module.css';

/** A cell with a quieter second line. */
export const TwoLines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <span className={classes.person}>
    {children}
    <span className={classes.dimmed}>{below}</span>
  </span>
);
