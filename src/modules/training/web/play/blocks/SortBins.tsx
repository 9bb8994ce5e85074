import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import type { Play } from '../usePlay.ts';
import { Verdict } from '../Verdict.tsx';
import { verdictWord } from '../words.ts';
import player from '../Player.module.css';
import blocks from './Blocks.module.css';
import { Choices } from './Choices.tsx';
import { ExerciseFrame } from './ExerciseFrame.tsx';
import classes from './SortBins.module.css';

type View = Extract<ExerciseView, { type: 'sort' }>;

export function SortBins({ exercise, play }: { exercise: View; play: Play }) {
  const { id, bins, items } = exercise;
  const last = play.latest(id);
  const left = items.filter(({ solved }) => solved === null);
  const item = left[0];
  const [isTouched, setTouched] = useState(false);
  const choose = (choice: string) => {
    setTouched(true);
    return play.act({ kind: 'choose', exercise: id, item: item!.id, choice });
  };
  const binOf = (name: string) => bins.find((one) => one.id === name)?.label ?? '';
  return (
    <ExerciseFrame exercise={exercise} state={`${items.length - left.length} of ${items.length} sorted`}>
      {item && (
        <div className="grid gap-5">
          <div className={`${classes.stack} relative mb-2`} data-more={left.length > 1 || undefined}>
            <p
              key={item.id}
              className={`${classes.card} border-accent grid place-items-center relative text-lead font-medium wrap-anywhere text-balance text-center rounded bg-accent p-5`}
              aria-live="polite"
            >
              {item.text}
            </p>
          </div>
          <Choices
            label={`Where does it belong? ${item.text}`}
            choices={bins}
            onChoose={choose}
            feedback={last && !last.right && last.item === item.id ? last : undefined}
            inRow
          />
        </div>
      )}
      <div className={blocks.live} aria-live="polite">
        {last && (
          <Verdict
            takesFocus={isTouched && item === undefined}
            key={`${last.item} ${last.choice}`}
            tone={last.right ? 'right' : 'wrong'}
            word={verdictWord(last.right, last.item)}
          >
            {last.right && (
              <>
                “{items.find((one) => one.id === last.item)?.text}” goes to{' '}
                <strong>{binOf(last.choice)}</strong>.{' '}
              </>
            )}
            {last.why}
          </Verdict>
        )}
      </div>
      <div className={`${classes.bins} grid gap-3`}>
        {bins.map((bin) => {
          const inside = items.filter(({ solved }) => solved?.choice === bin.id);
          return (
            <section key={bin.id} className={`px-4 py-3.5 border rounded bg-canvas`} aria-label={bin.label}>
              <h3 className={`${player.note} flex justify-between gap-2 leading-5.5`}>
                {bin.label}
                <span className="font-medium text-dimmed tabular-nums">{inside.length}</span>
              </h3>
              <p className={blocks.small}>{bin.hint}</p>
              {inside.length > 0 && (
                <ul className={`${classes.inside} grid gap-0.5 border-t`}>
                  {inside.map((one) => (
                    <li key={one.id} className={`${classes.sorted} ${player.note} grid gap-2 leading-5.5`}>
                      <IconCheck size={18} stroke={2} aria-hidden />
                      <details>
                        <summary>{one.text}</summary>
                        <p className={blocks.small}>{one.solved?.why}</p>
                      </details>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          );
        })}
      </div>
    </ExerciseFrame>
  );
}
