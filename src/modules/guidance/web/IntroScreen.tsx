import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { dashboardPath } from '#modules/dashboard/paths.ts';
import { fillWords } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingText } from '#ui/LoadingText.tsx';
import { DrawingGoals } from '#ui/drawings/DrawingGoals.tsx';
import { useArrowKeys } from '#ui/useArrowKeys.ts';
import { GoalsPage } from './GoalsPage.tsx';
import { introPages } from './introPages.tsx';
import classes from './IntroScreen.module.css';
import { messageOf } from './messages.ts';
import { usePortalData } from './queries.ts';
import { pageCount, useIntro, type Intro } from './useIntro.ts';

function Counter({ page }: { page: number }) {
  return (
    <p className={classes.counter}>
      <span className={classes.dots} aria-hidden>
        {Array.from({ length: pageCount }, (_, index) => (
          <span key={index} className={classes.dot} data-done={index < page || undefined} />
        ))}
      </span>
      {page} of {pageCount}
    </p>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={classes.points}>
      {points.map((point) => (
        <li key={point} className={classes.point}>
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
    <div className={classes.stage}>
      <div className={classes.card}>
        <div className={classes.side}>
          <div className={classes.drawing}>{information ? information.drawing : <DrawingGoals />}</div>
        </div>
        <div className={classes.words}>
          <Counter page={page} />
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {information ? information.title : 'Your Goals'}
          </h1>
          <p className={classes.text}>
            {information
              ? fillWords(information.text)
              : fillWords('What would you like to reach with {brand}? Choose as many as you like.')}
          </p>
          {information ? <Points points={information.points} /> : <GoalsPage intro={intro} />}
          <div className={classes.actions}>
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
