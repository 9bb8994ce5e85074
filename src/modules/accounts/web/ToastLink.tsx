import type { ReactNode } from 'react';

/** A link inside a toast. Toasts are drawn outside the router, so the way to navigate is given. */
export function ToastLink({ to, go, children }: { to: string; go: (to: string) => void; children: ReactNode }) {
  return (
    <a
      href={to}
      style={{ fontWeight: 500 }}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
