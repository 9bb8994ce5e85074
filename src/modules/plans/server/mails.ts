import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, typedBy, type MailBlock } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail, type ComposedMail } from '#platform/server/mail/outbox.ts';
import type { BillingSubscription } from '#providers/billing/port.ts';
import { catalogOf, planOf, toMailBrand, type Channel } from '#modules/catalog/server/public.ts';
import { planPath } from '../paths.ts';
import { money } from '../rules.ts';
import type { News } from './subscription/standing.ts';
import { selectAdmins, type AccountRow, type Reader } from './subscription/subscriptions.store.ts';

// platform.md 9: dates in Pacific time
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

type Words = Pick<ComposedMail, 'subject' | 'preheader' | 'heading' | 'blocks'> & { button: string };

type Facts = {
  brand: MailBrand;
  company: string;
  plan: string;
  free: string | null;
  subscription: BillingSubscription;
  sandbox: boolean;
};

/** What the next invoices ask for, as far as it is known. */
function terms({ plan, subscription }: Facts): MailBlock {
  const { nextAmountCents, nextBillingAt } = subscription;
  return keyValues({
    Plan: plan,
    ...(nextAmountCents === null ? {} : { 'Next payment': `${money(nextAmountCents)} plus taxes` }),
    ...(nextBillingAt ? { Due: day.format(nextBillingAt) } : {}),
  });
}

const nothingLost = 'Nothing is deleted: we keep your settings and results.';
const thisIsASandbox = ({ sandbox }: Facts): MailBlock[] =>
  sandbox ? [smallPrint('This portal takes payments in a sandbox: no card is charged.')] : [];

const wording: Record<News, (facts: Facts) => Words> = {
  bought: (facts) => ({
    subject: `Your ${facts.plan} plan is active`,
    preheader: `${facts.company} has the ${facts.plan} plan from now on.`,
    heading: 'Thank you. Your plan is active.',
    blocks: [
      paragraph(
        { strong: facts.company },
        ' has the ',
        { strong: facts.plan },
        ` plan of ${facts.brand.nameLong} from now on.`,
      ),
      terms(facts),
      paragraph('Under My Plan you can see your invoices, change your card, and cancel any time.'),
      ...thisIsASandbox(facts),
    ],
    button: 'Open My Plan',
  }),
  changed: (facts) => ({
    subject: `Your plan is now ${facts.plan}`,
    preheader: `${facts.company} was moved to the ${facts.plan} plan.`,
    heading: `You are on ${facts.plan} now`,
    blocks: [
      paragraph(
        { strong: facts.company },
        ' was moved to the ',
        { strong: facts.plan },
        ' plan. What was left of the old one is credited.',
      ),
      terms(facts),
      ...thisIsASandbox(facts),
    ],
    button: 'Open My Plan',
  }),
  'payment-failed': (facts) => ({
    subject: `Your payment for ${facts.plan} did not go through`,
    preheader: 'Your access stays as it is. Please check your card.',
    heading: 'Your last payment did not go through',
    blocks: [
      paragraph(
        'The card for the ',
        { strong: facts.plan },
        ' plan of ',
        { strong: facts.company },
        ' could not be charged.',
      ),
      paragraph(
        'Your access stays as it is for now, and the payment will be tried again. Please check the card, or enter another one.',
      ),
      ...thisIsASandbox(facts),
      smallPrint(
        `We never ask for card numbers by email or phone. They are entered in ${facts.brand.nameLong} only.`,
      ),
    ],
    button: 'Check your card',
  }),
  ends: (facts) => ({
    subject: `Your ${facts.plan} plan ends on ${day.format(facts.subscription.termEnd)}`,
    preheader: 'It is cancelled. Until then everything stays as it is.',
    heading: 'Your plan is cancelled',
    blocks: [
      paragraph(
        'The ',
        { strong: facts.plan },
        ' plan of ',
        { strong: facts.company },
        ' is cancelled. It stays yours until ',
        {
          strong: day.format(facts.subscription.termEnd),
        },
        ', and nothing further is charged.',
      ),
      paragraph(
        facts.free
          ? `After that you have the ${facts.free} plan. ${nothingLost}`
          : `After that its tools are closed. ${nothingLost}`,
      ),
      paragraph('Changed your mind? Until that day you can undo the cancellation.'),
    ],
    button: 'Keep your plan',
  }),
  ended: (facts) => ({
    subject: `Your ${facts.plan} plan has ended`,
    preheader: facts.free
      ? `You have the ${facts.free} plan now.`
      : 'Choose a plan to go on where you stopped.',
    heading: 'Your plan has ended',
    blocks: [
      paragraph(
        'The ',
        { strong: facts.plan },
        ' plan of ',
        { strong: facts.company },
        ' has ended',
        facts.free ? `, and you have the ${facts.free} plan now. ` : '. ',
        nothingLost,
      ),
      paragraph('Choose a plan whenever you like, and continue where you stopped.'),
    ],
    button: 'Choose a plan',
  }),
};

/** One mail to one administrator. */
const addressed = (brand: MailBrand, company: string, to: Reader, { button, ...words }: Words) =>
  composeMail({
    brand,
    to: { address: to.email },
    ...words,
    button: { label: button, address: `${brand.webAddress}${planPath}` },
    footerReason: `you administer ${company} at ${brand.nameLong}`,
  });

export type BillingNews = {
  account: AccountRow;
  channel: Channel;
  subscription: BillingSubscription;
  /** Null for a price that the catalogue does not know. */
  planId: string | null;
  /** What takes the plan's place when it ends. */
  freePlanId: string | null;
  news: readonly News[];
};

/** Queues what administrators are told of a change, as part of the transaction that takes it up. */
export async function queueBillingMails(
  scope: OrgScope,
  db: OrgDb,
  { account, channel, subscription, ...rest }: BillingNews,
): Promise<void> {
  const catalog = catalogOf(scope.settings);
  const brand = toMailBrand(channel.brand);
  const nameOf = (planId: string) => planOf(catalog, planId, channel.channelId).planName;
  const facts: Facts = {
    brand,
    company: typedBy(account.companyName),
    plan: nameOf(rest.planId ?? account.planId),
    free: rest.freePlanId && nameOf(rest.freePlanId),
    subscription,
    sandbox: scope.providers.billing.kind === 'sandbox',
  };
  const readers = await selectAdmins(db, scope.orgId);
  for (const news of rest.news)
    for (const reader of readers)
      await queueMail(scope, db, addressed(brand, facts.company, reader, wording[news](facts)), {
        key: `billing:${subscription.id}:${subscription.version}:${news}:${reader.cognitoId}`,
      });
}

const dayNames: Record<number, string> = { 0: 'today', 1: 'tomorrow' };

function reminder(brand: MailBrand, company: string, daysLeft: number, expirationDate: Date): Words {
  const keep = 'Your settings and results are kept, and you can choose a plan whenever you like.';
  if (daysLeft < 0)
    return {
      subject: `Your free trial of ${brand.nameLong} has ended`,
      preheader: keep,
      heading: 'Your free trial has ended',
      blocks: [
        paragraph(
          'The free trial of ',
          { strong: company },
          ` ended on ${day.format(expirationDate)}. Nothing was charged.`,
        ),
        paragraph(`The tools are closed until you choose a plan. ${keep}`),
      ],
      button: 'Choose a plan',
    };
  const when = dayNames[daysLeft] ?? `in ${daysLeft} days`;
  return {
    subject: `Your free trial of ${brand.nameLong} ends ${when}`,
    preheader: 'Choose a plan to keep everything running.',
    heading: `Your free trial ends ${when}`,
    blocks: [
      paragraph(
        'The free trial of ',
        { strong: company },
        ' runs until ',
        { strong: day.format(expirationDate) },
        '.',
      ),
      paragraph(
        'Choose a plan to keep your scans, policies and trainings running. If you do nothing, nothing is charged, and your results are kept.',
      ),
    ],
    button: 'See the plans',
  };
}

/** Queues a reminder of the end of the trial to every administrator. */
export async function queueTrialReminder(
  scope: OrgScope,
  db: OrgDb,
  {
    companyName,
    channel,
    stage,
    daysLeft,
    expirationDate,
  }: { companyName: string; channel: Channel; stage: number; daysLeft: number; expirationDate: Date },
): Promise<void> {
  const brand = toMailBrand(channel.brand);
  const company = typedBy(companyName);
  const words = reminder(brand, company, daysLeft, expirationDate);
  for (const reader of await selectAdmins(db, scope.orgId))
    await queueMail(scope, db, addressed(brand, company, reader, words), {
      key: `trial:${scope.orgId}:${stage}:${reader.cognitoId}`,
    });
}
