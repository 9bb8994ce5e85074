import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SkeletonPanel.module.css';

export type SkeletonPanelProps = {
  /** Lines of text to stand in for. */
  lines?: number;
  /** Least height in pixels of what will come, so nothing jumps. */
  height?: number;
  /** Said to screen readers. */
  label?: string;
  /** A closer likeness of the real layout, instead of lines. */
  children?: ReactNode;
  /** Without card around it. */
  bare?: boolean;
};

const WIDTHS = ['92%', '78%', '86%', '64%'];

/** Where a card will be: takes its room at once and shows grey shapes after 200 ms. */
export function SkeletonPanel({
  lines = 3,
  height,
  label = 'Loading',
  children,
  bare = false,
}: SkeletonPanelProps) {
  return (
    <div
      className={`${classes.panel} card min-w-0 p-card`}
      data-bare={bare || undefined}
      style={height ? { minHeight: height } : undefined}
      aria-busy
    >
      <output className="visually-hidden">{label}</output>
      <div className={classes.shapes} aria-hidden>
        {children ?? (
          <>
            <Skeleton height={20} width="32%" mb={20} />
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} height={12} width={WIDTHS[line % WIDTHS.length]} mt={12} />
            ))}
          </>
        )}
      </div>
    </div>
  );
}
