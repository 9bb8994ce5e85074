import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { useState } from 'react';
import { percentOf } from '#platform/percent.ts';
import { PageTitle } from '../PageTitle.tsx';
import player from '../Player.module.css';
import type { Play } from '../usePlay.ts';
import { counted } from '../words.ts';

/** The fewest right answers that come to the score. */
const leastRight = (asks: number, passMark: number): number =>
  Array.from({ length: asks }, (_, at) => at + 1).find((right) => percentOf(right, asks) >= passMark) ?? asks;

export function IntroPage({ play: { view }, onStart }: { play: Play; onStart: () => Promise<void> }) {
  const { asks, passMark, attemptsLeft } = view.quiz;
  return (
    <article className={player.page}>
      <PageTitle kicker="Test">Ready for {counted(asks, 'question')}?</PageTitle>
      <p className={player.lead}>You read all of it. Now see what stayed.</p>
      <section className="card p-6">
        <ul className={`${player.points} text-reading bullets`}>
          <li>
            <strong>{passMark}%</strong> is enough: {leastRight(asks, passMark)} of {asks}.
          </li>
          <li>Each answer is explained as soon as you give it.</li>
          <li>
            {attemptsLeft === 1 ? 'One try is left' : `You have ${attemptsLeft} tries`}, each with other
            questions.
          </li>
          <li>Take your time. You can stop in the middle and continue later.</li>
        </ul>
      </section>
      <footer className={player.foot}>
        <StartButton label="Start the test" onStart={onStart} />
      </footer>
    </article>
  );
}

export function StartButton({ label, onStart }: { label: string; onStart: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await onStart();
    setBusy(false);
  };
  return (
    <Button
      size="lg"
      className={player.next}
      loading={busy}
      rightSection={<IconArrowRight size={20} stroke={1.75} aria-hidden />}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}
