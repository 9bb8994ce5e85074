import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useEffect, useRef } from 'react';
import type { Play } from '../usePlay.ts';
import player from '../Player.module.css';
import blocks from './Blocks.module.css';
import { ChatSoFar } from './ChatSoFar.tsx';
import { Choices } from './Choices.tsx';
import { DrillSummary } from './DrillSummary.tsx';
import { ExerciseFrame } from './ExerciseFrame.tsx';
import { Meter } from './Meter.tsx';
import classes from './Scenario.module.css';
import { chosenLabel, endWords, type ScenarioView, type Step } from './scenarioView.ts';

function Note({ step, headed = false }: { step: Step; headed?: boolean }) {
  return (
    <div className={`${classes.note} ${player.note} text-dimmed text-pretty rounded bg-hover px-4 py-3`}>
      <p className="font-medium text-plain">
        {headed && step.scene.inject ? `${step.scene.inject}: ` : 'You: '}
        {chosenLabel(step)}
      </p>
      <p>{step.note}</p>
    </div>
  );
}

function SceneText({ exercise: { scene, style } }: { exercise: ScenarioView }) {
  return (
    <div className={classes.scene} data-style={style}>
      {scene.inject && (
        <h3 className={`${classes.inject} text-body leading-5.5 text-accent`}>{scene.inject}</h3>
      )}
      {scene.speaker && <p className={classes.speaker}>{scene.speaker}</p>}
      <p className={`${classes.text} leading-6.5 wrap-anywhere`}>{scene.text}</p>
    </div>
  );
}

function Ending({ exercise, play }: { exercise: ScenarioView; play: Play }) {
  const { id, scene, style } = exercise;
  const end = scene.end!;
  return (
    <div className={`${classes.end} grid gap-2.5 border rounded p-5`} data-end={end}>
      <h3 className="text-lead">{endWords[end]}</h3>
      {scene.lesson && <p className={`${classes.lesson} text-reading text-pretty`}>{scene.lesson}</p>}
      <div className={`${classes.endActions} flex flex-wrap gap-2`}>
        <Button
          variant={end === 'good' ? 'default' : 'filled'}
          size="md"
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          onClick={() => void play.act({ kind: 'again', exercise: id })}
        >
          Try another way
        </Button>
        {style === 'tabletop' && <DrillSummary exercise={exercise} />}
      </div>
    </div>
  );
}

/** A story that goes where it is taken: pages, a chat, against the clock, or a drill at a table. */
export function Scenario({ exercise, play }: { exercise: ScenarioView; play: Play }) {
  const { id, style, path, scene, meter } = exercise;
  const here = useRef<HTMLElement>(null);
  const shown = useRef(path.length);
  const last = path.at(-1);
  useEffect(() => {
    // the scene that was answered is gone, and with it the button that had the focus
    if (shown.current !== path.length) here.current?.focus();
    shown.current = path.length;
  }, [path.length]);
  const isChat = style === 'chat';
  return (
    <ExerciseFrame exercise={exercise}>
      {meter && <Meter meter={meter} />}
      {style === 'tabletop' && path.length > 1 && (
        <ol className="grid gap-2" aria-label="What was decided so far">
          {path.slice(0, -1).map((step) => (
            <li key={step.scene.id}>
              <Note step={step} headed />
            </li>
          ))}
        </ol>
      )}
      <div className={`${classes.talk} stack gap-4`} data-chat={isChat || undefined}>
        {isChat && <ChatSoFar path={path} />}
        <section
          ref={here}
          tabIndex={-1}
          className={`${classes.here} stack gap-4 outline-none`}
          aria-label={scene.inject ?? 'What happens now'}
        >
          {!isChat && last && <Note step={last} />}
          <div key={scene.id} className={classes.arriving}>
            <SceneText exercise={exercise} />
          </div>
        </section>
      </div>
      {scene.end ? (
        <Ending exercise={exercise} play={play} />
      ) : (
        <Choices
          key={`${scene.id} ${path.length}`}
          label={isChat ? 'What do you say or do?' : 'What do you do?'}
          choices={scene.choices}
          onChoose={(choice) => play.act({ kind: 'step', exercise: id, scene: scene.id, choice })}
        />
      )}
      {exercise.done && !scene.end && (
        <p className={blocks.small}>You have been through this once, so it counts as done.</p>
      )}
    </ExerciseFrame>
  );
}
