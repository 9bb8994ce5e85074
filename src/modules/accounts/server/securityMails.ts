import type { Kysely, Transaction } from 'kysely';
import { newYorkTimeOf, shownTime } from '#platform/dates.ts';
import type { Tables } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, type MailBlock } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { accountsPaths } from '../paths.ts';
import type { MailParts } from './mails.ts';

export type SecurityMail = {
  act:
    | 'new-password'
    | 'second-factor-on'
    | 'second-factor-off'
    | 'second-factor-app-replaced'
    | 'second-factor-reset'
    | 'recovery-code-used'
    | 'recovery-codes-renewed';
  brand: MailBrand;
  email: string;
  at: Date;
  codesLeft?: number;
  /** Delivered once for a key. */
  key?: string;
} & (
  | { address: string; device: string; doneBy?: undefined }
  /** Who did it, where that is not the person. */
  | { doneBy: string }
);

type Words = {
  subject: string;
  preheader: string;
  heading: string;
  first: string;
  next: string;
  alarm: string;
};

const chooseAnother = 'Choose a new password at once with the button';

const wordsOf = ({ act, brand, email, codesLeft = 0, doneBy = '' }: SecurityMail): Words => {
  switch (act) {
    case 'new-password':
      return {
        subject: `Your ${brand.nameShort} password was changed`,
        preheader: 'Your account has a new password.',
        heading: 'Your password was changed',
        first: 'Your account has a new password. You were signed out on all other devices.',
        next: 'Use the new password from now on. You do not need to do anything else.',
        alarm: `${chooseAnother}, and write to our support: someone else may have access to your account or your mailbox.`,
      };
    case 'second-factor-on':
      return {
        subject: `Your ${brand.nameShort} account now asks for a code`,
        preheader: 'A second factor was switched on for your account.',
        heading: 'A second factor was switched on',
        first:
          'From now on, you sign in with your password and a six-digit code from your authenticator app. You were signed out on all other devices.',
        next: 'Keep your ten recovery codes in a safe place, not on the same phone. Each one lets you in once if the phone is lost.',
        alarm: `${chooseAnother}, and write to our support: someone who knows your password has set up an app of their own.`,
      };
    case 'second-factor-off':
      return {
        subject: `Your ${brand.nameShort} account no longer asks for a code`,
        preheader: 'The second factor of your account was switched off.',
        heading: 'The second factor was switched off',
        first: 'You sign in with only your password again, and your recovery codes no longer work.',
        next: 'We recommend that you keep a second factor on. You can set one up again under Settings, Your Details.',
        alarm: `${chooseAnother}, and write to our support.`,
      };
    case 'second-factor-app-replaced':
      return {
        subject: `Your ${brand.nameShort} account has another authenticator app`,
        preheader: 'Codes come from another phone from now on.',
        heading: 'Your codes come from another phone',
        first:
          'Another authenticator app replaced the one you used. Codes of the earlier app no longer work. You were signed out on all other devices.',
        next: 'Your recovery codes stay as they are. Remove the account from the earlier app, so that you do not mix them up.',
        alarm: `${chooseAnother}, and write to our support: someone who knows your password has set up an app of their own.`,
      };
    case 'second-factor-reset':
      return {
        subject: `The second factor of your ${brand.nameShort} account was reset`,
        preheader: `${doneBy} reset it. You sign in with your password until you set one up again.`,
        heading: 'Your second factor was reset',
        first:
          'Your authenticator app was removed from your account. Its codes and your recovery codes no longer work, and you were signed out everywhere.',
        next: `Sign in as ${email} with your password, then set up an authenticator app again: right away if you are asked to, otherwise under Settings, Your Details. That also gives you new recovery codes.`,
        alarm: `${chooseAnother}, ask the administrator named above, and write to our support.`,
      };
    case 'recovery-code-used':
      return {
        subject: `A recovery code of your ${brand.nameShort} account was used`,
        preheader: 'Your second factor was removed with a recovery code.',
        heading: 'A recovery code was used',
        first:
          'Someone who knows your password signed in with one of your recovery codes. Your authenticator app was removed from the account, and you were signed out everywhere.',
        next: `${codesLeft === 1 ? 'One recovery code is' : `${codesLeft} recovery codes are`} left. Set an authenticator app up again under Settings, Your Details; that also gives you ten new codes.`,
        alarm: `${chooseAnother}, and write to our support: your password and a recovery code are known to someone else.`,
      };
    case 'recovery-codes-renewed':
      return {
        subject: `New recovery codes for your ${brand.nameShort} account`,
        preheader: 'Your earlier recovery codes no longer work.',
        heading: 'You have new recovery codes',
        first: 'Ten new recovery codes were made for your account. The earlier ones no longer work.',
        next: 'Keep them in a safe place, not on the phone with your authenticator app.',
        alarm: `${chooseAnother}, and write to our support.`,
      };
  }
};

/** Tells a person what was done to the password or the second factor of the account; part of the caller's transaction. */
export function queueSecurityMail(
  parts: Pick<MailParts, 'jobs' | 'secrets'>,
  db: Kysely<Tables> | Transaction<Tables>,
  mail: SecurityMail,
): Promise<void> {
  const { brand, email, at } = mail;
  const { first, next, alarm, ...words } = wordsOf(mail);
  const origin: Record<string, string> =
    mail.doneBy === undefined
      ? { 'Network address': mail.address, Device: mail.device }
      : { 'Done by': mail.doneBy };
  const blocks: MailBlock[] = [
    paragraph(first),
    keyValues({ When: shownTime(at), 'In New York': newYorkTimeOf(at), ...origin }),
    paragraph(next),
    paragraph(
      { strong: mail.doneBy === undefined ? 'Was this not you? ' : 'You did not ask for this? ' },
      alarm,
    ),
    smallPrint('Our support never asks for your password, a code of your app or a recovery code.'),
  ];
  return queueMail(
    parts,
    db,
    composeMail({
      brand,
      to: { address: email },
      ...words,
      blocks,
      button: { label: 'Choose a new password', address: brand.webAddress + accountsPaths.forgotPassword() },
      footerReason: 'the sign-in of your account changed',
    }),
    { urgent: true, ...(mail.key ? { key: `security-${mail.key}` } : {}) },
  );
}
