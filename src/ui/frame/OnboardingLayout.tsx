import { Progress } from '@mantine/core';
import { percentOf } from '#platform/percent.ts';
import type { ReactNode } from 'react';
import classes from './OnboardingLayout.module.css';

export type OnboardingLayoutProps = {
  /** The header, usually HeaderBar. */
  header?: ReactNode;
  drawing?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Where one is among the steps, from 1. */
  step?: { current: number; total: number };
  /** Back, Next and Skip. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** One step in the middle of the page: a card with progress, title, content and the way on. */
export function OnboardingLayout({
  header,
  drawing,
  title,
  subtitle,
  step,
  actions,
  children,
}: OnboardingLayoutProps) {
  return (
    <div className={`${classes.page} flex flex-col bg-canvas`}>
      {header}
      <main className={`${classes.main} flex items-start justify-center`} id="main">
        <div className={`${classes.card} card w-full`}>
          {step && (
            <div className={classes.progress}>
              <Progress
                value={percentOf(step.current, step.total)}
                size={4}
                color="var(--ui-accent)"
                aria-label="Progress"
              />
              <p className="text-small leading-5 text-dimmed tabular-nums mt-2">
                {step.current} of {step.total}
              </p>
            </div>
          )}
          {drawing && <div className={`${classes.drawing} mb-6`}>{drawing}</div>}
          <h1 className={`${classes.title} text-page text-balance`}>{title}</h1>
          {subtitle && (
            <p className={`${classes.subtitle} text-reading text-dimmed text-pretty mt-2`}>{subtitle}</p>
          )}
          {children && <div className="text-reading mt-6">{children}</div>}
          {actions && <div className={`${classes.actions} flex flex-wrap justify-end gap-2`}>{actions}</div>}
        </div>
      </main>
    </div>
  );
}
