import { exercisesOf, type Course } from '#modules/training/course.ts';
import type { PlayAction, PlayReply } from '#modules/training/playEntities.ts';
import { solving } from '#modules/training/solving.ts';
import { rightChoices, wrongChoices } from '#modules/training/testing/play.ts';
import type { Calls } from '../calls.ts';
import { until, type RunningPortal } from '../world.ts';

const monthAgo = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
};

const linkOf = (links: readonly string[]): string | undefined => links.find((one) => /\/learn\//.test(one));

/** Opens the courses of a whole year at once, by having begun a year ago. */
export async function beganAYearAgo(calls: Calls): Promise<void> {
  const settings = {
    calendar: 'together',
    startMonth: monthAgo(12),
    passMark: null,
    remind: true,
    digest: true,
  };
  const { status, body } = await calls.post('/training/saveTrainingSettings', settings);
  if (status !== 200) throw new Error(`No settings: ${status} ${JSON.stringify(body)}`);
}

/** Adds people to the training and gives the newest link of each, as their mail has it; in the same order. */
export async function addLearners(
  portal: RunningPortal,
  calls: Calls,
  emails: readonly string[],
): Promise<string[]> {
  const trainees = emails.map((email) => {
    const [first = ''] = email.split('@');
    return { firstName: first[0]!.toUpperCase() + first.slice(1), lastName: 'Reed', email, department: '' };
  });
  const saved = await calls.post('/training/saveTrainees', { trainees });
  if (saved.status !== 200) throw new Error(`No one added: ${saved.status} ${JSON.stringify(saved.body)}`);
  const { body } = await calls.post<{ trainees: { id: string; email: string }[] }>(
    '/training/loadTrainingData',
  );
  return Promise.all(
    emails.map(async (email) => {
      // the first mail waits for working hours; a new link goes out at once
      const { id } = body.trainees.find((one) => one.email === email)!;
      const answer = await calls.post('/training/newTraineeLink', { trainee: id });
      if (answer.status !== 200)
        throw new Error(`No link for ${email}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return until(`a link for ${email}`, async () => {
        for (const { links } of await portal.mails(email)) {
          const link = linkOf(links);
          const token = link && new URL(link).pathname.split('/')[2];
          if (token && (await calls.post('/learn/open', { token })).status === 200) return link;
        }
        return null;
      });
    }),
  );
}

/** Steps of a person in a course, without a browser. */
export async function playByCalls(
  calls: Calls,
  link: string,
  course: Course,
  actions: readonly PlayAction[],
): Promise<PlayReply> {
  const token = new URL(link).pathname.split('/')[2]!;
  let last: PlayReply | undefined;
  for (const action of actions) {
    const { status, body } = await calls.post<{ data: PlayReply }>('/learn/play', {
      token,
      course: course.id,
      action,
    });
    if (status !== 200) throw new Error(`${JSON.stringify(action)}: ${status} ${JSON.stringify(body)}`);
    last = body.data;
  }
  return last!;
}

/** Opens every lesson and does every exercise. */
export const prepareByCalls = (calls: Calls, link: string, course: Course): Promise<PlayReply> =>
  playByCalls(calls, link, course, [
    ...course.lessons.map(({ id }): PlayAction => ({ kind: 'open', lesson: id })),
    ...exercisesOf(course).flatMap(solving),
  ]);

/** Takes one test; the first `wrong` questions get a wrong answer. */
export async function testByCalls(calls: Calls, link: string, course: Course, wrong = 0): Promise<void> {
  const { quiz } = await playByCalls(calls, link, course, [{ kind: 'startQuiz' }]);
  const answers = quiz.questions.map(({ id }, at): PlayAction => {
    const question = course.quiz.questions.find((one) => one.id === id)!;
    return {
      kind: 'answer',
      question: id,
      choices: at < wrong ? wrongChoices(question) : rightChoices(question),
    };
  });
  await playByCalls(calls, link, course, answers);
}
