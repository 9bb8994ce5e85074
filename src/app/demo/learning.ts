import type { DateTime } from 'luxon';
import { isBusinessDay } from '#platform/businessDays.ts';
import type { Course } from '#modules/training/course.ts';
import { freshState, type PlayState } from '#modules/training/playState.ts';
import { addTrainees } from '#modules/training/server/trainees/addTrainees.ts';
import { courses } from '#modules/training/server/courses/courses.ts';
import { editTrainees } from '#modules/training/server/trainees/editTrainees.ts';
import { trainingModule } from '#modules/training/server/module.ts';
import { openLearner } from '#modules/training/server/learn/learnLinks.ts';
import { keepPlay } from '#modules/training/server/learn/learnPlay.ts';
import { passMarkOf } from '#modules/training/server/courses/passMark.ts';
import { lockTrainee } from '#modules/training/server/progress/progress.store.ts';
import { remindOfTrainingJob } from '#modules/training/server/mails/trainingReminders.ts';
import { trainingContract } from '#modules/training/contract.ts';
import { loadTraining } from '#modules/training/server/trainees/traineeList.ts';
import { chanceBetween } from './chance.ts';
import { departments, enrolled, paceOf, type Pace } from './learningYear.ts';
import { visitorCtx } from './oneTransaction.ts';
import { tokenInMail } from './policies.ts';
import { readLessons, takeTest } from './takeCourse.ts';
import { team, type Teammate } from './team.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

/** A person follows the link of their newest mail and takes a course: all of it, or its first lessons. */
async function takeCourse(
  world: World,
  { name, email }: Teammate,
  { skill }: Pace,
  course: Course,
  lessons: number,
): Promise<void> {
  const visitor = visitorCtx(world.base, `203.0.113.${chanceBetween(20, 90, email)}`);
  const { scope, member } = await openLearner(visitor, tokenInMail(world, email, 'learn'));
  const step = async (
    work: (at: { now: Date; passMark: number }) => {
      state: PlayState;
      events: Parameters<typeof keepPlay>[3];
    },
  ): Promise<PlayState> =>
    scope.inOrg(async (db) => {
      await lockTrainee(db, member.id);
      const at = { now: world.clock.now(), passMark: await passMarkOf(db) };
      const done = work(at);
      await keepPlay(db, { memberId: member.id, course, ...at }, done.state, done.events);
      return done.state;
    });
  let state = await step((at) => readLessons(course, freshState(`${name} ${course.id}`), lessons, at));
  if (lessons < course.lessons.length) return;
  // a second try goes better than the first
  for (let tries = 0; tries < 3 && !state.passed; tries++) {
    world.clock.advance(60 * chanceBetween(4, 9, email, course.id, tries));
    const better = skill + tries * 0.15;
    state = await step((at) => takeTest(course, state, better, at));
  }
}

/** The team is enrolled; most take each month's course, some late, some stop, one leaves. */
export function learningHappenings(world: World): Happening[] {
  const { admin, now } = world;
  const begin = daysBefore(now, enrolled).startOf('month');
  const daysAgo = (day: DateTime) => Math.round(daysBefore(now, 0).diff(day, 'days').days);
  const on = (at: Date, what: () => Promise<unknown>): Happening[] =>
    at >= now
      ? []
      : [
          {
            at,
            happen: async () => {
              await what();
              await workOff(world, trainingModule.jobs);
            },
          },
        ];
  const enrol = (people: readonly Teammate[]) =>
    addTrainees(admin(), {
      trainees: people.map(({ name, email }) => {
        const [firstName, lastName] = name.split(' ') as [string, string];
        return { firstName, lastName, email, department: departments[name] ?? '' };
      }),
    });
  const archive = async ({ email }: Teammate) => {
    const { trainees } = await loadTraining(
      admin(),
      trainingContract.loadTrainingData.body.parse({ only: 'list', search: email }),
    );
    await editTrainees(admin(), { trainees: [{ id: trainees[0]!.id, archived: true }] });
  };
  const remind = () =>
    remindOfTrainingJob.run(
      world.base,
      {},
      { id: 'demo', attempt: 0, lastAttempt: true, signal: new AbortController().signal },
    );

  const yearly = [...courses().values()];
  const unlocks = yearly.map((_, i) => begin.plus({ months: i }));
  const mailDays = unlocks.flatMap((day) => [0, 7, 14, 28].map((days) => day.plus({ days })));
  const learning = team.flatMap((mate) => {
    const pace = paceOf(mate);
    if (!pace) return [];
    return yearly.flatMap((course, i) => {
      if (pace.stopsAt !== undefined && i + 1 > pace.stopsAt) return [];
      const opened = Math.min(daysAgo(unlocks[i]!), mate.joined ?? enrolled, enrolled);
      // the mail goes out on a business day
      const day =
        opened -
        3 -
        pace.after -
        chanceBetween(0, 3, mate.email, course.id) -
        (mate.joined === undefined ? 0 : 3 * i);
      if (mate.left !== undefined && day < mate.left) return [];
      const lessons = pace.stopsAt === i + 1 ? 2 : course.lessons.length;
      return on(atHour(daysBefore(now, day), 10 + chanceBetween(0, 60, mate.email, course.id) / 10), () =>
        takeCourse(world, mate, pace, course, lessons),
      );
    });
  });
  return [
    ...on(atHour(nextBusinessDay(daysBefore(now, enrolled)), 9), () =>
      enrol(team.filter(({ joined }) => joined === undefined)),
    ),
    ...team.flatMap((mate) => [
      ...(mate.joined === undefined
        ? []
        : on(atHour(nextBusinessDay(daysBefore(now, mate.joined)), 9.2), () => enrol([mate]))),
      ...(mate.left === undefined ? [] : on(atHour(daysBefore(now, mate.left), 17.1), () => archive(mate))),
    ]),
    ...mailDays
      .filter((day) => daysAgo(day) <= enrolled)
      .flatMap((day) => on(atHour(nextBusinessDay(day), 8.3), remind)),
    ...learning,
  ];
}

function nextBusinessDay(from: DateTime): DateTime {
  let day = from;
  while (!isBusinessDay(atHour(day, 12))) day = day.plus({ days: 1 });
  return day;
}
