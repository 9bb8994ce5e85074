import { useEffect, useState } from 'react';
import { NextPlace } from '../NextPlace.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { endPlace } from '../places.ts';
import player from '../Player.module.css';
import type { Play } from '../usePlay.ts';
import { counted, waitingWords } from '../words.ts';
import { AnsweredOptions } from './AnsweredOptions.tsx';
import { StartButton } from './IntroPage.tsx';
import classes from './Result.module.css';
import { ScoreRing } from './ScoreRing.tsx';

/** Now, in whole minutes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const titles = {
  passed: 'Passed',
  open: 'Not there yet',
  closed: 'Not there yet',
  waiting: 'Take a break first',
  reread: 'Read again, then try again',
};

function WhatNow({ play: { view } }: { play: Play }) {
  const { quiz } = view;
  const now = useNow();
  switch (quiz.state) {
    case 'passed':
      return <p className={player.lead}>That was the hard part. One small thing is left to do.</p>;
    case 'waiting':
      return (
        <p className={player.lead}>
          That was the third try. The next one opens in{' '}
          {quiz.opensAt ? waitingWords(now, Date.parse(quiz.opensAt)) : 'a while'}. Until then, open the
          lessons below once more: the test will ask for them.
        </p>
      );
    case 'reread':
      return <p className={player.lead}>Open the lessons below once more; then you get three new tries.</p>;
    case 'closed':
      return <p className={player.lead}>The course has changed since. Finish its lessons, then try again.</p>;
    default:
      return (
        <p className={player.lead}>
          {quiz.passMark}% is needed.{' '}
          {quiz.attemptsLeft === 1 ? 'One try is' : `${quiz.attemptsLeft} tries are`} left, with other
          questions.
        </p>
      );
  }
}

export function ResultPage({ play, onStart }: { play: Play; onStart: () => Promise<void> }) {
  const { quiz, lessons, progress } = play.view;
  const { score, missedLessons } = quiz.last!;
  const state = quiz.state === 'running' ? 'open' : quiz.state;
  const again = state === 'waiting' || state === 'reread' ? quiz.reread : missedLessons;
  const toRead = lessons.filter(({ id }) => again.includes(id));
  const right = quiz.questions.filter(({ answer }) => answer?.right).length;
  return (
    <article className={player.page}>
      <PageTitle kicker="Your result">{titles[state]}</PageTitle>
      <WhatNow play={play} />
      <section className={`${classes.result} card row gap-6`} aria-label="Score">
        <ScoreRing score={score} mark={quiz.passMark} />
        <p className={`${classes.resultWords} text-pretty`}>
          <strong>
            {right} of {quiz.questions.length}
          </strong>{' '}
          right. {quiz.passMark}% was needed.
          {quiz.attempts > 1 && quiz.bestScore !== null && (
            <>
              {' '}
              Your best of {counted(quiz.attempts, 'try', 'tries')}: {quiz.bestScore}%.
            </>
          )}
        </p>
      </section>
      {toRead.length > 0 && (
        <section>
          <h2 className="text-lead mb-3">
            {state === 'passed' ? 'Worth a second look' : 'Read these again'}
          </h2>
          <ul className={`${classes.lessons} card overflow-hidden`}>
            {toRead.map(({ id, title, minutes }) => (
              <li key={id}>
                <PlaceLink place={id} className={classes.lesson}>
                  <span>{title}</span>
                  <span className={classes.lessonState}>{counted(minutes, 'minute')}</span>
                </PlaceLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <footer className={player.foot}>
        {state === 'passed' && <NextPlace place={endPlace}>Finish the course</NextPlace>}
        {state === 'open' && <StartButton label="Try again" onStart={onStart} />}
        {(state === 'waiting' || state === 'reread') && toRead[0] && (
          <NextPlace place={toRead[0].id}>Read: {toRead[0].title}</NextPlace>
        )}
        {state === 'closed' && <NextPlace place={progress.place}>Go on</NextPlace>}
      </footer>
      {quiz.questions.length > 0 && (
        <section>
          <h2 className="text-lead mb-3">Your answers</h2>
          <ol className={`${classes.review} card overflow-hidden`}>
            {quiz.questions.map(
              (question) =>
                question.answer && (
                  <li key={question.id}>
                    <details>
                      <summary data-right={question.answer.right || undefined}>
                        <span>{question.stem}</span>
                        <span className={classes.lessonState}>
                          {question.answer.right ? 'Right' : 'Not right'}
                        </span>
                      </summary>
                      <AnsweredOptions question={question} answer={question.answer} />
                    </details>
                  </li>
                ),
            )}
          </ol>
        </section>
      )}
    </article>
  );
}
