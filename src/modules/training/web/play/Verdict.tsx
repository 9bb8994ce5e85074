import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ReactNode, Ref } from 'react';
import classes from './Verdict.module.css';

const icons = { right: IconCircleCheck, wrong: IconInfoCircle, risk: IconAlertTriangle };

type VerdictProps = { tone: keyof typeof icons; word: string; children: ReactNode; ref?: Ref<HTMLDivElement> | undefined };

/** What an answer led to: a word, a sign and the reason. */
export function Verdict({ tone, word, children, ref }: VerdictProps) {
  const Icon = icons[tone];
  return (
    <div ref={ref} tabIndex={-1} className={classes.verdict} data-tone={tone}>
      <Icon size={22} stroke={1.75} aria-hidden className={classes.icon} />
      <p>
        <strong className={classes.word}>{word}</strong> {children}
      </p>
    </div>
  );
}
