import type { AnswerValue } from '#modules/maturity/entities.ts';

/** What the company said of itself in the maturity assessment, and when. */

/** One sitting: elements with the level that the answers come to from then on. */
export type Sitting = { daysAgo: number; levels: Readonly<Record<string, number>> };

export const sittings: readonly Sitting[] = [
  { daysAgo: 305, levels: { leadership: 1, awareness: 1, workforce: 2, reporting: 1 } },
  { daysAgo: 298, levels: { risk: 1, assets: 1, suppliers: 0 } },
  { daysAgo: 276, levels: { incident: 1, backup: 2 } },
  { daysAgo: 255, levels: { identity: 2, endpoint: 2, patching: 2 } },
  // the last area is complete: the company knows where it stands
  { daysAgo: 247, levels: { network: 1, data: 1, monitoring: 0 } },
  { daysAgo: 190, levels: { leadership: 2, awareness: 2, risk: 2, incident: 2, suppliers: 1 } },
  { daysAgo: 141, levels: { backup: 3, identity: 3, patching: 3, data: 2, monitoring: 1 } },
  { daysAgo: 92, levels: { awareness: 3, workforce: 3, reporting: 2, assets: 2, endpoint: 3, network: 2 } },
  { daysAgo: 43, levels: { leadership: 3, suppliers: 2, backup: 4, patching: 4, network: 3, monitoring: 2 } },
  { daysAgo: 9, levels: { awareness: 4, risk: 3, incident: 3 } },
];

/** The company wants to be here, said when the first level was known. */
export const target = { daysAgo: 247, level: 3 } as const;

/** Questions that do not apply to it, with the reason. */
export const notApplicable: Readonly<Record<string, string>> = {
  'workforce-2-upkeep': 'No password is shared: everybody has an account of their own.',
  'identity-1-upkeep': 'Since the password manager came, no password is known to two people.',
  'suppliers-2-upkeep': 'We left no supplier in the past year.',
  'suppliers-3-coverage': 'No supplier was taken on in the past year.',
  'risk-4-coverage': 'No exception to a rule has been granted so far.',
  'leadership-4-upkeep': 'There are no targets yet, so none was missed.',
};

/** Answers that differ from what the level of the element would make one expect. */
export const ownAnswers: Readonly<Record<string, AnswerValue>> = {
  'assets-2-coverage': 'yes',
  'assets-2-upkeep': 'unsure',
  'reporting-2-coverage': 'yes',
  'reporting-2-evidence': 'no',
  'suppliers-3-key': 'no',
  'reporting-3-key': 'no',
  'data-3-key': 'no',
  'monitoring-3-key': 'no',
  'assets-3-key': 'unsure',
  'data-3-evidence': 'unsure',
  'monitoring-3-coverage': 'unsure',
  'monitoring-3-upkeep': 'unsure',
  'endpoint-4-evidence': 'unsure',
};

export type PlannedTask = {
  questionId: string;
  owner: string;
  planned: number;
  /** Days from today; negative is overdue. */
  due: number;
  /** Days before today on which it was ticked off. */
  done?: number;
};

export const tasks: readonly PlannedTask[] = [
  { questionId: 'suppliers-3-key', owner: 'Ingrid Solberg', planned: 42, due: 24 },
  { questionId: 'suppliers-3-evidence', owner: 'Priya Raman', planned: 42, due: 38 },
  { questionId: 'reporting-3-key', owner: 'Nora Lindqvist', planned: 41, due: -8, done: 11 },
  { questionId: 'reporting-3-coverage', owner: 'Nora Lindqvist', planned: 41, due: -4 },
  { questionId: 'assets-3-key', owner: 'Mateo Ferrer', planned: 41, due: 10 },
  { questionId: 'data-3-key', owner: 'Priya Raman', planned: 9, due: 55 },
  { questionId: 'monitoring-3-key', owner: 'Tobias Keller', planned: 9, due: 17 },
];
