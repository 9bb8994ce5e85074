import { useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import type { Play } from '../usePlay.ts';
import { Verdict } from '../Verdict.tsx';
import blocks from './Blocks.module.css';
import { ExerciseFrame } from './ExerciseFrame.tsx';
import { Spots } from './Spots.tsx';

type View = Extract<ExerciseView, { type: 'find' }>;

export function Find({ exercise, play }: { exercise: View; play: Play }) {
  const { id, picture, spots, risks } = exercise;
  const [current, setCurrent] = useState<string | null>(null);
  const found = spots.filter(({ seen }) => seen?.risk).length;
  const spot = spots.find((one) => one.id === current);
  const pick = (name: string) => {
    setCurrent(name);
    if (!spots.find((one) => one.id === name)?.seen)
      void play.act({ kind: 'look', exercise: id, spot: name });
  };
  const progress = `${found} of ${risks} found`;
  return (
    <ExerciseFrame exercise={exercise} state={progress}>
      <Spots
        picture={picture}
        spots={spots.map((one) => ({ ...one, state: one.seen ? (one.seen.risk ? 'risk' : 'fine') : 'open' }))}
        current={current}
        onPick={pick}
        label="Places in the picture"
      />
      <div className={blocks.live} aria-live="polite">
        {spot?.seen ? (
          <Verdict
            key={spot.id}
            tone={spot.seen.risk ? 'risk' : 'right'}
            word={`${spot.label}: ${spot.seen.risk ? 'a risk.' : 'fine.'}`}
          >
            {spot.seen.why} <span className={blocks.small}>({progress})</span>
          </Verdict>
        ) : (
          <p className={blocks.small}>
            Press a number in the picture, or a line of the list, to look closer. {progress}.
          </p>
        )}
      </div>
    </ExerciseFrame>
  );
}
