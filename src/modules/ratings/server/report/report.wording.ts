import type { Tone } from '#platform/server/pdf/theme.ts';
import {
  bandOf,
  type RatingFindingView,
  type RatingsData,
  type VectorView,
  type WhoDoes,
} from '../../entities.ts';

export type Grade = VectorView['grade'];

export const gradeTone = (grade: Grade): Tone =>
  grade === 'A' || grade === 'B'
    ? 'good'
    : grade === 'C'
      ? 'warning'
      : grade === 'N/A'
        ? 'neutral'
        : 'danger';

const findingWords: Record<RatingFindingView['grade'], { tone: Tone; word: string }> = {
  BAD: { tone: 'danger', word: 'Bad' },
  WARN: { tone: 'warning', word: 'Warning' },
  FAIR: { tone: 'notice', word: 'Fair' },
  NEUTRAL: { tone: 'neutral', word: 'Neutral' },
  GOOD: { tone: 'good', word: 'Good' },
};
export const findingPill = (grade: RatingFindingView['grade']): { tone: Tone; word: string } =>
  findingWords[grade];

const people: Record<WhoDoes, string> = {
  you: 'You',
  'it-helper': 'IT helper',
  'web-host': 'Web host',
  registrar: 'Domain registrar',
  'mail-provider': 'Email provider',
  'web-developer': 'Web developer',
  everyone: 'Everyone',
};
export const whoWords = (who: WhoDoes): string => people[who];

const categories: Record<string, string> = {
  'Compromised Systems': 'Machines of the company that others misuse.',
  Diligence: 'Email, certificates, encryption, servers and website.',
  'User Behavior': 'What people do from the company’s addresses.',
  'Public Disclosures': 'Breaches that became known.',
};
/** What a category is about; an agency may have others. */
export const categoryWords = (name: string): string => categories[name] ?? '';

/** `1 point`, `20 points` */
export const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

/** `45 min`, `2 h`, `1 h 30 min` */
export function effort(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** Whose word the rating is, in a few. */
export const sourceWords = ({ source }: RatingsData): string =>
  source.id === 'estimate' ? 'Our estimate' : source.label;

/** What somebody could still do something about, most gain first. */
export const openFindings = (data: RatingsData): { vector: VectorView; finding: RatingFindingView }[] =>
  Object.values(data.rating_details)
    .flatMap((vector) => vector.info.findings.map((finding) => ({ vector, finding })))
    .filter(({ finding: { grade, notOurs } }) => !notOurs && grade !== 'GOOD' && grade !== 'NEUTRAL')
    .toSorted(
      (a, b) =>
        (b.finding.gain ?? 0) - (a.finding.gain ?? 0) ||
        (b.vector.info.weight ?? 0) - (a.vector.info.weight ?? 0),
    );

const against = (rating: number, average: number): string =>
  rating === average
    ? 'exactly at the average'
    : `${count(Math.abs(rating - average), 'point')} ${rating > average ? 'above' : 'below'} the average`;

/** Where the average comes from. */
export function averageWords({ industry_grade: industry }: RatingsData): string | null {
  if (!industry) return null;
  const ofWhom = {
    customers: 'of the companies in this industry that are rated in this portal',
    reference: 'that was published for comparable industries (a reference, on another scale)',
    agency: 'of the industry as the agency counts it',
  };
  return `${industry.average_rating}, the average ${ofWhom[industry.basis]}`;
}

export type Verdict = { tone: Tone; title: string; body: string };

/** The state of the company in one sentence, and what follows. */
export function verdictOf(data: RatingsData): Verdict {
  const rating = data.ratings[0]!.rating;
  const band = bandOf(rating);
  const open = openFindings(data);
  const best = open.find(({ finding }) => (finding.gain ?? 0) > 0)?.finding;
  const compared = data.industry_grade
    ? ` That is ${against(rating, data.industry_grade.average_rating)} of ${data.industry_grade.average_rating}.`
    : '';
  const todo = best
    ? ` The biggest single improvement: “${best.title}” at ${best.asset}, ${count(best.gain!, 'point')}.`
    : open.length > 0
      ? ` ${count(open.length, 'observation')} could be better.`
      : ' Nothing that was looked at could be better.';
  return {
    tone: band.id === 'ADVANCED' ? 'good' : band.id === 'INTERMEDIATE' ? 'warning' : 'danger',
    title: `${rating} of 900: ${band.label}.${compared}`,
    body: `${data.capReason ? `${data.capReason.replace(/\.?$/, '.')} ` : ''}${todo.trim()}`,
  };
}
