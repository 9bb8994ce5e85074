import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './LoadingText.module.css';

export type LoadingTextProps = {
  /** Says what is awaited. */
  children: ReactNode;
  /** In the middle of the window, for the whole page. */
  page?: boolean;
};

/** A spinner with words; shows after 200 ms so that quick answers do not flash. */
export function LoadingText({ children, page = false }: LoadingTextProps) {
  return (
    <output
      className={`${classes.loading} row justify-center gap-3 text-reading text-dimmed`}
      data-page={page || undefined}
    >
      <Loader size={24} aria-hidden />
      <span>{children}</span>
    </output>
  );
}
