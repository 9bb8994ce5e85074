import { lazy, Suspense, useState, type ReactNode, type SyntheticEvent } from 'react';
import classes from './Tip.module.css';

const TipBubble = lazy(async () => ({ default: (await import('./TipBubble.tsx')).TipBubble }));

/** A tooltip whose code comes when one points at what it explains; that has the same words as its own name. */
export function Tip({ label, children }: { label: string; children: ReactNode }) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const come = (event: SyntheticEvent<HTMLElement>) =>
    setTarget(event.currentTarget.firstElementChild as HTMLElement | null);
  return (
    <span className={classes.tip} onPointerEnter={come} onFocus={come}>
      {children}
      {target && (
        <Suspense fallback={null}>
          <TipBubble label={label} target={target} />
        </Suspense>
      )}
    </span>
  );
}
