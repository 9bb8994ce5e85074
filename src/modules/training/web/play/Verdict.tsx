import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './Verdict.module.css';

const icons = { right: IconCircleCheck, wrong: IconInfoCircle, risk: IconAlertTriangle };

/** `takesFocus` where the button that was pressed is over, or gone: the focus goes on from the words. */
type VerdictProps = { tone: keyof typeof icons; word: string; children: ReactNode; takesFocus?: boolean };

export function Verdict({ tone, word, children, takesFocus = false }: VerdictProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const Icon = icons[tone];
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={`${classes.verdict} px-4 py-3.5 grid gap-3 text-reading wrap-anywhere text-pretty border rounded bg-hover outline-none`}
      data-tone={tone}
    >
      <Icon size={22} stroke={1.75} aria-hidden className={classes.icon} />
      <p>
        <strong className={classes.word}>{word}</strong> {children}
      </p>
    </div>
  );
}
