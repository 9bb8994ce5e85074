import { useEffect, useRef, type ReactNode } from 'react';
import classes from './Player.module.css';

/** The heading of a place; it takes the focus when the place is entered, so that a change of page is heard. */
export function PageTitle({ kicker, children }: { kicker?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo?.(0, 0);
  }, []);
  return (
    <header>
      {kicker && <p className={`${classes.kicker} text-body leading-5.5 text-dimmed`}>{kicker}</p>}
      <h1 ref={heading} tabIndex={-1} className={`${classes.title} wrap-anywhere text-balance outline-none`}>
        {children}
      </h1>
    </header>
  );
}
