import type { Calls } from './calls.ts';
import { until, type RunningPortal } from './world.ts';

const monthAgo = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
};

const linkOf = (links: readonly string[]): string | undefined => links.find((one) => /\/learn\//.test(one));

/** Opens the courses of a whole year at once, by having begun a year ago. */
export async function beganAYearAgo(calls: Calls): Promise<void> {
  const settings = { calendar: 'together', startMonth: monthAgo(12), passMark: null, remind: true, digest: true };
  const { status, body } = await calls.post('/training/saveTrainingSettings', settings);
  if (status !== 200) throw new Error(`No settings: ${status} ${JSON.stringify(body)}`);
}

/** Adds people to the training and gives the newest link of each, as their mail has it; in the same order. */
export async function addLearners(portal: RunningPortal, calls: Calls, emails: readonly string[]): Promise<string[]> {
  const trainees = emails.map((email) => {
    const [first = ''] = email.split('@');
    return { firstName: first[0]!.toUpperCase() + first.slice(1), lastName: 'Reed', email, department: '' };
  });
  const saved = await calls.post('/training/saveTrainees', { trainees });
  if (saved.status !== 200) throw new Error(`Nobody added: ${saved.status} ${JSON.stringify(saved.body)}`);
  const { body } = await calls.post<{ trainees: { id: string; email: string }[] }>('/training/loadTrainingData');
  return Promise.all(
    emails.map(async (email) => {
      // the first mail waits for working hours; a new link goes out at once
      const { id } = body.trainees.find((one) => one.email === email)!;
      const answer = await calls.post('/training/newTraineeLink', { trainee: id });
      if (answer.status !== 200) throw new Error(`No link for ${email}: ${answer.status} ${JSON.stringify(answer.body)}`);
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
