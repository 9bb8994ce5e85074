import type { StatTile } from '#platform/server/pdf/charts/panels.ts';
import { bandOf, type Audience, type Section } from '../rules.ts';
import type { Facts } from './facts.ts';

export const title = 'Security evidence';

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export const sectionTitles: Record<Section, string> = {
  rating: 'Security rating',
  scans: 'Website security scans',
  policies: 'Security policies in force',
  training: 'Security training of the team',
  maturity: 'Cyber maturity',
};

const readers: Record<Audience, string> = {
  customer: 'a customer',
  broker: 'an insurance broker',
  insurer: 'an insurer',
};
export const preparedFor = (audience: Audience, addressee: string): string => addressee || readers[audience];

/** What the first page says to its reader. */
export function openingOf(audience: Audience, companyName: string): { title: string; body: string } {
  if (audience === 'customer')
    return {
      title: 'How your data is protected',
      body: `${companyName} shows here, with dates, which rules it follows, how its websites are checked, how its team is trained, and where it stands. It can replace the first pages of a security questionnaire.`,
    };
  if (audience === 'broker')
    return {
      title: 'What to bring to the market',
      body: `${companyName} shows here, with dates, the state of the controls that applications for cyber insurance ask about. Answers in an application are the company’s own: this document helps to prepare them and does not replace them.`,
    };
  return {
    title: 'Controls, and since when',
    body: `${companyName} shows here, with dates, the controls that underwriting asks about: how they are led, how people are trained, which rules are in force and what scans find. If the company’s application says otherwise, the application prevails.`,
  };
}

const none = { value: '–', note: 'Not measured yet' };

const tileOf: Record<Section, (facts: Facts) => StatTile> = {
  rating: ({ rating }) =>
    rating
      ? {
          label: 'Rating',
          value: String(rating.rating),
          note: `${bandOf(rating.rating).label}${rating.isEstimate ? ', estimate' : ''}`,
        }
      : { label: 'Rating', ...none },
  scans: ({ scans = [] }) => {
    const scanned = scans.filter(({ lastScan }) => lastScan !== null).length;
    return {
      label: 'Websites scanned',
      value: scans.length === 0 ? '–' : `${scanned}/${scans.length}`,
      note: scans.length === 0 ? 'None yet' : highsWords(scans),
    };
  },
  policies: ({ policies = [] }) => ({
    label: 'Policies',
    value: String(policies.length),
    note: 'In force',
  }),
  training: ({ training }) =>
    training && training.percent !== null
      ? {
          label: 'Training',
          value: `${training.percent}%`,
          note: `Finished, ${count(training.people, 'person', 'people')}`,
        }
      : { label: 'Training', value: '–', note: 'No one trained yet' },
  maturity: ({ maturity }) => {
    if (!maturity) return { label: 'Maturity', value: '–', note: 'Not assessed yet' };
    const { status, level, levelNames, percent } = maturity;
    return status === 'completed'
      ? { label: 'Maturity', value: `${level}/5`, note: levelNames[level] ?? '' }
      : { label: 'Maturity', value: `${percent}%`, note: 'Of the questions answered' };
  },
};

function highsWords(scans: NonNullable<Facts['scans']>): string {
  const highs = scans.reduce((sum, { lastScan }) => sum + (lastScan?.highs ?? 0), 0);
  return scans.some(({ lastScan }) => lastScan)
    ? highs === 0
      ? 'No high issue open'
      : count(highs, 'high issue')
    : 'None yet';
}

/** The picture of the posture: one number of each section. */
export const tilesOf = (facts: Facts, sections: readonly Section[]): StatTile[] =>
  sections.map((section) => tileOf[section](facts));

/** How each section came about. */
export const methods: Record<Section, string> = {
  rating:
    'Security rating: measured from outside, from what anyone can see of the domain: its email, DNS, certificates, and servers. The scale runs from 250 to 900; higher is better.',
  scans:
    'Website scans: an automated scanner visits every page that it can reach and looks for known weaknesses. The level says how deep it goes. Counts are those of the last completed scan of each website on its day.',
  policies:
    'Policies: each was approved by name and date in the portal. The text of an approved version cannot be changed afterwards; a new version replaces it. People sign with their name by a personal link.',
  training:
    'Training: a short course a month, each with a test that has to be passed. Only courses whose month has come count.',
  maturity:
    'Cyber maturity: the company answers questions about fifteen elements of security. The overall level is that of the weakest element.',
};

/** What this document is not. */
export const limits: readonly string[] = [
  'It is not an attestation, a certificate, or an audit report: no outside party has examined the company for it.',
  'Maturity is self-assessed. Policies say what should happen; the company must show that it does.',
  'Scans and ratings are automated and see only what they can reach, on that day. Finding nothing does not prove that nothing is there.',
  'It describes the day on its cover. Later changes are not in it; a new pack takes a minute.',
  'Names of people, and details that would help exploit a weakness, are left out on purpose.',
];
