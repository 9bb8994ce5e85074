import { randomUUID } from 'node:crypto';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import type { TestPortalOptions } from '#app/testing/portal.ts';
import { testMails } from '#app/testing/mails.ts';
import { exercisesOf, type Course, type Question } from '../../course.ts';
import type { PlayAction } from '../../playEntities.ts';
import { solving } from '../../solving.ts';
import { rightChoices, wrongChoices } from '../../testing/play.ts';
import { courses } from '../courses/courses.ts';
import { trainingWorld } from './trainingWorld.ts';
import { remindOfTrainingJob } from '../mails/trainingReminders.ts';

export type Answered = { status: number; body: any };
/** Status and code of a refusal. */
export const refusalOf = ({ status, body }: Answered): [number, string] => [status, body.error?.code];

/** A course of the year by its month. */
export const courseOf = (month: number): Course =>
  [...courses().values()].find((course) => course.month === month)!;

/** An organisation with trainees who come by their links, and words for what they do. */
export async function learnWorld(options: TestPortalOptions & { plan?: string } = {}) {
  const world = await trainingWorld({ plan: 'premium', ...options });
  const { portal, ada } = world;
  const anyone = portal.browser({ ip: '198.51.100.9' });
  await portal.runJobs();

  /** Runs the reminders as their schedule does, and everything that follows. */
  const remind = async (): Promise<void> => {
    await remindOfTrainingJob.run(
      portal.base,
      {},
      { id: randomUUID(), attempt: 0, lastAttempt: true, signal: new AbortController().signal },
    );
    await portal.runJobs();
  };
  const { mailsTo, mailCounts, secretIn } = testMails(portal);
  const tokenIn = (who: string) => secretIn(who, 'learn');
  /** Adds people on a working day and gives the token that each was mailed, in the same order. */
  const learners = async (...names: string[]): Promise<string[]> => {
    await world.add(names);
    await remind();
    return Promise.all(names.map((name) => tokenIn(name.toLowerCase())));
  };
  const token = (id: string, round = 0, orgId = ada.orgId): string =>
    linkToken(portal.base, 'training-link', { orgId, id, round });
  const openLearning = (given: string) => anyone.post('/learn/open', { token: given });
  const loadCourse = (given: string, course: string) =>
    anyone.post('/learn/course', { token: given, course });
  const play = (given: string, course: string, action: PlayAction | object) =>
    anyone.post('/learn/play', { token: given, course, action });
  /** Does one thing that must work. */
  const must = async (given: string, course: string, action: PlayAction) => {
    const answer = await play(given, course, action);
    if (answer.status !== 200)
      throw new Error(`${JSON.stringify(action)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  /** Opens every lesson and does every exercise. */
  const prepare = async (given: string, course: Course): Promise<void> => {
    for (const { id } of course.lessons) await must(given, course.id, { kind: 'open', lesson: id });
    for (const action of exercisesOf(course).flatMap(solving)) await must(given, course.id, action);
  };
  /** Takes one test, with so many wrong answers; gives the last reply. */
  const takeTest = async (given: string, course: Course, wrong = 0) => {
    let reply = await must(given, course.id, { kind: 'startQuiz' });
    for (const [i, { id }] of (reply.quiz.questions as { id: string }[]).entries()) {
      const question = course.quiz.questions.find((one) => one.id === id) as Question;
      reply = await must(given, course.id, {
        kind: 'answer',
        question: id,
        choices: i < wrong ? wrongChoices(question) : rightChoices(question),
      });
    }
    return reply;
  };
  /** Takes a whole course from its first page to its end. */
  const take = async (given: string, course: Course) => {
    await prepare(given, course);
    return takeTest(given, course);
  };
  const rowsOf = <Row>(read: Parameters<typeof world.scope.inOrg<Row>>[0]): Promise<Row> =>
    world.scope.inOrg(read);
  const enrolment = (memberId: string, course: string) =>
    rowsOf((db) =>
      db
        .selectFrom('enrolment')
        .selectAll()
        .where('memberId', '=', memberId)
        .where('courseId', '=', course)
        .executeTakeFirstOrThrow(),
    );
  return {
    ...world,
    anyone,
    remind,
    mailsTo,
    mailCounts,
    tokenIn,
    learners,
    token,
    openLearning,
    loadCourse,
    play,
    must,
    prepare,
    takeTest,
    take,
    rowsOf,
    enrolment,
  };
}
