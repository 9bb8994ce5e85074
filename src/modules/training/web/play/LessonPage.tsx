import { useEffect } from 'react';
import { isExerciseView } from './exerciseViews.ts';
import { Block } from './blocks/Block.tsx';
import blocks from './blocks/Blocks.module.css';
import { exerciseElement } from './blocks/ExerciseFrame.tsx';
import { NextPlace } from './NextPlace.tsx';
import { PageTitle } from './PageTitle.tsx';
import { quizPlace } from './places.ts';
import classes from './Player.module.css';
import type { Play } from './usePlay.ts';
import { counted } from './words.ts';

export function LessonPage({ play, lesson: id }: { play: Play; lesson: string }) {
  const { view, act } = play;
  const at = view.lessons.findIndex((one) => one.id === id);
  const lesson = view.lessons[at]!;
  const isFinished = view.progress.status === 'finished';
  useEffect(() => {
    // where somebody reads is kept, so that the next visit goes on from here
    if (!isFinished) void act({ kind: 'open', lesson: id });
  }, [id, act, isFinished]);
  const undone = lesson.blocks.filter(isExerciseView).filter(({ done }) => !done);
  // after a test that was not passed, only what it found wanting is read again
  const again = !isFinished && view.quiz.attempts > 0 && view.progress.done.length === view.lessons.length;
  const next = again
    ? view.lessons.find((one) => one.id !== id && view.quiz.reread.includes(one.id))
    : view.lessons[at + 1];
  return (
    <article className={classes.page}>
      <PageTitle
        kicker={
          <>
            Lesson {at + 1} of {view.lessons.length} · {counted(lesson.minutes, 'minute')}
          </>
        }
      >
        {lesson.title}
      </PageTitle>
      <div className={blocks.blocks}>
        {lesson.blocks.map((block, i) => (
          <Block key={'id' in block ? block.id : i} block={block} play={play} />
        ))}
      </div>
      <footer className={classes.foot}>
        {undone.length > 0 && (
          <p className={`${classes.undone} ${classes.note} leading-6 text-dimmed`}>
            {undone.length === 1
              ? 'One exercise on this page is not done yet.'
              : `${undone.length} exercises on this page are not done yet.`}{' '}
            <button
              type="button"
              className={`${classes.textButton} underline text-accent`}
              onClick={() => showExercise(undone[0]!.id)}
            >
              Show it
            </button>
          </p>
        )}
        <NextPlace place={next?.id ?? quizPlace} isQuiet={undone.length > 0}>
          {next ? `Next: ${next.title}` : again ? 'Back to the test' : 'To the test'}
        </NextPlace>
      </footer>
    </article>
  );
}

function showExercise(id: string): void {
  const element = document.getElementById(exerciseElement(id));
  element?.scrollIntoView?.({ block: 'start' });
  element?.focus({ preventScroll: true });
}
