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
    <div className={classes.empty}>
      {drawing && <div className={classes.drawing}>{drawing}</div>}
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
