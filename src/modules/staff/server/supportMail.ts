import { shownTime } from '#platform/dates.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { activityPath } from '#modules/audit/paths.ts';

export type SupportMail = {
  brand: MailBrand;
  email: string;
  companyName: string;
  staffName: string;
  onBehalfOf: { firstName: string; lastName: string; email: string };
  reason: string;
  at: Date;
  minutes: number;
  /** The same is sent once. */
  key: string;
};

/** Queues the mail that tells an administrator of a support session, as part of the transaction that begins it. */
export async function queueSupportMail(
  ctx: Pick<BaseCtx, 'jobs' | 'secrets'>,
  db: OrgDb,
  about: SupportMail,
): Promise<void> {
  const { brand } = about;
  const company = typedBy(about.companyName);
  const person = typedBy(
    `${about.onBehalfOf.firstName} ${about.onBehalfOf.lastName}`.trim() || about.onBehalfOf.email,
  );
  const staff = typedBy(about.staffName);
  const mail = composeMail({
    brand,
    to: { address: about.email },
    subject: `${brand.nameShort} support is working in ${company}`,
    preheader: `${staff} began a support session on behalf of ${person}.`,
    heading: 'A support session has begun',
    blocks: [
      paragraph(
        { strong: staff },
        ` of ${brand.nameShort} support now sees and works in `,
        { strong: company },
        ' as if they were ',
        { strong: person },
        '.',
      ),
      keyValues({
        Who: `${staff}, ${brand.nameShort} support`,
        'On behalf of': person,
        Began: shownTime(about.at),
        Ends: `after ${about.minutes} minutes at the latest`,
        Why: typedBy(about.reason, 500),
      }),
      paragraph(
        "Every change is recorded in your organization's activity log, with the name of the person who made it.",
      ),
      smallPrint(
        'Support cannot change passwords, administrators, or your plan, and cannot sign anything for you.',
      ),
      smallPrint(`If you did not expect this, write to ${brand.supportAddress}.`),
    ],
    button: { label: 'Read the activity log', address: brand.webAddress + activityPath },
    footerReason: `you administer ${company} at ${brand.nameLong}`,
  });
  await queueMail(ctx, db, mail, { key: about.key });
}
