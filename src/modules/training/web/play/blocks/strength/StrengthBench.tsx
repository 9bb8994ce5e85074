import { Button } from '@mantine/core';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { ExerciseView } from '../../../../playEntities.ts';
import type { Play } from '../../usePlay.ts';
import { Verdict } from '../../Verdict.tsx';
import blocks from '../Blocks.module.css';
import { ExerciseFrame } from '../ExerciseFrame.tsx';
import { judge } from './strength.ts';
import classes from './StrengthBench.module.css';

type View = Extract<ExerciseView, { type: 'strength' }>;
const triesThatDo = 3;
const words = (percent: number): string =>
  percent === 0
    ? ''
    : percent < 35
      ? 'guessed at once'
      : percent < 60
        ? 'guessed soon'
        : percent < 80
          ? 'hard to guess'
          : 'very hard to guess';

/** A bench for passwords. What is typed never leaves this component: it is judged here, and gone with the next letter. */
export function StrengthBench({ exercise, play }: { exercise: View; play: Play }) {
  const { id, tips, done } = exercise;
  const field = useId();
  const [text, setText] = useState('');
  const [feedback, setFeedback] = useState<{ verdict: string; percent: number; tries: number } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = text === '' && feedback ? feedback : judge(text);
  const test = (event: FormEvent) => {
    event.preventDefault();
    if (text === '') {
      input.current?.focus();
      return;
    }
    const { verdict, percent } = judge(text);
    const tries = (feedback?.tries ?? 0) + 1;
    setFeedback({ verdict, percent, tries });
    setText('');
    input.current?.focus();
    if (!done && (verdict === 'good' || tries >= triesThatDo)) void play.act({ kind: 'tried', exercise: id });
  };
  const tip =
    feedback &&
    (tips.find(({ when }) => when === feedback.verdict) ?? tips.find(({ when }) => when === 'short'));
  return (
    <ExerciseFrame
      exercise={exercise}
      state={feedback ? `${Math.min(feedback.tries, triesThatDo)} of ${triesThatDo} tries` : undefined}
    >
      <form className="grid gap-3" autoComplete="off" noValidate onSubmit={test}>
        <div>
          <label className="text-reading font-medium" htmlFor={field}>
            A made-up password
          </label>
          <p id={`${field}-hint`} className={blocks.small}>
            Never one that you use. It is checked on this page, not sent and not kept.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id={field}
            className={`${classes.input} min-w-0 text-plain font-mono rounded bg-card`}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            data-1p-ignore
            data-lpignore="true"
            data-bwignore
            maxLength={80}
            value={text}
            aria-describedby={`${field}-hint`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="md">
            Test it
          </Button>
        </div>
        <div
          className={`${classes.scale} grid items-center gap-3`}
          data-good={shown.verdict === 'good' || undefined}
        >
          <div className={`${classes.track} bg-border rounded-full overflow-hidden`} aria-hidden>
            <div className={`${classes.fill} h-full`} style={{ width: `${shown.percent}%` }} />
          </div>
          <p className="text-body leading-5 text-dimmed">{words(shown.percent)}</p>
        </div>
      </form>
      <div className={blocks.live} aria-live="polite">
        {feedback && tip && (
          <Verdict
            key={feedback.tries}
            tone={feedback.verdict === 'good' ? 'right' : 'wrong'}
            word={feedback.verdict === 'good' ? 'Strong.' : `${words(feedback.percent).replace(/^g/, 'G')}.`}
          >
            {tip.text} <span className={blocks.small}>(What you typed is thrown away.)</span>
          </Verdict>
        )}
      </div>
    </ExerciseFrame>
  );
}
