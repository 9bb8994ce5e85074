import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconArrowsMinimize from '@tabler/icons-react/dist/esm/icons/IconArrowsMinimize.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useCallback, useEffect, useState } from 'react';
import type { ReplyOf } from '#platform/endpoint.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { call } from '#platform/web/call.ts';
import { Link } from '#ui/text/Link.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { packageContract } from '../../packageContract.ts';
import { trainingPaths } from '../../paths.ts';
import { PackageFrame } from './PackageFrame.tsx';
import classes from './PackagePlayer.module.css';
import { SavedNotice } from './SavedNotice.tsx';
import { useSaver, type Standing } from './useSaver.ts';
import { packageMessageOf } from './words.ts';

type Opened = ReplyOf<(typeof packageContract)['openPackage']>['data'];

export type PackagePlayerProps = {
  /** The secret of the learner's link. */
  token: string;
  course: string;
  onStanding?: ((standing: Standing) => void) | undefined;
};

/** A course that the organisation brought, in a frame that can reach nothing of the portal. */
export function PackagePlayer({ token, course, ...rest }: PackagePlayerProps) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    queryKey: ['package', token, course],
    queryFn: async ({ signal }) =>
      (await call(packageContract.openPackage, { token, course }, { signal })).data,
    // a new answer has new addresses and would begin the part anew
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data && !(error && !isFetching))
    return (
      <OpenedPackage
        key={dataUpdatedAt}
        token={token}
        course={course}
        opened={data}
        onReopen={() => void refetch()}
        {...rest}
      />
    );
  return (
    <div className={`${classes.player} flex flex-col text-plain bg-canvas`}>
      <header className={`${classes.bar} min-h-16 row flex-wrap gap-2 gap-x-4 border-b bg-card`}>
        <BrandLogo href={trainingPaths.learn(token)} />
        <span className={`${classes.grow} flex-1`} />
        <Leave token={token} />
      </header>
      <main id="main" className={`${classes.alone} grid justify-items-start w-full gap-4`}>
        {error && !isFetching ? (
          <>
            <h1 className="text-page text-balance">The course could not be opened</h1>
            <p>{packageMessageOf(error)} What you did before is kept.</p>
            <Button
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              onClick={() => void refetch()}
            >
              Try again
            </Button>
          </>
        ) : (
          <SkeletonPanel bare lines={12} height={520} label="Opening the course" />
        )}
      </main>
    </div>
  );
}

const Leave = ({ token }: { token: string }) => (
  <Button
    component={Link}
    href={trainingPaths.learn(token)}
    variant="subtle"
    color="gray"
    leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
  >
    All courses
  </Button>
);

type OpenedProps = PackagePlayerProps & { opened: Opened; onReopen: () => void };

/** Addresses of frames end after eight hours: a page that was left open over night asks for new ones. */
const hoursOpen = 7.5;

function useIsOld(): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const end = Date.now() + hoursOpen * 3_600_000;
    // a computer that slept does not count the time
    const timer = setInterval(() => setOld(Date.now() > end), 60_000);
    return () => clearInterval(timer);
  }, []);
  return isOld;
}

function OpenedPackage({ token, course, opened, onReopen, onStanding }: OpenedProps) {
  const { parts, title } = opened;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      parts.findIndex(({ isDone }) => !isDone),
    ),
  );
  const [done, setDone] = useState(() => new Set(parts.filter(({ isDone }) => isDone).map(({ id }) => id)));
  const [status, setStatus] = useState({ status: opened.status, bestScore: opened.bestScore });
  const [isWide, setWide] = useState(false);
  const heard = useCallback(
    (part: string, standing: Standing) => {
      if (standing.isDone) setDone((before) => (before.has(part) ? before : new Set(before).add(part)));
      setStatus(standing);
      onStanding?.(standing);
    },
    [onStanding],
  );
  const { saver, saving, error } = useSaver({ token, course, onStanding: heard });
  useEffect(() => {
    if (!isWide) return;
    const leaveWide = (event: KeyboardEvent) => event.key === 'Escape' && setWide(false);
    window.addEventListener('keydown', leaveWide);
    return () => window.removeEventListener('keydown', leaveWide);
  }, [isWide]);
  const part = parts[at]!;
  const isOld = useIsOld();
  const Wide = isWide ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <div className={`${classes.player} flex flex-col text-plain bg-canvas`} data-wide={isWide || undefined}>
      <header className={`${classes.bar} min-h-16 row flex-wrap gap-2 gap-x-4 border-b bg-card`}>
        {!isWide && (
          <span className={classes.brand}>
            <BrandLogo href={trainingPaths.learn(token)} />
          </span>
        )}
        <h1 className={`${classes.title} min-w-0 text-reading wrap-anywhere`}>{title}</h1>
        <span className={`${classes.grow} flex-1`} />
        <SavedNotice
          saving={saving}
          error={error}
          finished={status.status === 'finished'}
          score={status.bestScore}
          onRetry={saver.retry}
        />
        <Button
          variant="subtle"
          color="gray"
          className={classes.wide}
          aria-pressed={isWide}
          leftSection={<Wide size={18} stroke={1.75} aria-hidden />}
          onClick={() => setWide(!isWide)}
        >
          Full window
        </Button>
        <Leave token={token} />
      </header>
      {isOld && (
        <p
          className={`${classes.old} row flex-wrap justify-center gap-2 gap-x-4 text-body border-b bg-accent`}
          role="alert"
        >
          This page has been open for hours.
          <Button variant="default" size="compact-sm" mih={40} onClick={onReopen}>
            Open the course again
          </Button>
        </p>
      )}
      <div className={`${classes.columns} flex flex-1`} data-several={parts.length > 1 || undefined}>
        {parts.length > 1 && <PartList parts={parts} at={at} done={done} onPick={setAt} />}
        <main id="main" className={`${classes.main} flex flex-1 min-w-0`}>
          <PackageFrame key={part.id} part={part} onSave={saver.keep} />
        </main>
      </div>
    </div>
  );
}

type PartListProps = {
  parts: Opened['parts'];
  at: number;
  done: ReadonlySet<string>;
  onPick: (at: number) => void;
};

const PartList = ({ parts, at, done, onPick }: PartListProps) => (
  <nav aria-label="Parts of the course" className={`${classes.parts} flex-none bg-card p-4`}>
    <ol>
      {parts.map((one, i) => (
        <li key={one.id}>
          <button
            type="button"
            className={`${classes.part} row w-full gap-3 text-body leading-5 text-start rounded px-3 py-2`}
            aria-current={i === at ? 'step' : undefined}
            onClick={() => onPick(i)}
          >
            <span
              className={`${classes.mark} rounded-circle grid place-items-center flex-none text-small tabular-nums`}
              data-done={done.has(one.id) || undefined}
              aria-hidden
            >
              {done.has(one.id) ? <IconCheck size={16} stroke={2.5} /> : i + 1}
            </span>
            <span>
              {one.title}
              {done.has(one.id) && <span className="visually-hidden"> (done)</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  </nav>
);
