import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DrawingBuilding } from '#ui/drawings/DrawingBuilding.tsx';
import { DrawingGoals } from '#ui/drawings/DrawingGoals.tsx';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { DrawingRuler } from '#ui/drawings/DrawingRuler.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { DrawingSteps } from '#ui/drawings/DrawingSteps.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { Interstitial } from '../../entities.ts';
import { maturityPaths } from '../../paths.ts';
import classes from './Question.module.css';
import { takeFocus } from './takeFocus.ts';
import { QuestionBar } from './QuestionBar.tsx';

const drawings: Record<Interstitial['trigger'], ReactNode> = {
  welcome: <DrawingBuilding />,
  'before:people': <DrawingPeople />,
  'before:process': <DrawingPolicy />,
  'before:technology': <DrawingShield />,
  'first-failed-step': <DrawingSteps />,
  'area-done:people': <DrawingGoals />,
  'area-done:process': <DrawingGoals />,
  'area-done:technology': <DrawingGoals />,
  'all-done': <DrawingRuler />,
};

/** A page between two questions: a breath, and what comes next. */
export function InterludePage({ page, onGo }: { page: Interstitial; onGo: () => void }) {
  return (
    <div className={classes.column}>
      <QuestionBar />
      <Panel className={`${classes.interlude} items-center`}>
        <div>
          <h1
            key={page.id}
            ref={takeFocus}
            tabIndex={-1}
            className={`${classes.interludeTitle} text-heading text-balance outline-none`}
          >
            {page.title}
          </h1>
          <p className={`${classes.interludeText} measure-62 leading-6.5 text-dimmed text-pretty`}>
            {page.body}
          </p>
          <Button size="md" onClick={onGo}>
            {page.button}
          </Button>
        </div>
        <div className={classes.interludeDrawing}>{drawings[page.trigger]}</div>
      </Panel>
      <p className="text-dimmed text-center mt-4">
        <Anchor component={Link} href={maturityPaths.assessment}>
          Leave it for now
        </Anchor>
        {' – every answer is kept.'}
      </p>
    </div>
  );
}
