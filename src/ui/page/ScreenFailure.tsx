import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { Link } from '../text/Link.tsx';
import { Panel } from './Panel.tsx';

export type ScreenFailureProps = {
  /** What happened, in a few words. */
  title: string;
  /** Where a plan that has it is chosen: the plan does not include what was asked for, so trying again helps nobody. */
  plansHref?: string | undefined;
  /** What was not lost. */
  kept: string;
  retrying: boolean;
  onRetry: () => void;
  /** More about it and what to do. */
  children: ReactNode;
};

/** In the place of a screen, or of a large part of it, that could not be loaded. */
export function ScreenFailure({ title, plansHref, kept, retrying, onRetry, children }: ScreenFailureProps) {
  return (
    <Panel>
      <ErrorState
        title={title}
        kept={kept}
        retrying={retrying}
        {...(plansHref ? {} : { onRetry })}
        action={
          plansHref && (
            <Button component={Link} href={plansHref}>
              See plans
            </Button>
          )
        }
      >
        {children}
      </ErrorState>
    </Panel>
  );
}
