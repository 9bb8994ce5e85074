import { useMemo, useState } from 'react';
import { UiProvider } from '#ui/theme/UiProvider.tsx';
import type { Course } from '../../../course.ts';
import type { PackageSettings } from '../../../packageSettings.ts';
import { progressOf } from '../../../play.ts';
import { freshState, readState, writeState } from '../../../playState.ts';
import { CoursePlayer } from '../../play/CoursePlayer.tsx';
import { packagePort } from '../../play/packagePort.ts';
import type { LearningSystem, Report } from './learningSystem.ts';
import classes from './PackagePage.module.css';

const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const statusOf = (status: string): Report['status'] =>
  status === 'finished' ? 'passed' : status === 'failedQuiz' ? 'failed' : 'inProgress';

const portOf = (course: Course, system: LearningSystem, passMark: number) =>
  packagePort({
    course,
    state: readState(system.state) ?? freshState(newSeed()),
    passMark,
    onState: async (state) => {
      const { status, place } = progressOf(course, state, { now: new Date() });
      await system.report({
        state: writeState(state),
        place,
        status: statusOf(status),
        score: state.passed?.score ?? state.best,
      });
    },
  });

function Logo({ brand }: Pick<PackageSettings, 'brand'>) {
  const { name, logo, logoDark, logoSize } = brand;
  return (
    <picture>
      <source srcSet={logoDark} media="(prefers-color-scheme: dark)" />
      <img src={logo} alt={name} height={28} width={Math.round((28 * logoSize.width) / logoSize.height)} />
    </picture>
  );
}

export type PackagePageProps = {
  settings: PackageSettings;
  course: Course;
  system: LearningSystem;
  isKept: boolean;
};

export function PackagePage({ settings, course, system, isKept }: PackagePageProps) {
  const port = useMemo(
    () => portOf(course, system, system.passMark ?? settings.passMark),
    [course, system, settings.passMark],
  );
  const [hasLeft, setHasLeft] = useState(false);
  const leave = () => {
    system.leave();
    if (system.returnAddress) location.assign(system.returnAddress);
    else setHasLeft(true);
  };
  return (
    <UiProvider look={{ accent: settings.brand.accent, radius: settings.brand.radius }}>
      {!isKept && (
        <p className={`px-4 py-2.5 text-body text-plain text-center border-b bg-hover`}>
          This course was opened outside a learning system: you can take it, but nothing is recorded.
        </p>
      )}
      {hasLeft ? (
        <main className={classes.left}>
          <h1>Your progress is saved</h1>
          <p>You can close this window, or go on in your learning system.</p>
        </main>
      ) : (
        <CoursePlayer
          port={port}
          brand={<Logo brand={settings.brand} />}
          onLeave={isKept ? leave : undefined}
          leaveLabel="Save and leave"
        />
      )}
    </UiProvider>
  );
}

export const PageFailed = () => (
  <main className={classes.left}>
    <h1>This course could not be opened</h1>
    <p>
      Close the window and open it again from your learning system. If that does not help, tell its
      administrator.
    </p>
  </main>
);
