import { shownDay } from '#platform/dates.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { bullets, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import { dueRecipients, type MailEnd } from '#modules/notify/server/public.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { policiesPaths } from '../../paths.ts';
import { selectCompany } from '../company.store.ts';

export type ReviewLine = { name: string; reviewAt: Date; daysLeft: number };
export type ReviewMail = {
  brand: MailBrand;
  companyName: string;
  to: string;
  /** All that are overdue or due within 30 days, the most urgent first. */
  reviews: readonly ReviewLine[];
  end: MailEnd;
};

const mostListed = 12;

const whenOf = (daysLeft: number): string => {
  if (daysLeft < -1) return `overdue by ${-daysLeft} days`;
  if (daysLeft === -1) return 'overdue since yesterday';
  return { 0: 'due today', 1: 'due tomorrow' }[daysLeft] ?? `due in ${daysLeft} days`;
};

function subjectOf(reviews: readonly ReviewLine[]): string {
  const [first] = reviews;
  if (reviews.length === 1 && first) {
    const name = typedBy(first.name, 80);
    return first.daysLeft < 0
      ? `Review overdue: ${name}`
      : `Please review: ${name}, ${whenOf(first.daysLeft)}`;
  }
  const overdue = reviews.filter(({ daysLeft }) => daysLeft < 0).length;
  return overdue === 0
    ? `${reviews.length} policies to review, the first ${whenOf(first?.daysLeft ?? 0)}`
    : `${reviews.length} policies to review, ${overdue === reviews.length ? 'all' : overdue} overdue`;
}

export function reviewReminderMail({ brand, companyName, to, reviews, end }: ReviewMail): OutgoingMail {
  const company = typedBy(companyName, 60);
  const one = reviews.length === 1;
  const shown = reviews.length > mostListed ? reviews.slice(0, mostListed - 1) : reviews;
  const more = reviews.length - shown.length;
  return composeMail({
    brand,
    to: { address: to },
    subject: subjectOf(reviews),
    preheader: 'Read, change what is no longer true, and approve again.',
    heading: one ? 'A policy is to be reviewed' : `${reviews.length} policies are to be reviewed`,
    blocks: [
      paragraph(
        'Policies grow old with what they describe. ',
        { strong: company },
        one
          ? ' has one that should be looked through again:'
          : ' has some that should be looked through again:',
      ),
      bullets(
        ...shown.map(({ name, reviewAt, daysLeft }) => [
          { strong: typedBy(name, 100) },
          ` · ${whenOf(daysLeft)}${daysLeft === 0 ? '' : `, ${shownDay(reviewAt)}`}`,
        ]),
        ...(more > 0 ? [`and ${more} more`] : []),
      ),
      paragraph(
        one
          ? 'Read it once. If everything in it is still true, approve it again; otherwise change it first. The next review is counted from that day.'
          : 'Read each once. If everything in it is still true, approve it again; otherwise change it first. The next review is counted from that day.',
      ),
      smallPrint('Until then every policy stays in force as it is.'),
    ],
    button: {
      label: one ? 'Review the policy' : 'Review the policies',
      address: brand.webAddress + policiesPaths.home,
    },
    ...end,
  });
}

/** Queues one mail to every administrator who wants to hear of policies that are due, once for each day. */
export async function queueReviewReminder(
  scope: OrgScope,
  db: OrgDb,
  reviews: readonly ReviewLine[],
  day: string,
): Promise<void> {
  const { companyName, channelId } = await selectCompany(db);
  const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), channelId));
  for (const { cognitoId, email, end } of await dueRecipients(scope, db, { day, companyName, brand }))
    await queueMail(scope, db, reviewReminderMail({ brand, companyName, to: email, reviews, end }), {
      key: `policy-review:${scope.orgId}:${day}:${cognitoId}`,
    });
}
