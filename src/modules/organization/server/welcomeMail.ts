import { bullets, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { toMailBrand, type Channel, type Plan } from '#modules/catalog/server/public.ts';

export type Welcome = {
  orgId: string;
  email: string;
  firstName: string;
  companyName: string;
  channel: Channel;
  plan: Plan;
  /** Null where there is no trial. */
  expirationDate: Date | null;
};

// platform.md 9: dates in Pacific time
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

const firstSteps = (plan: Plan): string[] => [
  ...(plan.probely
    ? ['Add your website. The first scan shows what outsiders can see, and how to fix it.']
    : []),
  ...(plan.probely ? ['Choose how often it is scanned again, so that new problems reach you first.'] : []),
  'Invite a colleague. Two pairs of eyes are better than one.',
];

/** Queues the mail that greets a new organisation, as part of the transaction that makes it. */
export async function queueWelcomeMail(
  ctx: Pick<BaseCtx, 'jobs' | 'secrets'>,
  db: OrgDb,
  welcome: Welcome,
): Promise<void> {
  const brand = toMailBrand(welcome.channel.brand);
  const company = typedBy(welcome.companyName);
  const trial = welcome.expirationDate
    ? paragraph(
        'Your free trial runs until ',
        { strong: day.format(welcome.expirationDate) },
        '. No credit card is needed, and you can cancel any time.',
      )
    : paragraph('Your plan is ', { strong: welcome.plan.planName }, '.');
  const mail = composeMail({
    brand,
    to: { address: welcome.email },
    subject: `Welcome to ${brand.nameLong}`,
    preheader: `${company} is set up. Here is how to begin.`,
    heading: `Welcome, ${typedBy(welcome.firstName, 40)}`,
    blocks: [
      paragraph(
        { strong: company },
        ` is set up at ${brand.nameLong}. From here you manage your company's cyber security in one place, a few minutes at a time.`,
      ),
      paragraph('Small steps make the biggest difference today:'),
      bullets(...firstSteps(welcome.plan)),
      trial,
      smallPrint(
        'Anyone who knows your password can see the weak spots of your company. We never ask for it by email or phone.',
      ),
    ],
    button: { label: 'Open your dashboard', address: `${brand.webAddress}/dashboard` },
    footerReason: `you set up ${company} at ${brand.nameLong}`,
  });
  await queueMail(ctx, db, mail, { key: `welcome:${welcome.orgId}` });
}
