import { testPortal, type TestPortal, type TestPortalOptions } from '#app/testing/portal.ts';

type Person = Awaited<ReturnType<TestPortal['member']>>;

/** Puts an organisation on a plan that is paid for; `trial` has 25 seats, `essential` 15, `plus` 50, `premium` 150, `free` no training. */
export const usePlan = (portal: TestPortal, orgId: string, planId: string): Promise<unknown> =>
  portal.base
    .forOrg(orgId)
    .inOrg((db) =>
      db
        .updateTable('organization')
        .set({ planId, subscriptionStatus: 'ACTIVE', expirationDate: null })
        .execute(),
    );

/** So that many of its own people may be written to in one day. */
export const proveDomain = (
  { base, clock }: Pick<TestPortal, 'base' | 'clock'>,
  orgId: string,
  domain = 'acme-widgets.com',
): Promise<unknown> =>
  base.forOrg(orgId).inOrg((db) =>
    db
      .insertInto('ratingOwnership')
      .values({
        orgId,
        domain,
        verifiedAt: clock.now(),
        provedBy: 'dns',
        nextCheckAt: clock.now(),
      })
      .execute(),
  );

export type NewPerson = {
  firstName: string;
  lastName: string;
  email: string;
  department?: string;
  startMonth?: string;
};

/** Somebody invented: `Ann` becomes Ann Miller with an address of her own. */
export const newPerson = (firstName: string, more: Partial<NewPerson> = {}): NewPerson => ({
  firstName,
  lastName: 'Miller',
  email: `${firstName.toLowerCase()}@acme-widgets.com`,
  ...more,
});

/** One organisation on a plan with training, its administrator, and words for what is done with trainees. */
export async function trainingWorld(options: TestPortalOptions & { plan?: string } = {}) {
  const portal = await testPortal({
    ...options,
    env: { ...(process.env.SHOW_LOG ? { LOG_LEVEL: process.env.SHOW_LOG } : {}), ...options.env },
  });
  const ada = await portal.member('ada@acme-widgets.com');
  if (options.plan) await usePlan(portal, ada.orgId, options.plan);
  const scope = portal.base.forOrg(ada.orgId);
  const load = async (how: object = {}, who: Pick<Person, 'post'> = ada) =>
    (await who.post('/training/loadTrainingData', how)).body;
  /** Adds people by first name or in full; gives their ids in the same order. */
  const add = async (
    people: (string | NewPerson)[],
    courses?: string[],
    who: Pick<Person, 'post'> = ada,
  ): Promise<string[]> => {
    const trainees = people.map((one) => (typeof one === 'string' ? newPerson(one) : one));
    const answer = await who.post('/training/saveTrainees', { trainees, ...(courses ? { courses } : {}) });
    if (answer.status !== 200)
      throw new Error(`No one added: ${answer.status} ${JSON.stringify(answer.body)}`);
    const ids = await scope.inOrg((db) =>
      db.selectFrom('teamMember').select(['id', 'emailKey']).where('trains', '=', true).execute(),
    );
    return trainees.map(({ email }) => ids.find((row) => row.emailKey === email.toLowerCase())?.id ?? '');
  };
  /** Writes what playing a course leaves behind, as far as lists and counts see it. */
  const finish = (memberId: string, course: string, score = 100) =>
    scope.inOrg((db) =>
      db
        .updateTable('enrolment')
        .set({
          status: 'finished',
          percent: 100,
          bestScore: score,
          attempts: 1,
          startedAt: portal.clock.now(),
          finishedAt: portal.clock.now(),
        })
        .where('memberId', '=', memberId)
        .where('courseId', '=', course)
        .execute(),
    );
  return { portal, ada, scope, load, add, finish };
}

export type TrainingWorld = Awaited<ReturnType<typeof trainingWorld>>;
