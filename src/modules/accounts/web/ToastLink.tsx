import type { ReactNode } from 'react';
import classes from './AuthForms.module.css';

/** A link inside a toast. Toasts are drawn outside the router, so the way to navigate is given. */
export function ToastLink({
  to,
  go,
  children,
}: {
  to: string;
  go: (to: string) => void;
  children: ReactNode;
}) {
  return (
    <a
      href={to}
      className={classes.link}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
