import { z } from 'zod';
import { isWorkingHour } from '#platform/businessDays.ts';
import { shownDay } from '#platform/dates.ts';
import { pacificDay } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { eachOrganization } from '#platform/server/database/organizations.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import { conciergeSummary } from '#modules/concierge/server/public.ts';
import { topActions } from '#modules/dashboard/server/public.ts';
import { issuesSince } from '#modules/monitoring/server/public.ts';
import { policiesSince } from '#modules/policies/server/public.ts';
import { ratingSince } from '#modules/ratings/server/public.ts';
import { trainingSince } from '#modules/training/server/public.ts';
import {
  deliver,
  selectCompany,
  selectOrganizations,
  selectPeople,
  takeRound,
  type Person,
} from '#modules/notify/server/public.ts';
import { digestMail, isWorthSending, type WeekFacts } from './digestMail.ts';

const weekMs = 7 * 86_400_000;
const mostActions = 3;

/** What the week came to for everybody; what is one person's own is added for each. */
type Shared = Pick<WeekFacts, 'issues' | 'rating' | 'training' | 'policies'>;

async function readShared(scope: OrgScope, db: OrgDb): Promise<Shared> {
  const now = scope.now();
  const since = new Date(now.getTime() - weekMs);
  const modules = await modulesOf(scope);
  return {
    issues: modules?.monitoring === 'ACTIVE' ? await issuesSince(db, since) : null,
    rating:
      modules?.ratings === 'ACTIVE'
        ? await ratingSince(db, scope.providers.ratings.source.id, pacificDay(since))
        : null,
    training: modules?.training === 'ACTIVE' ? await trainingSince(db, since, now) : null,
    policies: modules?.compliance === 'ACTIVE' ? await policiesSince(db, since, now) : null,
  };
}

/** What only this person has: messages that they have not read, and what is best for them to do next. */
async function readOwn(
  scope: OrgScope,
  { cognitoId }: Person,
): Promise<Pick<WeekFacts, 'concierge' | 'actions'>> {
  const actions = await topActions(scope, cognitoId, mostActions);
  const asked =
    (await modulesOf(scope))?.cyberconcierge === 'ACTIVE'
      ? await conciergeSummary(scope, { cognitoId })
      : null;
  return {
    concierge: asked && {
      unread: asked.newAlerts + asked.unreadAnswers,
      answers: asked.unreadAnswers,
      weaknesses: asked.numberOfWeaknesses,
    },
    actions: actions.map(({ title, minutes }) => ({ title, minutes })),
  };
}

/** Tells the administrators of an organisation about their week, once, however many programs do so at the same moment. */
export async function sendDigest(scope: OrgScope): Promise<void> {
  const now = scope.now();
  const day = pacificDay(now);
  if ((await modulesOf(scope))?.dashboard !== 'ACTIVE') return;
  const { people, company, shared } = await scope.inOrg(async (db) => ({
    people: (await selectPeople(db)).filter(({ wants }) => wants.has('weekly-digest')),
    company: await selectCompany(db),
    shared: await readShared(scope, db),
  }));
  const own = new Map<string, Pick<WeekFacts, 'concierge' | 'actions'>>();
  for (const person of people) own.set(person.cognitoId, await readOwn(scope, person));
  const { companyName, channelId } = company;
  const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
  await scope.inOrg(async (db) => {
    if (!(await takeRound(db, scope.orgId, 'digest', day))) return;
    for (const { cognitoId, email } of people) {
      const facts: WeekFacts = { companyName, day: shownDay(now), ...shared, ...own.get(cognitoId)! };
      if (!isWorthSending(facts)) continue;
      await deliver(
        scope,
        db,
        { companyName, brand, cognitoId, email, events: ['weekly-digest'] },
        { event: 'weekly-digest', key: day },
        digestMail(facts),
      );
    }
  });
}

const monday = (at: Date): boolean => new Date(`${pacificDay(at)}T00:00:00Z`).getUTCDay() === 1;

/** To everybody, on the morning of a Monday in Pacific time. */
export const sendAllDigests = async (base: BaseCtx): Promise<void> => {
  const now = base.now();
  if (!monday(now) || !isWorkingHour(now)) return;
  await eachOrganization(
    base,
    'no weekly summary',
    (after, atMost) => selectOrganizations(base.global, 'digest', pacificDay(now), after, atMost),
    sendDigest,
  );
};

/** From eight o'clock on; each run does what the ones before it have not. */
export const sendDigestJob = handles(
  jobSpec({
    name: 'tell-digest',
    data: z.object({}),
    retries: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: 3000,
    cron: '5 15-23 * * 1',
  }),
  sendAllDigests,
);
