import { shownDay } from '#platform/dates.ts';
import { bullets, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { accountsPaths } from '../../paths.ts';
import type { MailParts } from '../mails.ts';

type Db = Parameters<typeof queueMail>[1];

export type SignUpLinkMail = {
  brand: MailBrand;
  email: string;
  firstName: string;
  companyName: string;
  variant: 'link' | 'sec';
  /** Null where there is no trial. */
  trialDays: number | null;
  linkId: string;
  expiresAt: Date;
};

/** Queues the mail of a sign-up link: what awaits the person, and one button. */
export function queueSignUpLinkMail(
  parts: Pick<MailParts, 'jobs' | 'secrets'>,
  db: Db,
  mail: SignUpLinkMail,
): Promise<void> {
  const { brand, trialDays, linkId } = mail;
  const path = mail.variant === 'sec' ? accountsPaths.signUpSec(linkId) : accountsPaths.signUpLink(linkId);
  const company = mail.companyName ? typedBy(mail.companyName) : 'your company';
  return queueMail(
    parts,
    db,
    composeMail({
      brand,
      to: { address: mail.email },
      subject: `Your ${brand.nameShort} account is waiting`,
      preheader: 'Choose a password and begin. It takes a minute.',
      heading: 'Your account is waiting',
      blocks: [
        paragraph(mail.firstName ? `Hello ${typedBy(mail.firstName, 40)},` : 'Hello,'),
        paragraph(
          'You are invited to manage the cyber security of ',
          { strong: company },
          ' with ',
          { strong: brand.nameLong },
          '.',
        ),
        bullets(
          'Your websites, scanned for weaknesses and explained in plain words',
          'Security policies that are ready to sign',
          'Training for everyone in your team',
        ),
        ...(trialDays === null
          ? []
          : [
              paragraph(
                `Try everything free for ${trialDays} days. No credit card, and you can cancel any time.`,
              ),
            ]),
        smallPrint(`The link works once, until ${shownDay(mail.expiresAt)}.`),
        smallPrint('If you did not expect this, you can ignore it: without a password there is no account.'),
      ],
      button: { label: 'Choose your password', address: brand.webAddress + path },
      footerReason: `${brand.nameShort} was asked to invite this address`,
    }),
  );
}
