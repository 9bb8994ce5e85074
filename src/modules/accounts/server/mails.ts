import type { Kysely, Transaction } from 'kysely';
import { catalogOf, chooseBrand, toMailBrand } from '#modules/catalog/server/public.ts';
import { shownDay } from '#platform/dates.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { Tables } from '#platform/server/database/database.ts';
import { code as codeBlock, paragraph, smallPrint } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { askedBy, greeting, reportFooter, senderName } from '#modules/sending/server/public.ts';
import type { CodeDelivery } from '#providers/identity/port.ts';
import { accountsPaths } from '../paths.ts';

type AnyDb = Kysely<Tables> | Transaction<Tables>;
/** What queueing a mail of this module leans on. */
export type MailParts = Pick<BaseCtx, 'jobs' | 'secrets' | 'settings'>;

const ignoreIt =
  'If you did not ask for this, you can ignore this email. Nothing changes, and no one was given access.';
/** A code is worth as much as a password for as long as it lives. */
const keepIt = 'Our support never asks for this code. Do not share it.';

const confirmationMail = (brand: MailBrand, { email, code }: CodeDelivery) =>
  composeMail({
    brand,
    to: { address: email },
    subject: `${code} is your ${brand.nameShort} verification code`,
    preheader: 'Confirm your email address to open your account.',
    heading: 'Confirm your email address',
    blocks: [
      paragraph(
        'Welcome to ',
        { strong: brand.nameLong },
        '. Enter this code on the page where you signed up. Or press the button and enter the password that you chose.',
      ),
      codeBlock(code),
      smallPrint('The code and the button work for 24 hours. ', keepIt),
      smallPrint(
        'Did you not sign up? Then you can ignore this email: no one can use this address unless you confirm it.',
      ),
    ],
    button: {
      label: 'Verify email address',
      address: brand.webAddress + accountsPaths.confirmSignUp(email, code),
    },
    footerReason: 'someone signed up with this address',
  });

const forgotCodeMail = (brand: MailBrand, { email, code }: CodeDelivery) =>
  composeMail({
    brand,
    to: { address: email },
    subject: `${code} is your ${brand.nameShort} password reset code`,
    preheader: 'Enter this code to choose a new password.',
    heading: 'Choose a new password',
    blocks: [
      paragraph('Enter this code on the page where you asked for it, together with your new password.'),
      codeBlock(code),
      smallPrint('The code works for one hour. ', keepIt),
      smallPrint(ignoreIt),
    ],
    footerReason: 'someone asked for a new password for this address',
  });

/**
 * The user pool's way of sending a code: renders the mail in the brand of the host or subscription id and queues it on
 * the transaction that stores the code.
 */
export async function deliverCode(parts: MailParts, db: AnyDb, delivery: CodeDelivery): Promise<void> {
  const brand = toMailBrand(
    chooseBrand(catalogOf(parts.settings), { host: delivery.host, signUpCode: delivery.signUpCode }),
  );
  await queueMail(
    parts,
    db,
    delivery.kind === 'forgot-password' ? forgotCodeMail(brand, delivery) : confirmationMail(brand, delivery),
    {
      urgent: true,
    },
  );
}

export type ResetLinkMail = {
  brand: MailBrand;
  email: string;
  linkId: string;
  signUpCode: string | null;
  minutes: number;
};

export const queueResetLinkMail = (
  parts: Pick<MailParts, 'jobs' | 'secrets'>,
  db: AnyDb,
  { brand, email, linkId, signUpCode, minutes }: ResetLinkMail,
): Promise<void> =>
  queueMail(
    parts,
    db,
    composeMail({
      brand,
      to: { address: email },
      subject: `Reset your ${brand.nameShort} password`,
      preheader: 'Choose a new password with this link.',
      heading: 'Choose a new password',
      blocks: [
        paragraph(
          'Press the button to choose a new password for your account. You will be signed out wherever you are signed in now.',
        ),
        smallPrint(`The link works once, and for ${minutes} minutes.`),
        smallPrint(ignoreIt),
      ],
      button: {
        label: 'Choose a new password',
        address: brand.webAddress + accountsPaths.resetPassword(linkId, signUpCode),
      },
      footerReason: 'someone asked for a new password for this address',
    }),
    { urgent: true },
  );

export type InviteMail = {
  brand: MailBrand;
  email: string;
  firstName: string;
  invitedBy: string | null;
  companyName: string;
  linkId: string;
  expiresAt: Date;
};

export const queueInviteMail = (ctx: OrgScope, db: AnyDb, invite: InviteMail): Promise<void> => {
  const { brand, companyName } = invite;
  const company = senderName(companyName, brand);
  const who = askedBy({ companyName, administrator: invite.invitedBy ?? '' }, brand);
  return queueMail(
    ctx,
    db,
    composeMail({
      brand,
      to: { address: invite.email },
      subject: `You are invited to administer an organization on ${brand.nameShort}`,
      preheader: 'Website scans, security policies, training and more.',
      heading: 'You are invited to administer an organization',
      blocks: [
        paragraph(greeting(invite.firstName)),
        paragraph(
          who,
          ` asked you to help manage its website scans, security policies, training and more on ${brand.nameLong}.`,
        ),
        smallPrint(`The link works once, until ${shownDay(invite.expiresAt)}.`),
        smallPrint('If you do not know who sent this, you can ignore it.'),
      ],
      button: {
        label: 'Accept the invitation',
        address: brand.webAddress + accountsPaths.inviteLink(invite.linkId),
      },
      footerReason: `an administrator of ${company} entered this address`,
      footerLinks: reportFooter(ctx, brand, ctx.orgId, invite.email, 'invitation'),
    }),
    { thirdParty: true },
  );
};
