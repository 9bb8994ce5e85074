import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { dayWords } from '#platform/days.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { LinkMessage, LinkPage } from '#platform/web/LinkPage.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingSteps } from '#ui/drawings/DrawingSteps.tsx';
import { Link } from '#ui/text/Link.tsx';
import { trainingPaths } from '../../paths.ts';
import { CoursePlayer } from '../play/CoursePlayer.tsx';
import type { PlayPort } from '../play/port.ts';
import { Waiting } from '../play/Waiting.tsx';
import { LinkFailed } from './LinkFailed.tsx';
import { deadLink, isRefusal } from './messages.ts';
import { certificateFile, serverPort, useLearning, useRefreshLearning, type Learning } from './queries.ts';
import { sortedCourses } from './sorted.ts';

const PackagePlayer = lazy(async () => ({
  default: (await import('../package/PackagePlayer.tsx')).PackagePlayer,
}));
/** Courses that a company brought have a number, the year's have a name. */
const isOwnCourse = (course: string): boolean => /^[\da-f]{8}-[\da-f]{4}-/.test(course);

function NotOpen({
  home,
  learning,
  course,
}: {
  home: string;
  learning: Learning | undefined;
  course: string;
}) {
  const locked = learning?.courses.find((one) => one.course === course && !one.isUnlocked);
  const back = (
    <Button component={Link} href={home} size="md">
      To your courses
    </Button>
  );
  return (
    <LinkPage home={home} narrow>
      {locked ? (
        <LinkMessage drawing={<DrawingSteps />} title={`“${locked.title}” is not open yet`} action={back}>
          <p>It opens on {dayWords(locked.unlockOn)}. An email will tell you.</p>
        </LinkMessage>
      ) : (
        <LinkMessage drawing={<DrawingLost />} title="This course is not among yours" action={back}>
          <p>It may have been removed from your list. What you did stays on record.</p>
        </LinkMessage>
      )}
    </LinkPage>
  );
}

/** One course of the link's person. Each place of it is an address, so going back and reloading work. */
export function LearnCourseScreen() {
  const { token = '', course = '', place } = useParams();
  const navigate = useNavigate();
  const home = trainingPaths.learn(token);
  const found = useLearning(token);
  const refresh = useRefreshLearning(token);
  // what ends the visit: a link that is over, a course that is closed
  const [over, setOver] = useState<unknown>(null);
  const port = useMemo((): PlayPort => {
    const kept = serverPort(token, course);
    const watched = <T,>(answer: Promise<T>): Promise<T> =>
      answer.catch((error: unknown) => {
        if (deadLink(error) || isRefusal(error, 'course-locked', 'no-such-course')) setOver(error);
        throw error;
      });
    return { load: () => watched(kept.load()), act: (action) => watched(kept.act(action)) };
  }, [token, course]);
  const onPlace = useCallback(
    (to: string, { replace }: { replace: boolean }) =>
      void navigate(trainingPaths.learnPlace(token, course, to), { replace }),
    [navigate, token, course],
  );
  const hrefOf = useCallback((to: string) => trainingPaths.learnPlace(token, course, to), [token, course]);
  const ended = over ?? (found.data ? null : found.error);
  if (ended && deadLink(ended))
    return (
      <LinkFailed
        token={token}
        error={ended}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  if (over) return <NotOpen home={home} learning={found.data} course={course} />;
  if (isOwnCourse(course))
    return (
      <Suspense
        fallback={
          <LinkPage home={home} narrow>
            <Waiting label="Opening the course" />
          </LinkPage>
        }
      >
        <PackagePlayer key={course} token={token} course={course} />
      </Suspense>
    );
  const mine = found.data?.courses.find((one) => one.course === course);
  const nextCourse = found.data && sortedCourses(found.data.courses).now.find((one) => one.course !== course);
  return (
    <CoursePlayer
      key={course}
      port={port}
      place={place ?? null}
      onPlace={onPlace}
      hrefOf={hrefOf}
      brand={<BrandLogo href={home} />}
      contact={found.data?.contact}
      leaveHref={home}
      leaveLabel="All courses"
      onFinished={refresh}
      certificate={
        mine?.certificate && (
          <Button
            component="a"
            href={certificateFile(token, mine.certificate)}
            download
            size="md"
            leftSection={<IconCertificate size={20} stroke={1.5} aria-hidden />}
          >
            Download your certificate
          </Button>
        )
      }
      next={
        <Button
          component={Link}
          href={nextCourse ? trainingPaths.learnCourse(token, nextCourse.course) : home}
          size="md"
          variant="default"
          rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
        >
          {nextCourse ? `Next course: ${nextCourse.title}` : 'To your courses'}
        </Button>
      }
    />
  );
}
