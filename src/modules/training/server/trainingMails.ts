import { shownDay } from '#platform/dates.ts';
import { bullets, paragraph, smallPrint, typedBy, type Inline, type MailBlock } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import { trainingPaths } from '../paths.ts';
import type { Day } from './enrolDates.ts';
import type { MailReason } from './trainingMailing.store.ts';

export type MailCourse = { title: string; minutes: number; dueOn: Day; isOverdue: boolean; percent: number; isBegun: boolean };
export type TrainingMail = {
  brand: MailBrand;
  companyName: string;
  contact: { name: string; reach: string } | null;
  reason: MailReason;
  to: { name: string; email: string };
  /** What is to be done now, the most urgent first; none in a mail that only brings a link. */
  open: MailCourse[];
  /** What unlocks next, and how many follow it. */
  next: { title: string; unlockOn: Day; more: number } | null;
  token: string;
  expiresAt: Date;
};

const mostListed = 10;
// never broken between lines
const minutesOf = (minutes: number): string => (minutes === 1 ? '1\u00a0minute' : `${minutes}\u00a0minutes`);
/** A calendar day as people read it: at that hour it is the same day in Pacific time. */
const shown = (day: Day): string => shownDay(`${day}T20:00:00Z`).replaceAll(' ', '\u00a0');

function lineOf({ title, minutes, dueOn, isOverdue, percent, isBegun }: MailCourse): Inline[] {
  const time = isBegun && percent > 0 ? `${minutesOf(minutes)} in all, you are ${percent}\u00a0% through` : minutesOf(minutes);
  return [{ strong: typedBy(title, 100) }, `\u00a0· ${time}, ${isOverdue ? `was due ${shown(dueOn)}` : `due ${shown(dueOn)}`}`];
}

function listOf(open: readonly MailCourse[]): MailBlock {
  const listed = open.length > mostListed ? open.slice(0, mostListed - 1) : open;
  const more = open.length - listed.length;
  return bullets(...listed.map(lineOf), ...(more > 0 ? [`and ${more} more`] : []));
}

type Words = { subject: string; heading: string; lead: Inline[] };

function wordsOf({ reason, open }: TrainingMail, company: string): Words {
  const [first] = open;
  const title = first ? typedBy(first.title, 80) : '';
  const overdue = open.filter(({ isOverdue }) => isOverdue).length;
  const one = open.length === 1;
  const courses = one ? 'one course' : `${open.length} courses`;
  if (reason === 'link')
    return {
      subject: `${company}: your new training link`,
      heading: 'Your new link',
      lead: [
        { strong: company },
        ` trains its people in security, and this is your new link. ${first ? 'Open for you now:' : 'Nothing is open for you today.'}`,
      ],
    };
  if (reason === 'start')
    return {
      subject: `${company}: your security training`,
      heading: 'Welcome to your security training',
      lead: [
        { strong: company },
        ' has set up short courses for you: how to tell a false message from a true one, how to keep accounts and devices yours, and what to do when something goes wrong. ',
        one ? 'This one is open now:' : 'These are open now:',
      ],
    };
  if (overdue > 0)
    return {
      subject: open.length === 1 ? `Still open: ${title}` : `Still open: ${open.length} training courses of ${company}`,
      heading: one ? 'A course is still open' : 'Some courses are still open',
      lead: [
        `${one ? 'The due day has' : overdue === 1 ? 'One due day has' : 'Some due days have'} passed, as happens when days are full. `,
        { strong: company },
        ` would be glad if you finished ${one ? 'it' : 'them'} soon:`,
      ],
    };
  if (reason === 'course')
    return {
      subject: one ? `New course: ${title}` : `New at ${company}: ${open.length} training courses are open`,
      heading: one ? 'A new course is open' : 'Courses are open for you',
      lead: [{ strong: company }, one ? ' has a new course for you:' : ' has these courses for you:'],
    };
  return {
    subject: one ? `Reminder: ${title}` : `Reminder: ${courses} of ${company} are open`,
    heading: one ? 'A course waits for you' : `${open.length} courses wait for you`,
    lead: ['From the security training of ', { strong: company }, ', still open for you:'],
  };
}

function comingNext(next: TrainingMail['next']): MailBlock[] {
  if (!next) return [];
  const { title, unlockOn, more } = next;
  const rest = more === 0 ? '' : more === 1 ? ' One more follows later.' : ` ${more} more follow later.`;
  return [paragraph('Next comes ', { strong: typedBy(title, 100) }, `, on ${shown(unlockOn)}.${rest} We will write when it opens.`)];
}

/** One mail with everything that somebody has to do now. What others typed can be neither a link nor markup in it. */
export function trainingMail(given: TrainingMail): OutgoingMail {
  const { brand, open, next, contact, token, expiresAt } = given;
  const company = typedBy(given.companyName, 60);
  const { subject, heading, lead } = wordsOf(given, company);
  const minutes = open.reduce((sum, course) => sum + course.minutes, 0);
  const isBegun = open.some((course) => course.isBegun);
  const whom =
    contact &&
    [typedBy(contact.name, 80), ...(contact.reach && contact.reach !== contact.name ? [`(${typedBy(contact.reach, 120)})`] : [])].join(' ');
  return composeMail({
    brand,
    to: { address: given.to.email },
    subject,
    preheader: open.length > 0 ? `About ${minutesOf(minutes)}. No account and no password needed.` : 'No account and no password needed.',
    heading,
    blocks: [
      paragraph(`Hello ${typedBy(given.to.name, 60)},`),
      paragraph(...lead),
      ...(open.length > 0 ? [listOf(open)] : []),
      ...(open.length > 0
        ? [
            paragraph(
              `${open.length === 1 ? 'It takes' : 'Together they take'} about ${minutesOf(minutes)}. You can stop at any point and go on later, on this device or another.`,
            ),
          ]
        : []),
      ...comingNext(next),
      smallPrint(
        `The button holds your personal link to all your courses: no account, no password. Please do not pass it on. It works until ${shownDay(expiresAt)}.`,
      ),
      smallPrint(
        whom
          ? `Not sure that this mail is genuine, or does something else look wrong? Ask ${whom} before you click.`
          : `Not sure that this mail is genuine? Ask the person who looks after security at ${company} before you click.`,
      ),
    ],
    button: {
      label: open.length === 0 ? 'See my courses' : isBegun ? 'Continue' : 'Start',
      address: brand.webAddress + trainingPaths.learn(token),
    },
    footerReason: `${company} trains its people in security with ${brand.nameLong}`,
  });
}
