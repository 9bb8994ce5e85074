import { bullets, paragraph, smallPrint, type MailBlock } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import { shownDay } from '#platform/dates.ts';
import {
  askedBy,
  greeting,
  quotedTitle,
  senderName,
  type Asker,
  type reportFooter,
} from '#modules/sending/server/public.ts';
import { policiesPaths } from '../../paths.ts';

/** Why a person is mailed: asked for the first time, asked again since a policy changed, or reminded. */
export type SigningReason = 'ask' | 'changed' | 'reminder';

export type SigningMail = {
  brand: MailBrand;
  asker: Asker;
  reason: SigningReason;
  to: { name: string; email: string };
  /** All that the person owes. */
  waiting: { name: string; minutes: number }[];
  token: string;
  expiresAt: Date;
  footerLinks: ReturnType<typeof reportFooter>;
};

const mostListed = 10;
// never broken between lines
const minutesOf = (minutes: number): string => (minutes === 1 ? '1\u00a0minute' : `${minutes}\u00a0minutes`);
const countOf = (policies: number): string => (policies === 1 ? 'one policy' : `${policies} policies`);

function listOf(waiting: SigningMail['waiting']): MailBlock {
  const shown = waiting.length > mostListed ? waiting.slice(0, mostListed - 1) : waiting;
  const more = waiting.length - shown.length;
  return bullets(
    ...shown.map(({ name, minutes }) => [quotedTitle(name), `, ${minutesOf(minutes)}`]),
    ...(more > 0 ? [`and ${more} more`] : []),
  );
}

const headingOf = (policies: number): string =>
  policies === 1 ? 'A policy to read and sign' : `${policies} policies to read and sign`;

/** Subjects are the product's own words: what others typed never appears in one. */
function wordsOf(reason: SigningReason, policies: number, minutes: number) {
  const many = countOf(policies);
  const time = `about ${minutesOf(minutes)}`;
  const them = policies === 1 ? 'it' : 'them';
  return {
    ask: {
      subject: 'Security policies to read and sign',
      heading: headingOf(policies),
      lead: ` asked you to read and sign ${many}. Reading ${them} takes ${time}:`,
    },
    changed: {
      subject: 'A security policy has changed: please read and sign',
      heading: 'A policy has changed',
      lead: ` asked you to read and sign ${many}, because a security policy has changed. Reading ${them} takes ${time}:`,
    },
    reminder: {
      subject: 'Reminder: security policies are waiting for your signature',
      heading:
        policies === 1
          ? 'A policy is waiting for your signature'
          : `${policies} policies are waiting for your signature`,
      lead: ` asked you to read and sign ${many}. Reading ${them} takes ${time}:`,
    },
  }[reason];
}

/** One mail with all that waits for a person. What others typed can be neither a link nor markup in it. */
export function signingMail({
  brand,
  asker,
  reason,
  to,
  waiting,
  token,
  expiresAt,
  footerLinks,
}: SigningMail): OutgoingMail {
  const company = senderName(asker.companyName, brand);
  const minutes = waiting.reduce((sum, policy) => sum + policy.minutes, 0);
  const { lead, ...words } = wordsOf(reason, waiting.length, minutes);
  return composeMail({
    brand,
    to: { address: to.email },
    ...words,
    preheader: `It takes about ${minutesOf(minutes)}. No account needed.`,
    blocks: [
      paragraph(greeting(to.name)),
      paragraph(askedBy(asker, brand), lead),
      listOf(waiting),
      paragraph(
        `Read ${waiting.length === 1 ? 'it' : 'each one'}, tick that you have understood it, and type your name. You need no account and no password.`,
      ),
      smallPrint(
        `The link is for you only, so please do not share it. It works until ${shownDay(expiresAt)}.`,
      ),
      smallPrint(
        'Your name, the time and the version that you signed are kept for the organization that asked.',
      ),
    ],
    button: {
      label: waiting.length === 1 ? 'Read and sign' : 'Read and sign them',
      address: brand.webAddress + policiesPaths.signing(token),
    },
    footerReason: `an administrator of ${company} added you to the team`,
    footerLinks,
  });
}
