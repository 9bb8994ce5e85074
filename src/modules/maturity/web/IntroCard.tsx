import type { ReactNode } from 'react';
import { aboutTime } from '#platform/taskTime.ts';
import { DrawingSteps } from '#ui/drawings/DrawingSteps.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Panel } from '#ui/page/Panel.tsx';

/** Before the first answer: what this is for and the one next step. */
export function IntroCard({ minutes, action }: { minutes: number; action: ReactNode }) {
  return (
    <Panel>
      <EmptyState drawing={<DrawingSteps />} title="Find out where your company stands" action={action}>
        Answer one plain question at a time to get a level from 0 to 5 and a short list of what to do first.
        Plan {aboutTime(minutes)} in all. Stop whenever you like: every answer is kept.
      </EmptyState>
    </Panel>
  );
}
