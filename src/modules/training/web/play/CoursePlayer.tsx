import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link } from '#ui/text/Link.tsx';
import type { PlayView } from '../../playEntities.ts';
import { EndPage } from './EndPage.tsx';
import { LessonPage } from './LessonPage.tsx';
import { GoingProvider, type Going } from './PlaceLink.tsx';
import { endPlace, placeOf, quizPlace, startPlace } from './places.ts';
import classes from './Player.module.css';
import type { PlayPort } from './port.ts';
import { QuizPage } from './quiz/QuizPage.tsx';
import { Rail } from './Rail.tsx';
import { StartPage } from './StartPage.tsx';
import { Unsaved } from './Unsaved.tsx';
import { usePlay, type Play } from './usePlay.ts';
import { Waiting } from './Waiting.tsx';

export type Contact = { name: string; reach: string };
export type CoursePlayerProps = {
  /** Keep it the same object from one render to the next. */
  port: PlayPort;
  /** Where the course stands open, where an address says so; else the player keeps it itself. */
  place?: string | null | undefined;
  /** Where the player begins when it keeps the place itself; else where the person was. */
  first?: string | undefined;
  onPlace?: ((place: string, how: { replace: boolean }) => void) | undefined;
  hrefOf?: Going['hrefOf'];
  brand?: ReactNode;
  contact?: Contact | null | undefined;
  onLeave?: (() => void) | undefined;
  leaveHref?: string | undefined;
  leaveLabel?: string;
  /** Once, when the test was passed in this visit. */
  onFinished?: ((score: number) => void) | undefined;
  certificate?: ReactNode;
  next?: ReactNode;
  /** It stands in a page that has a header and a main part already. */
  isWithin?: boolean;
};

const leaveLook = {
  variant: 'subtle',
  color: 'gray',
  className: classes.leave,
  leftSection: <IconArrowLeft size={18} stroke={1.75} aria-hidden />,
} as const;

function PlaceContent({
  play,
  place,
  certificate,
  next,
}: {
  play: Play;
  place: string;
  certificate: ReactNode;
  next: ReactNode;
}) {
  if (place === startPlace) return <StartPage key={place} play={play} />;
  if (place === quizPlace) return <QuizPage key={place} play={play} />;
  if (place === endPlace) return <EndPage key={place} play={play} certificate={certificate} next={next} />;
  return <LessonPage key={place} play={play} lesson={place} />;
}

/** Where in the course the person is, kept in the address or by the player itself. */
function usePlace(view: PlayView | null, { place: given, first, onPlace, hrefOf }: CoursePlayerProps) {
  const [kept, setKept] = useState<string | null>(first ?? null);
  const wanted = onPlace ? (given ?? null) : kept;
  const place = view && placeOf(view, wanted);
  const going = useMemo((): Going => {
    return { go: (to) => (onPlace ? onPlace(to, { replace: false }) : setKept(to)), hrefOf };
  }, [onPlace, hrefOf]);
  useEffect(() => {
    // what is shown first is decided once, by how far the person was
    if (place !== null && wanted !== place) onPlace?.(place, { replace: true });
  }, [place, wanted, onPlace]);
  if (!onPlace && place !== null && kept !== place) setKept(place);
  return { place, going };
}

/** Calls `onFinished` when the test is passed while the course is open; a test passed earlier does not count. */
function useFinished(view: PlayView | null, onFinished: CoursePlayerProps['onFinished']) {
  const wasPassed = useRef<boolean | null>(null);
  const isPassed = view ? view.quiz.state === 'passed' : null;
  const score = view?.quiz.bestScore ?? 0;
  useEffect(() => {
    if (wasPassed.current === false && isPassed) onFinished?.(score);
    wasPassed.current = isPassed;
  }, [isPassed, onFinished, score]);
}

/** A course from its first page to its last, for whatever keeps the state behind the port. */
export function CoursePlayer(props: CoursePlayerProps) {
  const {
    port,
    brand,
    contact,
    onLeave,
    leaveHref,
    leaveLabel = 'Leave',
    onFinished,
    certificate,
    next,
    isWithin = false,
  } = props;
  const { play, failure, load, isUnsaved, retry, busy } = usePlay(port);
  const { place, going } = usePlace(play && play.view, props);
  useFinished(play && play.view, onFinished);
  const Bar = isWithin ? 'div' : 'header';
  const Main = isWithin ? 'div' : 'main';
  const mainId = isWithin ? undefined : 'main';
  return (
    <div className={`${classes.player} bg-canvas`}>
      <Bar className={classes.bar}>
        {brand && <div className="min-w-0">{brand}</div>}
        {leaveHref !== undefined ? (
          <Button {...leaveLook} component={Link} href={leaveHref}>
            {leaveLabel}
          </Button>
        ) : (
          onLeave && (
            <Button {...leaveLook} onClick={onLeave}>
              {leaveLabel}
            </Button>
          )
        )}
      </Bar>
      {play && place ? (
        <GoingProvider value={going}>
          <div className={`${classes.columns} grid justify-center`}>
            <Rail view={play.view} place={place} />
            <Main id={mainId} className={classes.main}>
              <PlaceContent play={play} place={place} certificate={certificate} next={next} />
              {contact && (
                <p
                  className={`${classes.contact} text-body leading-5.5 text-dimmed wrap-anywhere text-pretty border-t`}
                >
                  Something looks wrong at work? Tell <strong>{contact.name}</strong>
                  {contact.reach && <>, {contact.reach}</>}. Better once too often.
                </p>
              )}
            </Main>
          </div>
        </GoingProvider>
      ) : (
        <div className={`${classes.columns} grid justify-center`}>
          <div />
          <Main id={mainId} className={classes.main}>
            {failure ? <LoadFailed onRetry={() => void load()} /> : <Waiting label="Opening the course" />}
          </Main>
        </div>
      )}
      <div role="alert">{isUnsaved && <Unsaved onRetry={retry} busy={busy} />}</div>
    </div>
  );
}

const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classes.page}>
    <h1 className={`${classes.title} wrap-anywhere text-balance outline-none`}>
      The course could not be opened
    </h1>
    <p className={classes.lead}>Nothing was lost. Check your connection and try again.</p>
    <div className={classes.foot}>
      <Button size="md" leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  </div>
);
