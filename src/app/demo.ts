import { randomUUID } from 'node:crypto';
import type { OrgDb } from '#platform/server/database/database.ts';
import { isMailJob, sendMailJob } from '#platform/server/mail/outbox.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { isStaffAddress, organizationOfPerson } from '#modules/accounts/server/public.ts';
import { introFeatures } from '#modules/guidance/contract.ts';
import { updatePortalData } from '#modules/guidance/server/portalData.ts';
import { saveProfile } from '#modules/organization/server/onboarding.ts';
import { addStaff } from '#modules/staff/server/public.ts';
import { editUser } from '#modules/organization/server/profile.ts';
import { openMailbox } from '#providers/mail/embedded/mailbox.ts';
import type { Scanner } from '#providers/scanner/port.ts';
import { answeringHappenings } from './demo/answering.ts';
import { conciergeHappenings } from './demo/concierge.ts';
import { company, goals, person, plan, signedUp, staff, subscribed } from './demo/company.ts';
import { learningHappenings } from './demo/learning.ts';
import { openLiveSites, PortTaken, type LiveSites } from './demo/liveSite.ts';
import { administratorCtx, pastCtx, startClock, type Clock, type Queued } from './demo/oneTransaction.ts';
import { policyHappenings } from './demo/policies.ts';
import { ratingHappenings } from './demo/ratings.ts';
import { storytold } from './demo/ratingStory.ts';
import { liveOutcomeOf, outcomeOf, type RealScans } from './demo/results.ts';
import { shop } from './demo/shop.ts';
import { signingHappenings } from './demo/signing.ts';
import { parts, trade } from './demo/trade.ts';
import { website } from './demo/blog.ts';
import type { World } from './demo/world.ts';
import { issueHappenings } from './demo/issueDecisions.ts';
import { daysAgoOf, liveDays, liveThroughYear, plansOf } from './demo/year.ts';
import { requireDataDir } from './program/machine.ts';
import { type Program } from './program/program.ts';
import { StartError } from './program/startError.ts';

export type DemoProgram = Pick<Program, 'settings' | 'base' | 'database'> & {
  providers: Pick<Program['providers'], 'mailboxAddress'>;
};

const stories = [shop, website, trade, parts];
/** Of an https address, or of one that names its port. */
const hostAndPort = (url: string) => `${new URL(url).hostname}:${new URL(url).port || 443}`;
const dayMs = 86_400_000;

type KnownLive = { preview: string; newcomer: string; scans: RealScans };

/**
 * Serves the websites of the example company that can really be scanned, and lets this process and its worker scan it.
 * Called before the program opens. Throws `StartError` with one sentence.
 */
export async function openDemo(settings: Settings): Promise<LiveSites> {
  if (settings.production)
    throw new StartError(
      'The demo has a password that everybody knows: start it without NODE_ENV=production.',
    );
  if (settings.cognito)
    throw new StartError(
      'The demo signs in with the built-in user pool: start it without COGNITO_USER_POOL_ID.',
    );
  requireDataDir(settings.dataDir);
  try {
    const sites = await openLiveSites(settings);
    process.env.SCAN_ALLOW_PRIVATE = [process.env.SCAN_ALLOW_PRIVATE ?? '', ...sites.hosts]
      .filter(Boolean)
      .join(',');
    return sites;
  } catch (error) {
    if (error instanceof PortTaken) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** Tells, in place of a scan, what the story says about the website on the day that it is. */
const storyteller = (real: Scanner, clock: Clock, now: Date, live: KnownLive | null): Scanner => ({
  ...real,
  mayScan: async () => ({ allowed: true }),
  run: async ({ url }) => {
    const at = clock.now();
    const daysAgo = daysAgoOf(at, now);
    const story = stories.find((one) => one.url === url);
    const outcome = story
      ? outcomeOf(story, at, daysAgo)
      : live && url === live.preview
        ? liveOutcomeOf(live.scans, at, daysAgo, liveDays)
        : null;
    if (!outcome) throw new Error(`The demo tells nothing about ${url}.`);
    clock.advance(outcome.seconds);
    return outcome.result;
  },
});

async function buyPlan(db: OrgDb, orgId: string, at: Date) {
  await db
    .updateTable('organization')
    .set({
      planId: plan,
      subscriptionStatus: 'ACTIVE',
      subscriptionDate: at,
      expirationDate: null,
      updatedAt: at,
    })
    .where('orgId', '=', orgId)
    .execute();
}

/** The whole organisation with its year, in one transaction. @returns mails that were queued on the way */
async function fillYear(
  program: DemoProgram,
  db: OrgDb,
  cognitoId: string,
  live: KnownLive | null,
): Promise<{ mails: Queued[]; clock: Clock }> {
  const now = program.base.now();
  const plans = plansOf(now, live);
  const clock = startClock(new Date(now.getTime() - signedUp * dayMs));
  const scanner = storyteller(program.base.providers.scanner, clock, now, live);
  const ratings = storytold(program.base.providers.ratings, (at) => daysAgoOf(at, now));
  const { base, queued } = pastCtx(program.base, db, {
    clock,
    scanner,
    ratings,
    allowed: plans.map((one) => hostAndPort(one.url)),
  });

  const { orgId: _none, inOrg: _nowhere, ...newcomer } = administratorCtx(base, cognitoId, randomUUID());
  const { firstName, lastName, jobTitle } = person;
  const { data } = await saveProfile(newcomer, {
    companyProfile: company,
    adminProfile: { firstName, lastName, jobTitle },
  });
  const admin = () => administratorCtx(base, cognitoId, data.orgId);
  clock.advance(240);
  await editUser(admin(), { cognitoId, userProfile: { hasSeenOrgGoals: true }, orgGoals: goals });
  await updatePortalData(admin(), {
    introViewed: Object.fromEntries(introFeatures.map((feature) => [feature, true])),
    cybermaturity: { hasSeenReleaseNotes: true, dontShowRoadBlock: true },
  });
  await admin().inOrg((org) => buyPlan(org, data.orgId, new Date(now.getTime() - subscribed * dayMs)));
  const world: World = { base, admin, queued, clock, now };
  await liveThroughYear(world, plans, [
    ...answeringHappenings(world),
    ...policyHappenings(world),
    ...signingHappenings(world),
    ...learningHappenings(world),
    ...conciergeHappenings(world),
    ...ratingHappenings(world),
    ...issueHappenings(world),
  ]);
  return { mails: queued.filter((job) => isMailJob(job.spec)), clock };
}

/** Puts the mails of the past into the built-in mailbox; a real mail server never hears of them. */
async function keepMails(program: DemoProgram, { mails, clock }: { mails: Queued[]; clock: Clock }) {
  if (!program.providers.mailboxAddress) return;
  const mail = openMailbox({ dataDir: program.settings.dataDir, now: clock.now });
  for (const { data, at } of mails) {
    clock.set(at);
    const ctx = { ...program.base, providers: { ...program.base.providers, mail } };
    await sendMailJob.run(ctx, data as never, {
      id: randomUUID(),
      attempt: 0,
      lastAttempt: true,
      signal: new AbortController().signal,
    });
  }
  await mail.close();
}

/**
 * Makes the example company with a year of history unless it is there, and prints how to sign in. Interrupted before
 * its end, it leaves nothing but a person without organisation, with whom the next start goes on.
 * @param live the websites that the demo serves; without them the company has one website less
 */
export async function fillDemo(program: DemoProgram, live: LiveSites | null = null): Promise<void> {
  const { providers } = program.base;
  const { identity } = providers;
  providers.ratings = storytold(providers.ratings, () => 0);
  const { email, password } = person;
  const user = (await identity.findUser(email)) ?? (await identity.createUser({ email, password }));
  if (!(await organizationOfPerson(program.base.global, user.cognitoId))) {
    console.log('\n  Filling the example company with a year of history …');
    const known = live && { preview: live.preview, newcomer: live.newcomer, scans: await live.realScans() };
    // the organisation's own id comes with it; until then the transaction acts for nobody
    const told = await program.database.inOrg(randomUUID(), (db) =>
      fillYear(program, db, user.cognitoId, known),
    );
    await keepMails(program, told);
  }
  if (!(await isStaffAddress(program.base.global, staff.email))) await addStaff(program.base, staff);
  console.log(
    `\n  Sign in to the example company ${company.companyName}:\n    e-mail:   ${email}\n    password: ${password}`,
  );
  console.log(
    `  Support staff, who set up a second factor first:\n    e-mail:   ${staff.email}\n    password: ${staff.password}`,
  );
  if (live)
    console.log(
      `  Its websites ${live.preview} and ${live.newcomer} are served by the demo and can really be scanned.`,
    );
}
