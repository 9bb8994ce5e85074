import type { ReactNode } from 'react';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { NextPlace } from './NextPlace.tsx';
import { PageTitle } from './PageTitle.tsx';
import { quizPlace } from './places.ts';
import classes from './Player.module.css';
import { PrintSheet } from './PrintSheet.tsx';
import type { Play } from './usePlay.ts';

type EndPageProps = {
  play: Play;
  /** The certificate's download, and what comes next. */
  certificate?: ReactNode;
  next?: ReactNode;
};

export function EndPage({ play: { view }, certificate, next }: EndPageProps) {
  const { course, quiz } = view;
  const { takeaway } = course;
  if (quiz.state !== 'passed')
    return (
      <article className={classes.page}>
        <PageTitle>The end is near</PageTitle>
        <p className={classes.lead}>
          This page opens once the test is passed. It has one small thing for you to do today.
        </p>
        <footer className={classes.foot}>
          <NextPlace place={quiz.state === 'closed' ? view.progress.place : quizPlace}>
            {quiz.state === 'closed' ? 'Back to the lessons' : 'To the test'}
          </NextPlace>
        </footer>
      </article>
    );
  const asText = [takeaway.title, takeaway.do, ...takeaway.points.map((point) => `- ${point}`)].join('\n');
  return (
    <article className={classes.page}>
      <PageTitle kicker="Course finished">Well done. One thing is left</PageTitle>
      <p className={classes.lead}>
        You finished “{course.title}”{quiz.bestScore !== null && <> with {quiz.bestScore}%</>}. It helps most
        if you do this today.
      </p>
      <section className={`${classes.takeaway} bg-accent card p-6`} aria-labelledby="takeaway">
        <h2 id="takeaway" className="text-title">
          {takeaway.title}
        </h2>
        <p className={`${classes.today} text-lead text-pretty mt-2`}>{takeaway.do}</p>
        <ul className={`${classes.points} text-reading bullets`}>
          {takeaway.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <div className={`${classes.actions} flex flex-wrap gap-2 mt-5`}>
          <PrintSheet label="Print">
            <h1>{takeaway.title}</h1>
            <p>
              <strong>{takeaway.do}</strong>
            </p>
            <ul>
              {takeaway.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <p>{course.title}</p>
          </PrintSheet>
          <CopyButton value={asText} label="Copy" withLabel />
        </div>
      </section>
      {(certificate || next) && (
        <footer className={classes.foot}>
          {certificate}
          {next}
        </footer>
      )}
    </article>
  );
}
