import type { ReactNode } from 'react';
import classes from './HeaderBar.module.css';

export type HeaderBarProps = {
  /** The brand's logo, linking home or to sign-in. */
  logo: ReactNode;
  /** At the other end: sign-out menu or a link. */
  children?: ReactNode;
};

/** The header of pages without a side menu. */
export function HeaderBar({ logo, children }: HeaderBarProps) {
  return (
    <header className={classes.bar}>
      <div className={classes.logo}>{logo}</div>
      {children && <div className={classes.end}>{children}</div>}
    </header>
  );
}
