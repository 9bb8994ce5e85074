import { selectDeskCandidates } from '#modules/concierge/server/desk/desk.store.ts';
import { saveMessage, starterMessages } from '#modules/concierge/server/desk/messages.ts';
import { answerAsStaff } from '#modules/concierge/server/desk/threads.ts';
import { candidateDraft, publishCandidate } from '#modules/concierge/server/desk/weaknesses.ts';
import { conciergeModule } from '#modules/concierge/server/module.ts';
import { listMessages, markMessages } from '#modules/concierge/server/messages.ts';
import { answerThread, askExpert, markThread } from '#modules/concierge/server/threads.ts';
import { watchOrganization } from '#modules/concierge/server/watch/watch.ts';
import { askToCheck, listWeaknesses } from '#modules/concierge/server/weaknesses/weaknesses.ts';
import { notifyModule } from '#modules/notify/server/module.ts';
import { plainToRich } from '#platform/richText.ts';
import { staff } from './company.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

const expert = { id: '5a3e9c1e-0000-4000-8000-000000000001', name: staff.name, email: staff.email };
const shownSeverities = ['Critical', 'High', 'Medium'];

/** Days before today on which somebody of the staff looks through what was found. */
const rounds = [372, 340, 301, 260, 221, 180, 141, 120, 103, 92, 60, 43, 30, 20, 13, 6, 1];

async function lookThrough({ base, admin }: World): Promise<void> {
  const { orgId } = admin();
  await watchOrganization(base, { orgId });
  const { rows } = await selectDeskCandidates(base.global, {
    channels: null,
    states: ['proposed'],
    onlyPresent: true,
    search: '',
    page: 1,
    pageSize: 50,
  });
  for (const { type, asset, severity } of rows.filter(
    (row) => row.orgId === orgId && shownSeverities.includes(row.severity),
  )) {
    const draft = await candidateDraft(base, { orgId, type, asset });
    if (draft) await publishCandidate(base, expert, { orgId, type, asset }, { ...draft, severity });
  }
}

const publish = ({ base }: World, id: string) => {
  const { draft } = starterMessages().find((one) => one.id === id)!;
  return saveMessage(base, expert, { conciergeMessageId: null, version: 0, status: 'published', draft });
};

/** The experts write letters, publish what ratings and scans find, and answer questions; the last answer waits to be read. */
export function conciergeHappenings(world: World): Happening[] {
  const { admin, base, now } = world;
  const on = (daysAgo: number, hour: number, what: () => Promise<unknown>): Happening => ({
    at: atHour(daysBefore(now, daysAgo), hour),
    happen: async () => {
      await what();
      await workOff(world, [...conciergeModule.jobs, ...notifyModule.jobs]);
    },
  });
  const threads: Record<string, string> = {};
  const ask = (name: string, body: Parameters<typeof askExpert>[1]) => async () => {
    threads[name] = (await askExpert(admin(), body)).threadId;
  };
  const answer =
    (name: string, text: string, close = false) =>
    () =>
      answerAsStaff(base, expert, {
        orgId: admin().orgId,
        threadId: threads[name]!,
        body: plainToRich(text),
        close,
      });
  const readAll = async () => {
    const { alerts } = await listMessages(admin(), { page: 1, search: '', show: 'all' });
    if (alerts.length > 0) await markMessages(admin(), { conciergeMessageIds: 'all', read: true });
  };
  return [
    ...rounds.map((daysAgo) => on(daysAgo, 10, () => lookThrough(world))),
    on(400, 9.25, readAll),
    on(96, 9, () => publish(world, 'old-software')),
    on(94, 9.5, readAll),
    on(
      88,
      11,
      ask('questionnaire', {
        subject: 'Questionnaire of a customer',
        text: 'A hotel chain that wants to order from us sent a form with 84 questions about security. Do we have to answer all of them? Some ask for things that I have never heard of.',
        context: null,
      }),
    ),
    on(
      88,
      15,
      answer(
        'questionnaire',
        'Please do not worry, nobody answers all of them with yes.\n\nAnswer what you have: your approved policies, the training of your team and the scans are proof for about half of it. For the rest, “not in place, planned for” with a month is an honest answer that buyers accept.\n\nLeave the questions about data centres empty; they are meant for software makers. If you like, go through your answers with us before you send them.',
      ),
    ),
    on(87, 9, () =>
      answerThread(admin(), {
        threadId: threads['questionnaire']!,
        text: 'That helps a lot. We will send it next week.',
      }),
    ),
    on(85, 16, answer('questionnaire', 'Good luck with it!', true)),
    on(84, 9, () => markThread(admin(), { threadId: threads['questionnaire']! })),
    on(34, 9, () => publish(world, 'dmarc-rules')),
    on(33, 9.5, readAll),
    on(5, 8, () => publish(world, 'holiday-staffing')),
    on(
      4,
      10,
      ask('invoice', {
        subject: 'Is this invoice real?',
        text: 'Our supplier of cables writes from a new address that their bank account has changed, and asks us to pay the open invoice of 6,420 dollars there by Friday. The letterhead looks right.',
        context: {
          kind: 'offering',
          id: 'suspicious',
          title: 'Check a suspicious message',
          route: null,
          facts: [],
        },
      }),
    ),
    on(
      4,
      10.8,
      answer(
        'invoice',
        'Please do not pay yet. A new account and a new address together are how this fraud usually looks.\n\nCall your supplier on the number that you had before, not on the one in the mail, and ask. If they did not write, keep the mail, tell us, and tell your bank.\n\nThank you for asking before paying. Most people ask afterwards.',
      ),
    ),
    on(1, 14, async () => {
      const { weaknesses } = await listWeaknesses(admin(), {
        page: 1,
        search: '',
        sort: 'status',
        down: false,
        status: 'Open',
      });
      const first = weaknesses.find(({ thread }) => thread === null);
      if (first)
        await askToCheck(admin(), {
          weaknessId: first.weaknessId,
          note: 'Our web developer says that this is done since Tuesday.',
        });
    }),
  ];
}
