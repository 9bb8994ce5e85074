import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { dashboardPath } from '#modules/dashboard/paths.ts';
import { fillWords } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { DrawingGoals } from '#ui/drawings/DrawingGoals.tsx';
import { useArrowKeys } from '#ui/form/useArrowKeys.ts';
import { GoalsPage } from './GoalsPage.tsx';
import { introPages } from './introPages.tsx';
import classes from './IntroScreen.module.css';
import { messageOf } from './messages.ts';
import { usePortalData } from './queries.ts';
import { pageCount, useIntro, type Intro } from './useIntro.ts';

function Counter({ page }: { page: number }) {
  return (
    <p className="row gap-3 text-small leading-5 text-dimmed tabular-nums mb-5">
      <span className="flex gap-1.5" aria-hidden>
        {Array.from({ length: pageCount }, (_, index) => (
          <span
            key={index}
            className={`${classes.dot} bg-border rounded-full`}
            data-done={index < page || undefined}
          />
        ))}
      </span>
      {page} of {pageCount}
    </p>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={`${classes.points} grid gap-3`}>
      {points.map((point) => (
        <li key={point} className={`${classes.point} flex items-start gap-3 text-reading`}>
          <IconCheck size={18} stroke={2} aria-hidden />
          {point}
        </li>
      ))}
    </ul>
  );
}

function Pages({ intro }: { intro: Intro }) {
  const { page, saving, skip, back, next } = intro;
  const heading = useRef<HTMLHeadingElement>(null);
  const information = introPages[page - 1];
  const turned = useRef(page);
  // a page that was turned begins with its heading, for people who listen to it
  useEffect(() => {
    if (turned.current === page) return;
    turned.current = page;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [page]);
  useArrowKeys({ left: back, right: () => page < pageCount && void next() }, !saving);
  return (
    <div className={`${classes.stage} mx-auto`}>
      <div className={`${classes.card} card grid overflow-hidden`}>
        <div className={`${classes.side} grid place-items-center bg-accent`}>
          <div className={`${classes.drawing} w-full`}>
            {information ? information.drawing : <DrawingGoals />}
          </div>
        </div>
        <div className={`${classes.words} flex flex-col`}>
          <Counter page={page} />
          <h1 ref={heading} tabIndex={-1} className={`${classes.title} text-page text-balance outline-none`}>
            {information ? information.title : 'Your Goals'}
          </h1>
          <p className={`${classes.text} leading-6.5 text-dimmed text-pretty mt-3`}>
            {information
              ? fillWords(information.text)
              : fillWords('What would you like to reach with {brand}? Choose as many as you like.')}
          </p>
          {information ? <Points points={information.points} /> : <GoalsPage intro={intro} />}
          <div className={`${classes.actions} flex justify-between gap-2`}>
            {page > 1 && (
              <Button variant="default" onClick={back} disabled={saving}>
                Back
              </Button>
            )}
            {information && (
              <Button variant="subtle" color="gray" className={classes.skip} onClick={skip}>
                Skip
              </Button>
            )}
            <Button onClick={() => void next()} loading={saving}>
              Next
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Introduces the portal and asks for the organisation's goals, once (platform.md 2, Goals intro). */
export function IntroScreen() {
  const seen = usePortalData();
  const intro = useIntro();
  if (seen.data?.introViewed.dashboard) return <Navigate to={dashboardPath} replace />;
  const failed = [seen, intro.saved].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <ErrorState
        title="The introduction could not be loaded"
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
        retryLabel="Retry"
      >
        {messageOf(failed.error)}
      </ErrorState>
    );
  return seen.data === undefined || intro.saved.data === undefined ? (
    <LoadingText>One moment...</LoadingText>
  ) : (
    <Pages intro={intro} />
  );
}
