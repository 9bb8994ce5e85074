import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

export type EmptyStateProps = {
  /** A line drawing from ui/drawings. */
  drawing?: ReactNode;
  title: ReactNode;
  /** What will be here and why it helps. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  level?: 2 | 3;
};

/** Where nothing is yet. */
export function EmptyState({ drawing, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={`${classes.empty} row flex-col text-center`}>
      {drawing && <div className={`${classes.drawing} mb-4`}>{drawing}</div>}
      <Heading className="text-title text-balance">{title}</Heading>
      {children && (
        <div className={`${classes.text} text-reading text-dimmed text-pretty mt-2`}>{children}</div>
      )}
      {action && <div className="flex flex-wrap justify-center gap-2 mt-6">{action}</div>}
    </div>
  );
}
