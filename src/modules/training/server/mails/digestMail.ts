import { type Day, dayWords } from '#platform/days.ts';
import {
  bullets,
  keyValues,
  paragraph,
  smallPrint,
  typedBy,
  type MailBlock,
} from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import { trainingPaths } from '../../paths.ts';
import type { DigestFacts } from './digest.store.ts';
import { people } from '../wording.ts';

export type DigestMail = {
  brand: MailBrand;
  to: string;
  month: Day;
  seats: { total: number; taken: number };
  facts: DigestFacts;
  coming: { title: string; people: number }[];
};

const monthName = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const shown = (day: Day): string => dayWords(day).replaceAll(' ', '\u00a0');
const courses = (count: number): string =>
  count === 1 ? '1 course' : `${count.toLocaleString('en-US')} courses`;

function lateBlocks({ overdue, late }: DigestFacts): MailBlock[] {
  if (overdue === 0) return [paragraph('No one is overdue.')];
  const more = overdue - late.length;
  return [
    paragraph({ strong: `${people(overdue)} ${overdue === 1 ? 'has' : 'have'} something overdue:` }),
    bullets(
      ...late.map((one) => [
        { strong: typedBy(one.name, 80) },
        `\u00a0· ${courses(one.courses)}, since ${shown(one.since)}`,
      ]),
      ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : []),
    ),
  ];
}

function comingBlocks(coming: DigestMail['coming']): MailBlock[] {
  const listed = coming.slice(0, 4);
  if (listed.length === 0) return [];
  const more = coming.length - listed.length;
  return [
    paragraph({ strong: listed.length === 1 ? 'New this month:' : 'New courses this month:' }),
    bullets(
      ...listed.map((one) => [{ strong: typedBy(one.title, 100) }, `\u00a0· for ${people(one.people)}`]),
      ...(more > 0 ? [`and ${courses(more)} more`] : []),
    ),
  ];
}

export function digestMail({ brand, to, month, seats, facts, coming }: DigestMail): OutgoingMail {
  const name = monthName.format(new Date(month));
  const company = typedBy(facts.companyName, 60);
  const { finished, finishers, overdue } = facts;
  const summary = `${courses(finished)} finished, ${overdue === 0 ? 'no one overdue' : `${people(overdue)} overdue`}`;
  return composeMail({
    brand,
    to: { address: to },
    subject: `Training in ${name}: ${summary}`,
    preheader: `${company}: who learned, who is late, and what comes next.`,
    heading: `Training in ${name}`,
    blocks: [
      paragraph('This is how the security training of ', { strong: company }, ' went last month:'),
      keyValues({
        'Courses finished':
          finished === 0 ? 'none' : `${finished.toLocaleString('en-US')}, by ${people(finishers)}`,
        'People in training': facts.people.toLocaleString('en-US'),
        'Seats taken': `${seats.taken.toLocaleString('en-US')} of ${seats.total.toLocaleString('en-US')}`,
      }),
      ...lateBlocks(facts),
      ...comingBlocks(coming),
      smallPrint(
        'We remind your team automatically. You can turn off this monthly email in the training settings.',
      ),
    ],
    button: { label: 'See how everyone is doing', address: brand.webAddress + trainingPaths.home },
    footerReason: `you administer ${company} at ${brand.nameLong}`,
  });
}
