import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import type { ReactNode } from 'react';
import classes from './ErrorState.module.css';
import { DrawingTrouble } from '../drawings/DrawingTrouble.tsx';

export type ErrorStateProps = {
  /** What happened, in a few words. */
  title: ReactNode;
  /** More about it and what to do. */
  children?: ReactNode;
  /** What was not lost. */
  kept?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  retryLabel?: string;
  /** A second way out, such as contacting support. */
  action?: ReactNode;
  level?: 2 | 3;
};

/** Where something failed: what happened, what was kept, what to do. */
export function ErrorState({
  title,
  children,
  kept,
  onRetry,
  retrying = false,
  retryLabel = 'Try again',
  action,
  level = 2,
}: ErrorStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={`${classes.error} row flex-col text-center`} role="alert">
      <div className={`${classes.drawing} mb-4`}>
        <DrawingTrouble />
      </div>
      <Heading className="text-title text-balance">{title}</Heading>
      {children && (
        <div className={`${classes.text} text-reading text-dimmed text-pretty mt-2`}>{children}</div>
      )}
      {kept && <p className={`${classes.kept} rounded bg-hover mt-3`}>{kept}</p>}
      {(onRetry || action) && (
        <div className="flex flex-wrap justify-center gap-2 mt-6">
          {onRetry && (
            <Button
              onClick={onRetry}
              loading={retrying}
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            >
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
