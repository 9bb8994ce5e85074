import type { Teammate } from './team.ts';

/** Days ago on which the team was enrolled in training. */
export const enrolled = 172;

export type Pace = {
  /** Days after a course opens on which the person takes it, give or take some. */
  after: number;
  /** Share of the questions answered rightly. */
  skill: number;
  /** Stops in the middle of this course and never comes back. */
  stopsAt?: number;
};

const paces: Record<string, Pace> = {
  'Nora Lindqvist': { after: 1, skill: 1 },
  'Ingrid Solberg': { after: 20, skill: 0.95 },
  'Mateo Ferrer': { after: 4, skill: 0.9 },
  'Priya Raman': { after: 2, skill: 0.97 },
  'Tobias Keller': { after: 6, skill: 0.95 },
  'Hana Okabe': { after: 9, skill: 0.92 },
  'Owen Brightwater': { after: 26, skill: 0.8, stopsAt: 5 },
  'Leila Haddad': { after: 3, skill: 0.95 },
  'Marcus Eldin': { after: 34, skill: 0.75, stopsAt: 4 },
  'Sofia Castellan': { after: 5, skill: 0.9 },
  'Dmitri Valen': { after: 15, skill: 0.7, stopsAt: 3 },
  'Grace Oduya': { after: 8, skill: 0.93 },
  'Jonas Hartwell': { after: 5, skill: 0.9 },
  'Felix Arranda': { after: 7, skill: 0.88 },
};

/** How somebody learns; null for whoever never opened the first mail. */
export const paceOf = ({ name }: Teammate): Pace | null => paces[name] ?? null;

/** Departments as the list of trainees names them. */
export const departments: Record<string, string> = {
  'Nora Lindqvist': 'Office',
  'Ingrid Solberg': 'Management',
  'Mateo Ferrer': 'Workshop',
  'Priya Raman': 'Online shop',
  'Tobias Keller': 'Office',
  'Hana Okabe': 'Design',
  'Owen Brightwater': 'Workshop',
  'Leila Haddad': 'Online shop',
  'Marcus Eldin': 'Workshop',
  'Sofia Castellan': 'Showroom',
  'Dmitri Valen': 'Delivery',
  'Grace Oduya': 'Showroom',
  'Amelia Thornbury': 'Design',
  'Jonas Hartwell': 'Delivery',
  'Felix Arranda': 'Online shop',
};
