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
    <header className={`${classes.bar} min-h-16 row justify-between gap-4 border-b bg-card`}>
      <div className="row min-w-0">{logo}</div>
      {children && <div className="row gap-2">{children}</div>}
    </header>
  );
}
