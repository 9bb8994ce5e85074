import { shownDay } from '#platform/dates.ts';
import { type Day, dayWords } from '#platform/days.ts';
import { bullets, paragraph, smallPrint, type Inline, type MailBlock } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import {
  askedBy,
  greeting,
  personName,
  quotedTitle,
  senderName,
  type Asker,
  type reportFooter,
} from '#modules/sending/server/public.ts';
import { trainingPaths } from '../../paths.ts';
import type { MailReason } from './trainingMailing.store.ts';

export type MailCourse = {
  title: string;
  minutes: number;
  dueOn: Day;
  isOverdue: boolean;
  percent: number;
  isBegun: boolean;
};
export type TrainingMail = {
  brand: MailBrand;
  asker: Asker;
  contact: { name: string; reach: string } | null;
  reason: MailReason;
  to: { name: string; email: string };
  /** What is to be done now, the most urgent first; none in a mail that only brings a link. */
  open: MailCourse[];
  next: { title: string; unlockOn: Day; more: number } | null;
  token: string;
  expiresAt: Date;
  footerLinks: ReturnType<typeof reportFooter>;
};

const mostListed = 10;
// never broken between lines
const minutesOf = (minutes: number): string => (minutes === 1 ? '1\u00a0minute' : `${minutes}\u00a0minutes`);
/** A calendar day as people read it: at that hour it is the same day in Pacific time. */
const shown = (day: Day): string => dayWords(day).replaceAll(' ', '\u00a0');

function lineOf({ title, minutes, dueOn, isOverdue, percent, isBegun }: MailCourse): Inline[] {
  const time = isBegun && percent > 0 ? `${minutesOf(minutes)} in all, ${percent}% done` : minutesOf(minutes);
  return [
    `${quotedTitle(title)}\u00a0· ${time}, ${isOverdue ? `was due ${shown(dueOn)}` : `due ${shown(dueOn)}`}`,
  ];
}

function listOf(open: readonly MailCourse[]): MailBlock {
  const listed = open.length > mostListed ? open.slice(0, mostListed - 1) : open;
  const more = open.length - listed.length;
  return bullets(...listed.map(lineOf), ...(more > 0 ? [`and ${more} more`] : []));
}

type Words = { subject: string; heading: string; lead: Inline[] };

/** Subjects are the product's own words: what others typed never appears in one. */
function wordsOf({ reason, open, asker, brand }: TrainingMail): Words {
  const who = askedBy(asker, brand);
  const overdue = open.filter(({ isOverdue }) => isOverdue).length;
  const one = open.length === 1;
  if (reason === 'link')
    return {
      subject: 'Your new training link',
      heading: 'Your new link',
      lead: [
        who,
        ` asked you to take security training, and this is your new link. ${open.length > 0 ? 'Open for you now:' : 'Nothing is open for you today.'}`,
      ],
    };
  if (reason === 'start')
    return {
      subject: 'Your security training',
      heading: 'Welcome to your security training',
      lead: [
        who,
        ' asked you to take short courses: how to tell a fake message from a real one, how to protect your accounts and devices, and what to do when something goes wrong. ',
        one ? 'This one is open now:' : 'These are open now:',
      ],
    };
  if (overdue > 0)
    return {
      subject: 'Your security training is still open',
      heading: one ? 'A course is still open' : 'Some courses are still open',
      lead: [
        `${one ? 'The due date has' : overdue === 1 ? 'One due date has' : 'Some due dates have'} passed, which happens on busy days. `,
        who,
        ` asked you to finish ${one ? 'this course' : 'these courses'}:`,
      ],
    };
  if (reason === 'course')
    return {
      subject: 'New security training',
      heading: one ? 'A new course is open' : 'Courses are open for you',
      lead: [who, one ? ' asked you to take a new course:' : ' asked you to take these courses:'],
    };
  return {
    subject: 'Reminder: your security training',
    heading: one ? 'A course is waiting for you' : `${open.length} courses are waiting for you`,
    lead: [who, ' asked you to take security training. Still open for you:'],
  };
}

function comingNext(next: TrainingMail['next']): MailBlock[] {
  if (!next) return [];
  const { title, unlockOn, more } = next;
  const rest = more === 0 ? '' : more === 1 ? ' One more follows later.' : ` ${more} more follow later.`;
  return [
    paragraph(
      `Next comes ${quotedTitle(title)}, on ${shown(unlockOn)}.${rest} We will email you when it is time.`,
    ),
  ];
}

/** One mail with everything that somebody has to do now. What others typed can be neither a link nor markup in it. */
export function trainingMail(given: TrainingMail): OutgoingMail {
  const { brand, open, next, contact, token, expiresAt, footerLinks } = given;
  const company = senderName(given.asker.companyName, brand);
  const { subject, heading, lead } = wordsOf(given);
  const minutes = open.reduce((sum, course) => sum + course.minutes, 0);
  const isBegun = open.some((course) => course.isBegun);
  // a name alone: an address or a number that a stranger typed would be where a stranger's victims turn
  const whom = contact && personName(contact.name, '');
  return composeMail({
    brand,
    to: { address: given.to.email },
    subject,
    preheader:
      open.length > 0
        ? `About ${minutesOf(minutes)}. No account and no password needed.`
        : 'No account and no password needed.',
    heading,
    blocks: [
      paragraph(greeting(given.to.name)),
      paragraph(...lead),
      ...(open.length > 0 ? [listOf(open)] : []),
      ...(open.length > 0
        ? [
            paragraph(
              `${open.length === 1 ? 'It takes' : 'Together they take'} about ${minutesOf(minutes)}. You can stop at any point and continue later, on this device or another.`,
            ),
          ]
        : []),
      ...comingNext(next),
      smallPrint(
        `The button is your personal link to all your courses: no account, no password. Please do not share it. It works until ${shownDay(expiresAt)}.`,
      ),
      smallPrint(
        whom
          ? `Not sure that this email is genuine, or does something else look wrong? Ask ${whom} before you click.`
          : `Not sure that this email is genuine? Ask the person who manages security at your company before you click.`,
      ),
    ],
    button: {
      label: open.length === 0 ? 'See my courses' : isBegun ? 'Continue' : 'Start',
      address: brand.webAddress + trainingPaths.learn(token),
    },
    footerReason: `an administrator of ${company} added you to its security training`,
    footerLinks,
  });
}
