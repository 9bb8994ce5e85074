import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useEffect, useRef, useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import type { Play } from '../usePlay.ts';
import { Verdict } from '../Verdict.tsx';
import { verdictWord } from '../words.ts';
import blocks from './Blocks.module.css';
import { Choices } from './Choices.tsx';
import { ExerciseFrame } from './ExerciseFrame.tsx';
import classes from './Triage.module.css';

type View = Extract<ExerciseView, { type: 'triage' }>;
type Item = View['items'][number];

const titleOf = ({ subject, from, body }: Item): string => subject ?? from ?? body;

function Message({ item }: { item: Item }) {
  const hasHead = item.from !== undefined || item.subject !== undefined;
  return (
    <article className="gap-3.5 grid" aria-label={titleOf(item)}>
      {hasHead && (
        <header className="grid gap-2.5">
          {item.subject && <h3 className="text-lead wrap-anywhere">{item.subject}</h3>}
          {item.from && (
            <div className="row gap-2.5 text-body leading-5">
              <span
                className={`${classes.face} rounded-circle grid place-items-center flex-none font-semibold text-accent bg-accent`}
                aria-hidden
              >
                {item.from.slice(0, 1).toUpperCase()}
              </span>
              <span>
                <span className="block font-semibold">{item.from}</span>
                {item.address && <span className="text-dimmed wrap-anywhere">{item.address}</span>}
              </span>
            </div>
          )}
        </header>
      )}
      <p
        className={`${classes.body} text-reading wrap-anywhere whitespace-pre-line`}
        data-plain={!hasHead || undefined}
      >
        {item.body}
      </p>
      {item.link && (
        <p className={`${classes.link} flex gap-2 text-dimmed rounded px-3 py-2`}>
          <IconLink size={18} stroke={1.75} aria-hidden />
          <span>
            <span className={blocks.small}>The link leads to</span>{' '}
            <span className="text-body text-plain font-mono wrap-anywhere">{item.link}</span>
          </span>
        </p>
      )}
    </article>
  );
}

export function Triage({ exercise, play }: { exercise: View; play: Play }) {
  const { id, items, actions } = exercise;
  const open = items.findIndex(({ solved }) => solved === null);
  const [at, setAt] = useState(Math.max(0, open));
  const pane = useRef<HTMLElement>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const moved = useRef<number | null>(null);
  useEffect(() => {
    if (moved.current !== at) return;
    pane.current?.focus();
    moved.current = null;
  }, [at]);
  const item = items[at]!;
  const feedback = play.feedback(id, item.id) ?? (item.solved ? { ...item.solved, right: true } : undefined);
  const solved = items.filter((one) => one.solved).length;
  const next = [...items.keys()]
    .map((i) => (at + 1 + i) % items.length)
    .find((i) => items[i]!.solved === null);
  const go = (to: number) => {
    moved.current = to;
    setAt(to);
  };
  const choose = (choice: string) => {
    setAnswered(item.id);
    return play.act({ kind: 'choose', exercise: id, item: item.id, choice });
  };
  return (
    <ExerciseFrame exercise={exercise} state={`${solved} of ${items.length} decided`}>
      <div className={`${classes.desk} grid border rounded overflow-hidden`}>
        <ol className={`${classes.list} bg-canvas`} aria-label="Messages">
          {items.map((one, i) => (
            <li key={one.id}>
              <button
                type="button"
                className={`${classes.entry} min-h-14 grid items-center w-full relative gap-2.5 text-start border-b px-3 py-2`}
                aria-current={i === at || undefined}
                onClick={() => go(i)}
              >
                {one.solved ? (
                  <IconCircleCheck size={20} stroke={1.75} aria-hidden className="text-success" />
                ) : (
                  <IconMail size={20} stroke={1.75} aria-hidden className="text-dimmed" />
                )}
                <span className="grid text-body leading-5 visually-hidden-narrow">
                  {one.subject && one.from && (
                    <span className="truncate text-small text-dimmed">{one.from}</span>
                  )}
                  <span className="truncate font-medium">{titleOf(one)}</span>
                </span>
                <span className="visually-hidden">{one.solved ? '(decided)' : '(not decided)'}</span>
              </button>
            </li>
          ))}
        </ol>
        <section
          ref={pane}
          tabIndex={-1}
          className={`${classes.pane} stack gap-4 p-5 outline-none`}
          aria-label={`Message ${at + 1} of ${items.length}`}
        >
          <p className="text-small leading-5 text-dimmed">
            Message {at + 1} of {items.length}
          </p>
          <Message item={item} />
          <Choices
            key={item.id}
            label="What do you do?"
            choices={actions}
            onChoose={choose}
            feedback={feedback}
            inRow
          />
          <div className={blocks.live} aria-live="polite">
            {feedback && (
              <Verdict
                key={`${item.id} ${feedback.choice}`}
                takesFocus={feedback.right && answered === item.id}
                tone={feedback.right ? 'right' : 'wrong'}
                word={verdictWord(feedback.right, `${item.id} ${feedback.choice}`)}
              >
                {feedback.why}
              </Verdict>
            )}
          </div>
          {feedback?.right && next !== undefined && (
            <Button
              className={`${classes.next} justify-self-start`}
              variant="light"
              size="md"
              rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
              onClick={() => go(next)}
            >
              Next message
            </Button>
          )}
        </section>
      </div>
    </ExerciseFrame>
  );
}
