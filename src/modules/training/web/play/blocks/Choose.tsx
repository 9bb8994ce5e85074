import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { useEffect, useRef, useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import type { Play } from '../usePlay.ts';
import { Verdict } from '../Verdict.tsx';
import { verdictWord } from '../words.ts';
import player from '../Player.module.css';
import blocks from './Blocks.module.css';
import classes from './Choose.module.css';
import { Choices } from './Choices.tsx';
import { ExerciseFrame } from './ExerciseFrame.tsx';
import { Spots } from './Spots.tsx';

type View = Extract<ExerciseView, { type: 'choose' }>;

export function Choose({ exercise, play }: { exercise: View; play: Play }) {
  const { id, picture, spots } = exercise;
  const [current, setCurrent] = useState<string | null>(null);
  const card = useRef<HTMLElement>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  useEffect(() => {
    if (current !== null) card.current?.focus();
  }, [current]);
  const spot = spots.find((one) => one.id === current);
  const decided = spots.filter(({ solved }) => solved).length;
  const next = spots.find((one) => one.solved === null && one.id !== current);
  const feedback =
    spot && (play.feedback(id, spot.id) ?? (spot.solved ? { ...spot.solved, right: true } : undefined));
  const choose = (choice: string) => {
    setAnswered(spot!.id);
    return play.act({ kind: 'choose', exercise: id, item: spot!.id, choice });
  };
  return (
    <ExerciseFrame exercise={exercise} state={`${decided} of ${spots.length} decided`}>
      <Spots
        picture={picture}
        spots={spots.map((one) => ({ ...one, state: one.solved ? 'fine' : 'open' }))}
        current={current}
        onPick={setCurrent}
        label="Places in the picture"
        words={{ fine: ' (decided)' }}
      />
      {spot ? (
        <section
          ref={card}
          tabIndex={-1}
          className={`${classes.card} border-accent gap-3.5 stack rounded p-5 outline-none`}
          aria-label={spot.label}
        >
          <h3 className={`${player.story} leading-6`}>{spot.label}</h3>
          <p className={`${classes.text} text-reading text-pretty`}>{spot.text}</p>
          <Choices
            key={spot.id}
            label={spot.label}
            choices={spot.choices.map((one) => ({ id: one.id, label: one.text }))}
            onChoose={choose}
            feedback={feedback}
          />
          <div className={blocks.live} aria-live="polite">
            {feedback && (
              <Verdict
                key={feedback.choice}
                takesFocus={feedback.right && answered === spot.id}
                tone={feedback.right ? 'right' : 'wrong'}
                word={verdictWord(feedback.right, `${spot.id} ${feedback.choice}`)}
              >
                {feedback.why}
              </Verdict>
            )}
          </div>
          {feedback?.right && next && (
            <Button
              className="justify-self-start"
              variant="light"
              size="md"
              rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
              onClick={() => setCurrent(next.id)}
            >
              Next: {next.label}
            </Button>
          )}
        </section>
      ) : (
        <p className={blocks.small}>Press a number in the picture, or a line of the list, to begin.</p>
      )}
    </ExerciseFrame>
  );
}
