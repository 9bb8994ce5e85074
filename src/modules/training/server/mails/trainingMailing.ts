import { z } from 'zod';
import { isWorkingHour } from '#platform/businessDays.ts';
import { type Day } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { withinDailyLimit } from '#platform/server/mail/limits.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { brandOfOrg, toMailBrand } from '#modules/catalog/server/public.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { securityContact } from '#modules/policies/server/public.ts';
import { reportFooter, reserveEmails } from '#modules/sending/server/public.ts';
import type { CatalogCourse } from '../../entities.ts';
import { readCatalog } from '../courses/catalog.ts';
import { today } from '../trainees/enrolDates.ts';
import { selectSettings } from '../settings.store.ts';
import * as store from './trainingMailing.store.ts';
import { trainingMail, type MailCourse } from './trainingMails.ts';

/** Days that a link works from its last mail on. */
const linkDays = 60;
const mailsAtOnce = 100;
const notedAtOnce = 2000;
/** A list of trainees is no means of filling one stranger's mailbox. */
export const mostPerAddressAndDay = 5;

const sendTrainingMailsSpec = jobSpec({
  name: 'send-training-mails',
  data: z.object({
    orgId: z.uuid(),
    memberIds: z.array(z.uuid()).max(mailsAtOnce),
    reason: z.enum(store.mailReasons),
    /** The limit of their mailboxes was looked at before. */
    counted: z.boolean().default(false),
  }),
  retries: 4,
  retryDelaySeconds: 15,
  retryBackoff: true,
  timeLimitSeconds: 300,
});

/** How many are mailed now; who is left out for today stays due, and `notice` says so. */
type Sent = { mailed: number; notice: string | null };

/**
 * Mails people what is open for them, with their link, as part of a transaction.
 * @param ids of people; null for everybody
 * @returns how many are mailed; no more than `notedAtOnce` at a time
 */
async function mail(
  ctx: OrgScope,
  db: OrgDb,
  ids: readonly string[] | null,
  given: Pick<store.Mailing, 'how' | 'remind'>,
  counted = false,
): Promise<Sent> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + linkDays * 86_400_000);
  const mailing = { ...given, now, today: today(now), expiresAt, atMost: notedAtOnce };
  const { reached, notice } = await reserveEmails(ctx, db, await store.selectToMail(db, ids, mailing));
  if (reached.length === 0) return { mailed: 0, notice };
  const noted = await store.noteMailed(
    db,
    reached.map(({ memberId }) => memberId),
    mailing,
  );
  for (const [reason, people] of Map.groupBy(noted, (one) => one.reason))
    for (let at = 0; at < people.length; at += mailsAtOnce) {
      const memberIds = people.slice(at, at + mailsAtOnce).map(({ memberId }) => memberId);
      await ctx.jobs.enqueue(db, sendTrainingMailsSpec, { orgId: ctx.orgId, memberIds, reason, counted });
    }
  return { mailed: noted.length, notice };
}

export async function mailWhatIsDue(ctx: OrgScope, db: OrgDb, ids: readonly string[] | null): Promise<Sent> {
  return mail(ctx, db, ids, { how: 'due', remind: (await selectSettings(db))?.remind ?? true });
}

/** Mails everybody for whom a day of reminding has come, in transactions of their own, so that many people hold nobody up. */
export async function mailOrganization(ctx: OrgScope): Promise<void> {
  if (!(await moduleIsActive(ctx, 'training'))) return;
  while ((await ctx.inOrg((db) => mailWhatIsDue(ctx, db, null))).mailed > 0);
}

const inviteManySpec = jobSpec({
  name: 'invite-trainees',
  data: z.object({ orgId: z.uuid() }),
  retries: 4,
  retryDelaySeconds: 15,
  retryBackoff: true,
  timeLimitSeconds: 600,
});
export const inviteManyJob = handles(inviteManySpec, async (base: BaseCtx, { orgId }) =>
  mailOrganization(base.forOrg(orgId)),
);

/** More than this are invited after the transaction that added them. */
const invitedAtOnce = 100;

/**
 * Invites people with the transaction that added them or brought them back, where it is a good hour for mails; whom this leaves
 * out, the reminders of the next working hour reach.
 */
export async function inviteSoon(ctx: OrgScope, db: OrgDb, memberIds: readonly string[]): Promise<void> {
  if (!isWorkingHour(ctx.now())) return;
  if (memberIds.length > invitedAtOnce) await ctx.jobs.enqueue(db, inviteManySpec, { orgId: ctx.orgId });
  else if (memberIds.length > 0) await mailWhatIsDue(ctx, db, memberIds);
}

export async function mailByHand(ctx: OrgScope, ids: readonly string[] | null): Promise<Sent> {
  let mailed = 0;
  for (;;) {
    const sent = await ctx.inOrg((db) => mail(ctx, db, ids, { how: 'hand', remind: true }));
    mailed += sent.mailed;
    if (sent.mailed < notedAtOnce) return { mailed, notice: sent.notice };
  }
}

/** Mails somebody their link; `end` makes it another one. */
export const mailLink = (
  ctx: OrgScope,
  db: OrgDb,
  id: string,
  { end, counted }: { end: boolean; counted: boolean },
): Promise<Sent> => mail(ctx, db, [id], { how: end ? 'newLink' : 'link', remind: true }, counted);

function coursesFor(
  person: store.Addressee,
  catalog: ReadonlyMap<string, CatalogCourse>,
  day: Day,
): MailCourse[] {
  return person.open.flatMap(({ course, dueOn, percent, isBegun }) => {
    const known = catalog.get(course);
    return known
      ? [{ title: known.title, minutes: known.minutes, dueOn, isOverdue: dueOn < day, percent, isBegun }]
      : [];
  });
}

/** Sends what was noted. Who has finished everything meanwhile, or was archived, gets nothing. */
async function sendTrainingMails(
  base: BaseCtx,
  given: z.output<typeof sendTrainingMailsSpec.data>,
): Promise<void> {
  const { orgId, memberIds, reason, counted } = given;
  const ctx = base.forOrg(orgId);
  if (!(await moduleIsActive(ctx, 'training'))) return;
  const day = today(ctx.now());
  const brand = toMailBrand(await brandOfOrg(ctx));
  const known = await ctx.inOrg(async (db) => ({
    people: await store.selectAddressees(db, memberIds, day),
    companyName: await store.selectCompanyName(db),
    contact: await securityContact(db),
    catalog: (await readCatalog(db)).all,
  }));
  const people = known.people.filter(({ open }) => open.length > 0 || reason === 'link');
  if (people.length === 0) return;
  const reached = counted ? people : await withinDailyLimit(ctx, 'training', people, mostPerAddressAndDay);
  await ctx.inOrg(async (db) => {
    for (const person of reached) {
      const { id, name, firstName, email, linkRound, expiresAt, next, later, administrator, isAdmin } =
        person;
      const token = linkToken(ctx, 'training-link', { orgId, id, round: linkRound });
      const nextCourse = next && known.catalog.get(next.course);
      const words = trainingMail({
        brand,
        asker: { companyName: known.companyName, administrator },
        contact: known.contact,
        reason,
        to: { name: firstName || name, email },
        open: coursesFor(person, known.catalog, day),
        next:
          next && nextCourse ? { title: nextCourse.title, unlockOn: next.unlockOn, more: later - 1 } : null,
        token,
        expiresAt,
        footerLinks: reportFooter(ctx, brand, orgId, email, 'training'),
      });
      // a run that is repeated sends nothing twice
      await queueMail(ctx, db, words, {
        key: `training:${id}:${linkRound}:${reason}:${expiresAt.getTime()}`,
        thirdParty: !isAdmin,
      });
    }
  });
}

export const sendTrainingMailsJob = handles(sendTrainingMailsSpec, sendTrainingMails);
