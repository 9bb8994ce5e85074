import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useId, type ReactNode } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import classes from './Blocks.module.css';

export const exerciseElement = (id: string): string => `exercise-${id}`;

type ExerciseFrameProps = {
  exercise: ExerciseView;
  /** How far it is: "3 of 6 risks found". */
  state?: ReactNode;
  children: ReactNode;
};

/** Something to do within a lesson: what is asked, how far it is, and the thing itself. */
export function ExerciseFrame({ exercise: { id, prompt, done }, state, children }: ExerciseFrameProps) {
  const title = useId();
  return (
    <section id={exerciseElement(id)} tabIndex={-1} className={classes.exercise} aria-labelledby={title}>
      <div>
        <div className={classes.kicker}>
          <span>
            <IconPencil size={16} stroke={1.75} aria-hidden /> Your turn
          </span>
          <span className={classes.state} data-done={done || undefined}>
            {done && <IconCircleCheck size={18} stroke={1.75} aria-hidden />}
            {done ? 'Done' : state}
          </span>
        </div>
        <h2 id={title} className={classes.prompt}>
          {prompt}
        </h2>
      </div>
      {children}
    </section>
  );
}
