import { bullets, paragraph, smallPrint, typedBy, type MailBlock } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import { shownDay } from '#platform/dates.ts';
import { policiesPaths } from '../paths.ts';

/** Why a person is mailed: asked for the first time, asked again since a policy changed, or reminded. */
export type SigningReason = 'ask' | 'changed' | 'reminder';

export type SigningMail = {
  brand: MailBrand;
  companyName: string;
  reason: SigningReason;
  to: { name: string; email: string };
  /** All that the person owes. */
  waiting: { name: string; minutes: number }[];
  token: string;
  expiresAt: Date;
};

const mostListed = 10;
// never broken between lines
const minutesOf = (minutes: number): string => (minutes === 1 ? '1\u00a0minute' : `${minutes}\u00a0minutes`);
const countOf = (policies: number): string => (policies === 1 ? 'one policy' : `${policies} policies`);

function listOf(waiting: SigningMail['waiting']): MailBlock {
  const shown = waiting.length > mostListed ? waiting.slice(0, mostListed - 1) : waiting;
  const more = waiting.length - shown.length;
  return bullets(
    ...shown.map(({ name, minutes }) => [{ strong: typedBy(name) }, `, ${minutesOf(minutes)}`]),
    ...(more > 0 ? [`and ${more} more`] : []),
  );
}

function wordsOf(reason: SigningReason, company: string, policies: number, minutes: number) {
  const many = countOf(policies);
  const time = `about ${minutesOf(minutes)}`;
  const them = policies === 1 ? 'it' : 'them';
  return {
    ask: {
      subject: `${company}: please read and sign ${many}`,
      preheader: `It takes ${time}. No account needed.`,
      heading: policies === 1 ? 'A policy to read and sign' : `${policies} policies to read and sign`,
      lead: ` asks you to read and sign ${many}. Reading ${them} takes ${time}:`,
    },
    changed: {
      subject: `${company}: a policy has changed, please read and sign`,
      preheader: `It takes ${time}. No account needed.`,
      heading: 'A policy has changed',
      lead: ` has changed a security policy, and asks you to read and sign ${many}. Reading ${them} takes ${time}:`,
    },
    reminder: {
      subject: `Reminder: ${many} of ${company} ${policies === 1 ? 'waits' : 'wait'} for your signature`,
      preheader: `It takes ${time}. No account needed.`,
      heading: policies === 1 ? 'A policy waits for your signature' : `${policies} policies wait for your signature`,
      lead: ` still needs your signature on ${many}. Reading ${them} takes ${time}:`,
    },
  }[reason];
}

/** One mail with all that waits for a person. What others typed can be neither a link nor markup in it. */
export function signingMail({ brand, companyName, reason, to, waiting, token, expiresAt }: SigningMail): OutgoingMail {
  const company = typedBy(companyName, 60);
  const minutes = waiting.reduce((sum, policy) => sum + policy.minutes, 0);
  const { lead, ...words } = wordsOf(reason, company, waiting.length, minutes);
  return composeMail({
    brand,
    to: { address: to.email },
    ...words,
    blocks: [
      paragraph(`Hello ${typedBy(to.name, 60)},`),
      paragraph({ strong: company }, lead),
      listOf(waiting),
      paragraph(
        `Read ${waiting.length === 1 ? 'it' : 'each one'}, tick that you have understood it, and type your name. You need no account and no password.`,
      ),
      smallPrint(`The link is yours alone, so please do not pass it on. It works until ${shownDay(expiresAt)}.`),
      smallPrint(`${company} keeps your name, the time and the version that you signed.`),
    ],
    button: {
      label: waiting.length === 1 ? 'Read and sign' : 'Read and sign them',
      address: brand.webAddress + policiesPaths.signing(token),
    },
    footerReason: `an administrator of ${company} added you to the team`,
  });
}
