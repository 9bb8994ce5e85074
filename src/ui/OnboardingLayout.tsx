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
    <div className={classes.page}>
      {header}
      <main className={classes.main} id="main">
        <div className={classes.card}>
          {step && (
            <div className={classes.progress}>
              <Progress
                value={percentOf(step.current, step.total)}
                size={4}
                color="var(--ui-accent)"
                aria-label="Progress"
              />
              <p className={classes.step}>
                {step.current} of {step.total}
              </p>
            </div>
          )}
          {drawing && <div className={classes.drawing}>{drawing}</div>}
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          {children && <div className={classes.content}>{children}</div>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      </main>
    </div>
  );
}
